// Yes or no: by the words of the key, by those that the description has for yes and for no, and by whether
// somebody is new here.
#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/listed_examples.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kNewcomers = "new first-time";
constexpr string_view kRegulars = "existing regular current returning longstanding longtime loyal";
constexpr string_view kRoles = "customer client patient member user visitor guest student pupil driver";

// "true: a technician comes", "no if they are known here": what the description has for yes and for no.
struct Sides {
  std::vector<std::string> yes;
  std::vector<std::string> no;
  std::string condition = {};      // all that the description has for yes
  std::optional<bool> of_speaker;  // the side on which it is the speaker who comes or brings something
};

void add_segment(std::vector<std::string>& side, string_view text) {
  const Utterance words(text);
  for (const Word& word : words.words()) {
    const bool carries =
        !is_empty_word(word.text) || lists("never been here there already send someone somebody", word.text);
    if (carries && std::ranges::find(side, word.meaning) == side.end()) side.push_back(word.meaning);
  }
}

// "the customer brings the device", "you come to us".
bool lets_speaker_come(string_view text) {
  const Utterance words(text);
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool verb =
        lists("brings comes drops goes visits carries collects bring come drop go visit collect",
              words.text(at + 1));
    if (verb &&
        lists("customer client guest patient caller person you sender owner tenant parent rider learner",
              words.text(at)))
      return true;
  }
  return false;
}

Sides sides_of(string_view description) {
  Sides sides;
  const std::string text = a2a::text::lower_case(description.substr(0, kDescriptionBytesMax));
  constexpr std::pair<string_view, bool> kLabels[] = {
      {"true: ", true},     {"yes: ", true},           {"yes if ", true},       {"true if ", true},
      {"true when ", true}, {"true only when ", true}, {"true only if ", true}, {"yes when ", true},
      {"false: ", false},   {"no: ", false},           {"no if ", false},       {"false if ", false}};
  for (const auto& [label, is_yes] : kLabels) {
    const auto at = text.find(label);
    if (at == std::string::npos || (at > 0 && a2a::text::is_letter(text[at - 1]))) continue;
    std::size_t end = at + label.size();
    while (end < text.size() && text[end] != '.' && text[end] != ';' &&
           !text.substr(end).starts_with(", no ") && !text.substr(end).starts_with(", false "))
      ++end;
    const auto segment = string_view(text).substr(at + label.size(), end - at - label.size());
    add_segment(is_yes ? sides.yes : sides.no, segment);
    if (is_yes) sides.condition += " or " + std::string(segment);
    if (lets_speaker_come(segment))
      sides.of_speaker = sides.of_speaker ? std::nullopt : std::optional(is_yes);
  }
  std::erase_if(sides.no, [&sides](const std::string& meaning) {
    const auto both = std::ranges::find(sides.yes, meaning);
    if (both == sides.yes.end()) return false;
    sides.yes.erase(both);
    return true;
  });
  return sides;
}

class Switcher {
 public:
  Switcher(Draft& draft, std::size_t index)
      : draft_(draft),
        parse_(draft.parse()),
        sentence_(draft.sentence()),
        index_(index),
        key_(draft.key(index)) {}

  void run() {
    if (says_either()) return;
    if (auto match = find_denial()) return draft_.give(index_, *std::move(match));
    if (auto match = find_described()) return draft_.give(index_, *std::move(match));
    if (auto match = find_switch(parse_, key_)) {
      const bool is_no = match->value == "false";
      draft_.give(index_, *std::move(match));
      return doubt_contradiction(is_no);
    }
    if (newness()) return;
    if (is_of_company() && by_company()) return;
    if (by_kind_of() || by_role() || by_duty() || by_need()) return;
    const Sides sides = sides_of(key_.key->description);
    if (by_who_comes(sides)) return;
    if (by_condition(sides.condition) || by_asked_state() || by_listed_thing()) return;
    by_sides(sides);
    if (draft_.is_open(index_) && key_.key->default_value) hear_plain_wish();
    if (draft_.is_open(index_) && key_.key->default_value) hear_thing();
    if (draft_.is_open(index_) && key_.key->default_value) hear_denial();
  }

 private:
  // "with lunch", and elsewhere "no lunch".
  void doubt_contradiction(bool is_no) {
    const auto again = parse_.find(key_);
    if (!again || again->is_negated == is_no) return;
    if (!correction_before(sentence_, again->words.first))
      return draft_.doubt(index_, again->words, "yes and no");
    draft_.give(index_, again->is_negated ? "false" : "true", again->confidence, again->words);
  }

  // "bigger eyes", where the key leaves finer wishes to `other`: nothing fine is said, so it may be meant.
  void hear_plain_wish() {
    const auto match = key_.hints.wants_other_for_fine ? parse_.find(key_) : std::nullopt;
    if (match && !match->is_negated && match->words.last - match->words.first == key_.names.size())
      draft_.hear(index_, match->words, "not sure whether");
  }

  // "wheelchair tickets" for a wheelchair space: half of the name is too little for yes, and too much for the
  // default.
  void hear_thing() {
    const Utterance name(key_.key->name);
    const bool is_thing =
        name.size() > 1 &&
        lists("space seat seats place access menu pack cover insurance kit bed car food chair service rental",
              name.words().back().text);
    for (std::size_t at = 0; is_thing && at < sentence_.size(); ++at) {
      const bool is_named = sentence_[at].meaning == name[0].meaning && !is_empty_word(sentence_.text(at)) &&
                            !degree_of(sentence_.text(at));
      if (is_named && parse_.is_free(at) && !parse_.is_negated(at, 3))
        return draft_.hear(index_, {at, at + 1}, "not sure whether");
    }
  }

  // "I won't be there" for "The owner will be there": two words of the description, denied.
  void hear_denial() {
    const string_view text = string_view(key_.key->description).substr(0, kDescriptionBytesMax);
    const Utterance description(text.substr(0, text.find_first_of(".;")));
    for (std::size_t at = 1; at + 1 < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !parse_.is_negated(at, 3)) continue;
      for (std::size_t i = 0; i + 1 < description.size(); ++i) {
        const bool same =
            description.text(i) == word(at) && description.text(i + 1) == word(at + 1) && word(at) != "to";
        if (same) return draft_.hear(index_, {at - 1, at + 2}, "not sure whether");
      }
    }
  }

  // "with or without breakfast".
  bool says_either() {
    for (std::size_t at = 0; at + 2 < sentence_.size(); ++at) {
      if (sentence_.text(at) != "with" || sentence_.text(at + 1) != "or" ||
          sentence_.text(at + 2) != "without")
        continue;
      if (at + 3 < sentence_.size() &&
          std::ranges::find(key_.names, sentence_[at + 3].meaning) != key_.names.end()) {
        draft_.hear(index_, {at, at + 4}, "either");
        return true;
      }
    }
    return false;
  }

  // In the words of an example for no: 'room only' -> false.
  std::optional<Match> find_denial() {
    for (const auto& words : key_.denials) {
      for (std::size_t at = 0; at + words.size() <= sentence_.size(); ++at) {
        bool same = true;
        for (std::size_t i = 0; same && i < words.size(); ++i)
          same = parse_.is_free(at + i) && sentence_[at + i].meaning == words[i] &&
                 (i == 0 || sentence_.follows_on(at + i));
        if (!same) continue;
        const Span span{at, at + words.size()};
        Match match{"false", 0.85, parse_.text(span)};
        parse_.take(span);
        return match;
      }
    }
    return std::nullopt;
  }

  // "we have a dog" for pets: one of the kind that the key's name has.
  bool by_kind_of() {
    const auto is_of_key = [this](std::size_t at) {
      return std::ranges::any_of(key_.names,
                                 [&](const std::string& name) { return is_kind_of(word(at), name); });
    };
    for (std::size_t at = 1; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !is_of_key(at) || parse_.is_negated(at, 3)) continue;
      const bool is_had =
          lists("a an my our two three four his her their the with it's its is of", word(at - 1)) ||
          number_at(sentence_, at - 1);
      const bool stays_away = lists("stays stay remains lives", word(at + 1));  // "our dog stays at home"
      if (!is_had || stays_away || is_refused(sentence_, at)) continue;
      draft_.give(index_, Match{"true", 0.75, parse_.text({at, at + 1})});
      return true;
    }
    return false;
  }

  // "Reduced fee for students and pensioners": "I'm a student", ", pensioner".
  bool by_role() {
    const std::string text = a2a::text::lower_case(key_.key->description.substr(0, kDescriptionBytesMax));
    const auto from = text.find(" for ");
    if (from == std::string::npos) return false;
    const Utterance roles(string_view(text).substr(from, text.find_first_of(".;:", from) - from));
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool is_role =
          !is_empty_word(word(at)) && std::ranges::any_of(roles.words(), [&](const Word& role) {
            return role.meaning == sentence_[at].meaning && role.text.ends_with('s');
          });
      if (!is_role || !parse_.is_free(at)) continue;
      const bool speaks = at > 1 && lists("a an", word(at - 1)) && lists("i'm am as being", word(at - 2));
      const bool is_alone = at > 0 && !sentence_.follows_on(at) && !sentence_.follows_on(at + 1);
      if (!(speaks || is_alone) || parse_.is_negated(at, 3)) continue;
      draft_.give(index_, "true", 0.8, {at, at + 1});
      return true;
    }
    return false;
  }
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // Whether somebody comes along.
  bool is_of_company() const {
    const std::string text = a2a::text::lower_case(key_.key->name + " " + key_.key->description);
    return std::ranges::any_of(
               std::initializer_list<string_view>{"comes along", "come along", "second person", "accompan",
                                                  "companion", "brings somebody", "brings someone",
                                                  "joint appointment"},
               [&text](string_view words) { return text.contains(words); }) &&
           std::ranges::any_of(
               std::initializer_list<string_view>{"somebody", "someone", "person", "companion", "accompan",
                                                  "partner", "husband", "wife", "friend"},
               [&text](string_view words) { return text.contains(words); });
  }
  // "my wife and I", "with my son", "my brother is coming too"; "on my own". Anybody else may come or not.
  bool by_company() {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool is_lone = lists("alone", word(at)) || (word(at) == "own" && at > 0 && word(at - 1) == "my");
      if (is_lone && parse_.is_free(at)) {
        draft_.give(index_, "false", 0.8, {at, at + 1});
        return true;
      }
      const bool is_two = lists("both two", word(at)) && word(at + 1) == "of" && word(at + 2) == "us";
      const bool is_somebody = is_companion(word(at)) && at > 0 && lists("my our a", word(at - 1));
      if (!parse_.is_free(at) || !(is_two || is_somebody)) continue;
      const Span words{at, at + (is_two ? 3UL : 1UL)};
      if (is_two || comes_along(at))
        draft_.give(index_, "true", 0.8, words);
      else if (key_.key->default_value)
        draft_.hear(index_, words, "not sure whether");
      return true;
    }
    return false;
  }
  bool comes_along(std::size_t at) const {
    const auto before = at > 1 ? word(at - 2) : string_view();
    const bool with_me = lists("with bring bringing", before) ||
                         (before == "and" && at > 2 && lists("i me", word(at - 3))) ||
                         (word(at + 1) == "and" && lists("i me", word(at + 2)));
    std::size_t next = at + 1;
    while (lists("is will would wants to like also be", word(next))) ++next;
    return with_me || (lists("come comes coming join joins joining along too attend", word(next)) &&
                       !is_negation(word(at + 1)));
  }

  // "true only when the customer says that it is urgent": "it's urgent".
  bool by_condition(string_view condition) {
    const Utterance words(condition);
    for (std::size_t first = 0; first < words.size();) {
      std::size_t last = first;
      std::vector<std::string> content;
      bool is_plain = true;
      for (; last < words.size() && (last == first || (words.text(last) != "or" && words.follows_on(last)));
           ++last) {
        const auto each = words.text(last);
        is_plain = is_plain && !is_negation(each);
        const bool frames = is_empty_word(each) || is_person(each) ||
                            lists("or customer caller says say said told only somebody someone", each);
        if (!frames) content.push_back(words[last].meaning);
        if (lists("is wants needs", each)) content.clear();
      }
      if (is_plain && content.size() == 1 && give_by_word(content[0])) return true;
      if (is_plain && content.size() > 1 && give_by_words(content)) return true;
      first = last;
    }
    return false;
  }
  // "Whether the animal is afraid of strangers": "she's afraid of strangers", two words at least.
  bool by_asked_state() {
    const string_view text = string_view(key_.key->description).substr(0, kDescriptionBytesMax);
    const Utterance words(text.substr(0, text.find_first_of(".;(,")));
    std::vector<std::string> state;
    for (std::size_t at = 1; words.text(0) == "whether" && at < words.size(); ++at) {
      if (is_negation(words.text(at)) || words.text(at) == "or") return false;
      if (lists("is are has have", words.text(at))) {
        state.clear();
      } else if (!is_empty_word(words.text(at))) {
        state.push_back(words[at].meaning);
      }
    }
    return state.size() > 1 && state.size() < 4 && give_by_words(state);
  }
  bool give_by_word(const std::string& meaning) {
    for (std::size_t at = 0; meaning.size() >= 5 && at < sentence_.size(); ++at) {
      if (sentence_[at].meaning != meaning || !parse_.is_free(at) || is_of_another(meaning)) continue;
      draft_.give(index_, parse_.is_negated(at, 3) ? "false" : "true", 0.8, {at, at + 1});
      return true;
    }
    return false;
  }
  // All of them in one clause.
  bool give_by_words(const std::vector<std::string>& meanings) {
    for (std::size_t at = 0; at < sentence_.size();) {
      const Span clause = parse_.clause_of(at);
      at = clause.last;
      const auto said = hits(clause, meanings);
      const bool is_plain = std::ranges::all_of(
          said, [this](std::size_t each) { return parse_.is_free(each) && !parse_.is_negated(each, 4); });
      if (said.size() != meanings.size() || !is_plain) continue;
      draft_.give(index_, Match{"true", 0.8, parse_.text({said.front(), said.back() + 1})});
      take_core(said);
      return true;
    }
    return false;
  }
  bool is_of_another(const std::string& meaning) const {
    return std::ranges::any_of(draft_.keys(), [&](const KeyTerms& each) {
      return &each != &key_ && each.profile.cues.contains(meaning);
    });
  }

  // "Whether something in it breaks, like glass or china": "it's glass".
  bool by_listed_thing() {
    const auto words = find_listed_example(parse_, key_);
    if (!words || words->last - words->first > 2) return false;
    const std::size_t at = words->first;
    const auto before = at > 0 ? word(at - 1) : string_view();
    const bool is_somebody = is_companion(word(at)) || is_person(word(at));
    if (is_somebody || lists("in at from to near", before) || parse_.is_negated(at, 4) ||
        is_of_another(sentence_[at].meaning))
      return false;
    draft_.give(index_, "true", 0.75, *words);
    return true;
  }

  // "handle with care": the whole description, where it is short.
  std::optional<Match> find_described() {
    const string_view description = string_view(key_.key->description).substr(0, kDescriptionBytesMax);
    const Utterance words(description.substr(0, description.find_first_of(".;")));
    if (words.size() < 2 || words.size() > 5) return std::nullopt;
    for (std::size_t at = 0; at + words.size() <= sentence_.size(); ++at) {
      std::size_t same = 0;
      while (same < words.size() && parse_.is_free(at + same) && word(at + same) == words.text(same)) ++same;
      if (same < words.size() || parse_.is_negated(at, 3)) continue;
      const Span span{at, at + same};
      Match match{"true", 0.9, parse_.text(span)};
      parse_.take(span);
      return match;
    }
    return std::nullopt;
  }

  // "new customer", "a regular patient of yours", for keys about just that.
  bool newness() {
    const Utterance name(key_.key->name);
    std::optional<bool> of_new;
    for (const Word& word : name.words()) {
      if (lists("new first", word.text)) of_new = true;
      if (lists("existing returning current regular known member registered", word.text)) of_new = false;
    }
    const bool is_about_people = std::ranges::any_of(name.words(), [](const Word& word) {
      return lists(kRoles, word.text) || word.text == "visit" || word.text == "time";
    });
    if (!of_new || !is_about_people) return false;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool role = lists(kRoles, sentence_.text(at + 1));
      const bool is_new = (lists(kNewcomers, sentence_.text(at)) &&
                           (role || lists("here to", sentence_.text(at + 1)) || is_new_there(at))) ||
                          (sentence_.text(at) == "first" && lists("time visit", sentence_.text(at + 1))) ||
                          (sentence_.text(at) == "never" &&
                           lists("been visited used was were came come", sentence_.text(at + 1)));
      const bool is_known = (lists(kRegulars, sentence_.text(at)) && role) ||
                            (sentence_.text(at) == "already" &&
                             lists("a bank banking have am registered", sentence_.text(at + 1)) &&
                             (lists(kRoles, sentence_.text(at + 2)) || sentence_.text(at + 1) != "a"));
      if (const auto yet = standing(at)) {
        draft_.give(index_, *yet == *of_new ? "false" : "true", 0.85, {at, at + 1});
        return true;
      }
      if ((is_new || is_known) && parse_.is_free(at)) {
        const bool negated = parse_.is_negated(at, 2) && sentence_.text(at) != "never";
        draft_.give(index_, (is_new != negated) == *of_new ? "true" : "false", 0.85, {at, at + 2});
        return true;
      }
    }
    return false;
  }

  // "I'm new at your practice"
  bool is_new_there(std::size_t at) const {
    return at > 0 && lists("at with", word(at + 1)) && lists("i'm we're he's she's am are is", word(at - 1));
  }

  // "I'm not a customer yet": false; "I've been a customer for years": true.
  std::optional<bool> standing(std::size_t at) const {
    if (!parse_.is_free(at) || !is_role(word(at))) return std::nullopt;
    for (std::size_t back = 1; back <= std::min<std::size_t>(4, at) && sentence_.follows_on(at + 1 - back);
         ++back) {
      if (lists("been", word(at - back)) && !parse_.is_negated(at, 5)) return true;
      if (lists("not isn't aren't never", word(at - back))) return false;
      if (!lists("a an the your existing yet already", word(at - back))) break;
    }
    return std::nullopt;
  }
  static bool is_role(string_view role) {
    if (role.ends_with('s')) role.remove_suffix(1);
    return lists(kRoles, role);
  }

  // "she has to sign for it", where the description says "must sign".
  bool by_duty() {
    const Utterance text(string_view(key_.key->description).substr(0, kDescriptionBytesMax));
    for (std::size_t known = 0; known + 1 < text.size(); ++known) {
      if (!lists("must should", text.text(known)) || is_empty_word(text.text(known + 1))) continue;
      for (std::size_t at = 1; at < sentence_.size(); ++at) {
        const bool same = sentence_[at].meaning == text[known + 1].meaning && parse_.is_free(at);
        const std::size_t duty = at - (sentence_.text(at - 1) == "to" && at > 1 ? 2 : 1);
        const bool has_to = same && lists("must should has have needs need ought", sentence_.text(duty)) &&
                            sentence_.follows_on(at);
        if (!has_to || parse_.is_negated(at, 4)) continue;
        draft_.give(index_, "true", 0.8, {duty, at + 1});
        return true;
      }
    }
    return false;
  }

  // "it needs to be signed for" for signature
  bool by_need() {
    for (std::size_t at = 3; at < sentence_.size(); ++at) {
      const std::size_t duty = at - (word(at - 1) == "be" ? 1 : 0);
      const bool is_needed = word(duty - 1) == "to" && parse_.is_free(at) && sentence_.follows_on(at) &&
                             lists("need needs has have ought", word(duty - 2));
      const bool is_own =
          is_needed && std::ranges::any_of(Utterance(key_.key->name).words(),
                                           [&](const Word& name) { return is_done_by(word(at), name.text); });
      if (!is_own) continue;
      draft_.give(index_, parse_.is_negated(at, 4) ? "false" : "true", 0.8, {at, at + 1});
      return true;
    }
    return false;
  }

  // "I can come round", "I'll drop it off"; "please come", "send someone over".
  bool by_who_comes(const Sides& sides) {
    if (!sides.of_speaker) return false;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool i_come =
          at > 0 && lists("come bring drop pop carry", sentence_.text(at)) && speaks_before(at);
      const bool opens = at == 0 || !sentence_.follows_on(at) ||
                         lists("please someone somebody you technician could can", sentence_.text(at - 1));
      const bool you_come = opens && !i_come && sentence_.text(at) == "come" && !parse_.is_negated(at, 3);
      const bool sends = lists("send get have", sentence_.text(at)) &&
                         (lists("someone somebody", sentence_.text(at + 1)) ||
                          (sentence_.text(at) == "send" && lists("a an your", sentence_.text(at + 1))));
      if (!i_come && !you_come && !(sends && !parse_.is_negated(at, 3))) continue;
      const Span words{at, at + (sends ? 2UL : 1UL)};
      draft_.give(index_, Match{(i_come == *sides.of_speaker) ? "true" : "false", 0.75, parse_.text(words)});
      return true;
    }
    return false;
  }
  bool speaks_before(std::size_t at) const {
    const auto before = sentence_.text(at - 1);
    if (lists("i we i'll we'll", before)) return true;
    return lists("can will could would to", before) && at > 1 && lists("i we able", sentence_.text(at - 2));
  }

  // More words of one side than of the other, two at least, in one clause.
  void by_sides(const Sides& sides) {
    if (sides.yes.empty() || sides.no.empty()) return;
    for (std::size_t at = 0; at < sentence_.size();) {
      const Span clause = parse_.clause_of(at);
      const auto yes = hits(clause, sides.yes);
      const auto no = hits(clause, sides.no);
      const auto& more = yes.size() >= no.size() ? yes : no;
      if (more.size() >= 2 && yes.size() != no.size() && !parse_.is_negated(more.front(), 3)) {
        draft_.give(index_, Match{yes.size() > no.size() ? "true" : "false", 0.75,
                                  parse_.text({more.front(), more.back() + 1})});
        return take_core(more);
      }
      at = clause.last;
    }
  }
  std::vector<std::size_t> hits(Span clause, const std::vector<std::string>& side) const {
    std::vector<std::size_t> found;
    std::set<std::string> seen;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      const bool is_new = std::ranges::find(side, sentence_[at].meaning) != side.end() &&
                          seen.insert(sentence_[at].meaning).second;
      if (is_new) found.push_back(at);
    }
    return found;
  }
  void take_core(const std::vector<std::size_t>& words) {
    for (const std::size_t at : words) {
      if (parse_.is_free(at)) parse_.take({at, at + 1});
    }
  }

  Draft& draft_;
  Parse& parse_;
  const Utterance& sentence_;
  std::size_t index_;
  const KeyTerms& key_;
};

void map_pair(Draft& draft, std::size_t key, string_view text) {
  const Utterance& sentence = draft.sentence();
  const Utterance words(text);
  const bool is_pair = words.size() > 2 && words.text(1) == "and" && !is_empty_word(words.text(0)) &&
                       !is_empty_word(words.text(2)) && words.follows_on(1) && words.follows_on(2);
  for (std::size_t at = 0; is_pair && at + 2 < sentence.size() && draft.is_open(key); ++at) {
    const bool same = sentence.text(at) == words.text(0) && sentence.text(at + 1) == "and" &&
                      sentence.text(at + 2) == words.text(2) && sentence.follows_on(at + 2);
    if (same && draft.parse().is_free(at))
      draft.give(key, draft.parse().is_negated(at, 4) ? "false" : "true", 0.9, {at, at + 3});
  }
}

}  // namespace

// "Black and white instead of colour.", black_and_white: two words that are one expression, whatever each
// means elsewhere.
void map_pairs_of_words(Draft& draft) {
  for (const std::size_t key : draft.open(KeyKind::kSwitch)) {
    map_pair(draft, key, draft.key(key).key->name);
    if (draft.is_open(key))
      map_pair(draft, key, string_view(draft.key(key).key->description).substr(0, kDescriptionBytesMax));
  }
}

void map_switches(Draft& draft) {
  for (const std::size_t index : draft.open(KeyKind::kSwitch)) Switcher(draft, index).run();
}

}  // namespace schemagate::client_agent
