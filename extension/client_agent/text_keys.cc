// What is left of a sentence, for keys in the speaker's own words: a fault, a reason, a topic; and texts in
// the form of an example.
#include <algorithm>
#include <iterator>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/fault_words.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/listed_examples.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/reason_texts.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr double kLeast = 0.6;
constexpr double kMargin = 0.1;
constexpr std::size_t kLabelledWordsMax = 4;
constexpr string_view kOrders =
    "please send ring call bring mail come fix repair need want book make arrange reserve collect get give "
    "let ask tell write park leave "
    "don't dont use put look have help would like i'd could can will knock text confirm check schedule set "
    "find add hope";
constexpr string_view kWishes = "want wants need needs like prefer would could can please hope must i'd we'd";
constexpr string_view kTellingSubjects =
    "it its it's he she they there i i've we we've my our the this that his her nothing something";

class TextMapper {
 public:
  explicit TextMapper(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {}

  void run() {
    for (const std::size_t key : draft_.open(KeyKind::kFreeText)) map_free(key);
    for (const KeyKind kind : {KeyKind::kText, KeyKind::kPerson}) {
      for (const std::size_t key : draft_.open(kind)) {
        const auto words = kind == KeyKind::kText ? behind_verb(draft_.key(key)) : std::nullopt;
        if (words) {
          draft_.give(key, json_text(parse_.text({words->first + 1, words->last})), 0.8, *words);
        } else if (auto match = find_text(parse_, draft_.key(key))) {
          draft_.give(key, *std::move(match));
        }
        if (kind == KeyKind::kText && draft_.is_open(key)) map_labelled(key);
        if (kind == KeyKind::kText && draft_.is_open(key)) map_listed(key);
      }
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  void map_free(std::size_t key) {
    if (draft_.key(key).profile.is_wording) return;
    const bool has_verb = std::ranges::any_of(draft_.key(key).hints.examples,
                                              [](const Example& each) { return !verb_before(each).empty(); });
    if (const auto words = behind_verb(draft_.key(key))) {
      draft_.give(key, json_text(parse_.text({words->first + 1, words->last})), 0.8, *words);
      return;
    }
    const bool is_reason = is_about(draft_.key(key));
    const auto listed =
        asks_occasion(draft_.key(key)) ? find_listed_example(parse_, draft_.key(key)) : std::nullopt;
    if (listed) return draft_.give(key, json_text(parse_.text(*listed)), 0.8, *listed);
    if (has_verb && !is_reason && !is_of_fault(draft_.key(key))) return;
    std::vector<Fragment> fragments = fragments_of(draft_.key(key));
    std::ranges::stable_sort(fragments, std::greater(), &Fragment::score);
    if (fragments.empty() || fragments[0].score < kLeast) return;
    const bool is_close = fragments.size() > 1 && fragments[0].score - fragments[1].score < kMargin;
    if (is_close && is_reason) return draft_.hear(key, fragments[0].words, "something else may be meant");
    draft_.give(key, json_text(parse_.text(fragments[0].words)), fragments[0].score, fragments[0].words);
  }

  std::vector<Fragment> fragments_of(const KeyTerms& key) const {
    const bool is_fault = is_of_fault(key);
    const bool is_reason = is_about(key);
    auto found = is_reason ? reasons_in(parse_, key) : is_fault ? faults() : cued(key);
    if (is_fault && !is_reason && key.key->required)
      std::ranges::copy(reasons_in(parse_, key), std::back_inserter(found));
    const bool has_any =
        std::ranges::any_of(found, [](const Fragment& each) { return each.score >= kLeast; });
    if (has_any || !key.key->required) return found;
    if (const auto words = find_listed_example(parse_, key)) return {{*words, 0.8}};
    if (is_reason && (is_fault || asks_why(key))) found = faults();
    return found.empty() && (is_reason || is_fault) ? lone_reason(draft_) : found;
  }
  // "occasion", "e.g. wedding, birthday": of its examples, before any reason
  static bool asks_occasion(const KeyTerms& key) {
    const Utterance name(key.key->name);
    return std::ranges::find(name.words(), "occasion", &Word::text) != name.words().end();
  }
  static bool asks_why(const KeyTerms& key) {
    const Utterance text(key.key->name + " " + key.key->description);
    return std::ranges::find(text.words(), "why", &Word::text) != text.words().end();
  }

  // 'please remove the bin' -> 'the bin': what stands behind the verb of an example, the verb first.
  std::optional<Span> behind_verb(const KeyTerms& key) const {
    if (const auto words = behind_name(key)) return words;
    for (const Example& example : key.hints.examples) {
      const std::string verb = verb_before(example);
      for (std::size_t at = 0; !verb.empty() && at + 1 < sentence_.size(); ++at) {
        const bool is_verb = sentence_[at].meaning == verb && parse_.is_free(at) &&
                             sentence_.follows_on(at + 1) && !(at > 0 && is_negation(word(at - 1)));
        const std::size_t last = is_verb ? object_end(at + 1) : at;
        if (last > at + 1) return Span{at, last};
      }
    }
    return std::nullopt;
  }
  // "take out the bin" for take_out: the name as it is said, and its object.
  std::optional<Span> behind_name(const KeyTerms& key) const {
    const Utterance name(key.key->name);
    for (std::size_t at = 0; name.size() > 1 && at + name.size() < sentence_.size(); ++at) {
      std::size_t same = 0;
      while (same < name.size() && word(at + same) == name.text(same) && parse_.is_free(at + same)) ++same;
      const std::size_t object = at + name.size();
      const bool is_said = same == name.size() && lists("the a an my our that this those", word(object)) &&
                           !(at > 0 && is_negation(word(at - 1)));
      const std::size_t last = is_said ? object_end(object) : object;
      if (last > object) return Span{object - 1, last};
    }
    return std::nullopt;
  }
  // The meaning of the word that the example's target is the object of; empty without one.
  static std::string verb_before(const Example& example) {
    const Utterance phrase(example.phrase);
    const Utterance target(example.target);
    for (std::size_t at = 1; target.size() > 0 && at + target.size() <= phrase.size(); ++at) {
      if (phrase.span(at, at + target.size()) != string_view(example.target) || !phrase.follows_on(at))
        continue;
      std::size_t verb = at - 1;
      while (verb > 0 && lists("the a an my our", phrase.text(verb))) --verb;
      return is_empty_word(phrase.text(verb)) ? "" : phrase[verb].meaning;
    }
    return "";
  }
  // "party" of "party.jpg"
  bool names_file(std::size_t at) const {
    return at + 1 < sentence_.size() && sentence_[at + 1].separator == "." &&
           sentence_[at + 1].begin == sentence_[at].end + 1;
  }
  // Up to the end of the clause, and over "and the …", another object.
  std::size_t object_end(std::size_t first) const {
    std::size_t last = first;
    bool says = false;
    for (; last < sentence_.size() && parse_.is_free(last) && (last == first || sentence_.follows_on(last));
         ++last) {
      const bool goes_on =
          opens_clause(word(last)) && lists("the a an my our that those", word(last + 1)) && says;
      if (opens_clause(word(last)) && !goes_on) break;
      if (names_file(last)) break;
      says = says || parse_.is_content(last);
    }
    while (last > first && is_empty_word(word(last - 1)) && !lists("me us him her them it", word(last - 1)))
      --last;
    return says ? last : first;
  }

  // "badge KV21 DRX", "badge is KV21": what stands behind the key's name, to the end of the clause, where it
  // is written as no common words are.
  void map_labelled(std::size_t key) {
    const KeyProfile& profile = draft_.key(key).profile;
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || !profile.name_cues.contains(sentence_[at].meaning)) continue;
      const std::size_t first = at + (lists("is no number", word(at + 1)) ? 2 : 1);
      std::size_t last = first;
      while (last < std::min(sentence_.size(), first + kLabelledWordsMax) && parse_.is_free(last) &&
             sentence_[last].clause == sentence_[at].clause &&
             sentence_[last].sentence == sentence_[at].sentence && looks_coded(last))
        ++last;
      const bool is_whole = last >= sentence_.size() || !sentence_.follows_on(last);
      const bool has_rival = lists("or", word(last));
      if (last == first || !is_whole || has_rival) continue;
      draft_.give(key, json_text(parse_.text({first, last})), 0.8, {first, last});
      return parse_.take({at, last});
    }
  }
  // "a rental contract", for "e.g. a diploma, a contract": one of the examples, with what stands before it.
  void map_listed(std::size_t key) {
    auto words = find_listed_example(parse_, draft_.key(key));
    if (!words) return;
    const auto is_part = [this](std::size_t at) {
      return parse_.is_free(at) && parse_.is_content(at) && !is_request_verb(word(at)) &&
             !sentence_[at].is_capital && !word(at).ends_with("ed");
    };
    const bool goes_on = sentence_.follows_on(words->last) &&
                         (is_part(words->last) || (lists("of for about from between", word(words->last)) &&
                                                   lists("a an the my our his her", word(words->last + 1))));
    if (goes_on) return;  // "a contract for my flat"
    while (words->first > 0 && sentence_.follows_on(words->first) && is_part(words->first - 1))
      --words->first;
    draft_.give(key, json_text(parse_.text(*words)), 0.75, *words);
  }
  bool looks_coded(std::size_t at) const {
    const auto text = sentence_.span(at, at + 1);
    return std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
  }

  bool begins_sentence(std::size_t at) const {
    return at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence ||
           sentence_[at].separator.ends_with(':');
  }

  static bool is_about(const KeyTerms& key) {
    const Utterance text(key.key->name + " " + key.key->description);
    bool fault = false;
    bool reason = false;
    for (const Word& each : text.words()) {
      fault = fault || lists("fault wrong problem issue damage broken symptom defect happened", each.text);
      reason = reason || lists("reason purpose occasion topic subject about visit why", each.text);
    }
    return reason && !fault;
  }

  static bool is_of_fault(const KeyTerms& key) {
    const Utterance text(key.key->name + " " + key.key->description);
    return std::ranges::any_of(text.words(), [](const Word& each) {
      return lists(
          "fault wrong problem problems issue damage damaged broken symptom symptoms defect happened "
          "complaint",
          each.text);
    });
  }

  // Of any other matter only a part of the sentence that has a word of the key's own: "notes: …", "he needs
  // his medicine at six".
  std::vector<Fragment> cued(const KeyTerms& key) const {
    std::vector<Fragment> found;
    for (std::size_t at = 0; at < sentence_.size();) {
      const Span clause = part_of(at);
      at = clause.last;
      const auto words = core(clause);
      if (words && has_own_word(key, clause)) found.push_back({*words, 0.75});
    }
    return found;
  }
  bool has_own_word(const KeyTerms& key, Span clause) const {
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      if (parse_.is_free(at) && parse_.is_content(at) &&
          key.profile.name_cues.contains(sentence_[at].meaning))
        return true;
    }
    return false;
  }

  bool is_order(Span clause) const {
    std::size_t at = clause.first;
    while (at < clause.last && lists("and but so also please kindly then just", word(at))) {
      if (word(at) == "please") return true;
      ++at;
    }
    return lists(kOrders, word(at));
  }

  // The free words from the first that says something to the last.
  std::optional<Span> core(Span words) const {
    Span found{words.last, words.first};
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (!parse_.is_free(at) || !says_something(at)) continue;
      found.first = std::min(found.first, at);
      found.last = at + 1;
    }
    if (found.first >= found.last) return std::nullopt;
    for (std::size_t at = found.first; at < found.last; ++at) {
      if (!parse_.is_free(at)) found.first = at + 1;
    }
    while (found.first < found.last && !says_something(found.first)) ++found.first;
    // "the light inside flickers": a noun, whatever it says elsewhere
    if (found.first > words.first + 1 && parse_.is_free(found.first - 1) &&
        lists("the my our", word(found.first - 2)) && !is_empty_word(word(found.first - 1)))
      --found.first;
    const bool is_denied = is_negation(word(found.first)) && found.first > words.first &&
                           lists("does do did is was can will has", word(found.first - 1)) &&
                           parse_.is_free(found.first - 1);
    if (is_denied) --found.first;
    // "makes a loud noise"
    std::size_t verb = found.first;
    while (verb > words.first && lists("a an", word(verb - 1)) && parse_.is_free(verb - 1)) --verb;
    const bool is_made = verb > words.first + 1 && lists("makes making gives giving shows", word(verb - 1)) &&
                         parse_.is_free(verb - 1);
    if (is_made) found.first = verb - 1;
    if (lists("all", word(found.last)) && word(found.last + 2) == "time" && found.last + 3 <= words.last)
      found.last += 3;
    if (found.last + 1 < words.last && word(found.last) == "any" && word(found.last + 1) == "more")
      found.last += 2;
    return found.first < found.last ? std::optional(found) : std::nullopt;
  }
  bool says_something(std::size_t at) const {
    if (lists("still under yet already again over", word(at))) return false;
    const bool fails = at > 0 && is_negation(word(at - 1)) && sentence_.follows_on(at) &&
                       (is_light_word(word(at)) || degree_of(word(at)));  // "won't start", "won't light"
    return parse_.is_content(at) || is_negation(word(at)) || fails ||
           lists("no longer out off down half up", word(at));
  }

  // Statements about a thing: neither orders nor wishes. Neighbours in one sentence are one fault.
  std::vector<Fragment> faults() const {
    std::vector<Fragment> found;
    for (std::size_t at = 0; at < sentence_.size();) {
      const Span clause = part_of(at);
      at = clause.last;
      if (is_order(clause)) continue;
      auto words = core(clause);
      if (words && (is_of_switch(*words) || is_refusal(*words))) continue;
      if (words && (is_of_known_switch(clause) || only_corrects(*words))) continue;
      if (!words || only_praises(*words) || only_measures(*words) || says_who(clause) || only_waits(*words) ||
          word(clause.first) == "since")
        continue;
      const double score =
          clause.last - clause.first == 1 && word(clause.last) != "since" ? 0 : fault_score(clause, *words);
      if (score == 0) continue;
      if (!parse_.is_free(words->first - std::min<std::size_t>(1, words->first)) || !is_thing_open())
        words = with_thing(*words);
      else
        words = without_subject(*words);
      if (!is_thing_open()) words = with_antecedent(clause, *words);
      const bool goes_on = !found.empty() && found.back().words.last + 2 >= words->first &&
                           sentence_[words->first].sentence == sentence_[found.back().words.first].sentence &&
                           all_free({found.back().words.last, words->first});
      if (goes_on) {
        found.back().words.last = words->last;
        found.back().score = std::max(found.back().score, score);
      } else {
        found.push_back({*words, score});
      }
    }
    return found;
  }
  // "a cough that won't go away"
  Span with_antecedent(Span clause, Span words) const {
    if (!lists("that which", word(clause.first)) || words.first > clause.first + 1) return words;
    std::size_t first = clause.first;
    while (first > 0 && clause.first - first < 3 && sentence_.follows_on(first) &&
           parse_.is_free(first - 1) && parse_.is_content(first - 1) && !sentence_[first - 1].is_capital &&
           !is_request_verb(word(first - 1)))
      --first;
    return first < clause.first ? Span{first, words.last} : words;
  }
  // "and not a service", "last service was at 50,000 km": what is not to be done, or has been.
  bool is_refusal(Span words) const {
    const bool is_of_before = word(words.first) == "last" && lists("was were", word(words.first + 2));
    return is_of_before ||
           (lists("not no without", word(words.first)) && lists("a an the", word(words.first + 1)));
  }
  // "warranty expired", where a yes or no is about the warranty.
  bool is_of_switch(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      const bool is_named = std::ranges::any_of(draft_.keys(), [&](const KeyTerms& each) {
        return each.profile.kind == KeyKind::kSwitch &&
               each.profile.name_cues.contains(sentence_[at].meaning);
      });
      if (is_named && parse_.is_content(at)) return true;
    }
    return false;
  }

  // "no sorry", "up to ninety euros"
  bool only_corrects(Span words) const {
    const auto next = word(words.first + 1);
    return word(words.first) == "sorry" ||
           (word(words.first) == "no" && lists("sorry wait actually", next)) ||
           (word(words.first) == "up" && next == "to");
  }
  // "I never was at your clinic before", which a yes or no has understood.
  bool is_of_known_switch(Span clause) const {
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto place = draft_.key(key).profile.kind == KeyKind::kSwitch ? draft_.place(key) : std::nullopt;
      if (place && clause.first <= place->first && place->last <= clause.last) return true;
    }
    return false;
  }

  // The thing is asked for by a key of its own, which has not got it.
  bool is_thing_open() const {
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const KeyKind kind = draft_.key(key).profile.kind;
      const bool takes_thing = kind == KeyKind::kThing || kind == KeyKind::kChoice;
      if (takes_thing && draft_.key(key).key->required && draft_.is_open(key)) return true;
    }
    return false;
  }
  // "my coffee machine drips": what it does, where the thing itself is still to be named.
  Span without_subject(Span words) const {
    if (words.first == 0 || !lists("my our", word(words.first - 1))) return words;
    for (std::size_t at = words.first + 1; at < words.last; ++at) {
      if (is_failure(word(at)) || (is_verb_form(at) && !is_verb_form(at - 1))) return {at, words.last};
    }
    return words;
  }

  // "evening is best"
  bool only_praises(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (is_negation(word(at))) return false;
      if (parse_.is_content(at) && !is_everyday_word(word(at)) && !lists(kPraise, word(at)) &&
          !lists(kDayWords, word(at)) &&
          !lists("suit suits work works convenient morning afternoon evening urgent urgently due", word(at)))
        return false;
    }
    return true;
  }
  // "kilometres", "years ago"
  bool only_measures(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (!is_of_time_or_measure(word(at)) && word(at) != "ago") return false;
    }
    return true;
  }
  // "I've been trying since Monday": of the asking itself.
  bool only_waits(Span words) const {
    return words.last == words.first + 1 &&
           lists("trying waiting calling ringing looking wondering thinking asking", word(words.first));
  }
  // "I'm a regular patient", "he is already a member", "my name is Ada": who somebody is.
  bool says_who(Span clause) const {
    const std::size_t first = clause.first + (lists("and but", word(clause.first)) ? 1 : 0);
    if (lists("name surname number phone email address", word(first)) ||
        lists("name surname number phone email address", word(first + 1)))
      return true;
    const bool is_short = lists("i'm we're he's she's", word(first));
    const bool is_long = lists("i we he she", word(first)) && lists("am are is", word(first + 1));
    const std::size_t next = first + (is_long ? 2 : 1);
    return (is_short || is_long) && lists("a an the already", word(next));
  }

  // A fault is told with its thing, though a choice has understood that, too: "boiler broken".
  Span with_thing(Span words) const {
    constexpr std::size_t kReach = 4;
    for (std::size_t at = words.first; at > 0 && words.first - at < kReach && sentence_.follows_on(at);) {
      --at;
      const bool is_part = parse_.is_free(at) && parse_.is_content(at) && lists("of in", word(at + 1)) &&
                           lists("my the our", word(at + 2));
      if (explains_choice(at) || is_part) {  // "the chain of my bike keeps …"
        words.first = at;
      } else if (!parse_.is_free(at)) {
        break;
      }
    }
    for (std::size_t at = words.last;
         at < sentence_.size() && at < words.last + 2 && sentence_.follows_on(at); ++at) {
      if (explains_choice(at)) {
        words.last = at + 1;
      } else if (!lists("the a an my our is are", word(at))) {
        break;
      }
    }
    return words;
  }
  // Stands for a value of a choice, or beside the word that does.
  bool explains_choice(std::size_t at) const {
    if (parse_.is_free(at) || is_empty_word(word(at))) return false;
    for (std::size_t key = 0; key < draft_.keys().size(); ++key) {
      const auto place = draft_.place(key);
      if (place && at >= place->first && at < place->last)
        return draft_.key(key).profile.kind == KeyKind::kChoice;
    }
    return parse_.is_content(at) && (!sentence_[at].is_capital || begins_sentence(at));
  }

  // A clause, or what stands behind its colon; "… that won't start" is one of its own.
  Span part_of(std::size_t at) const {
    Span part{at, parse_.clause_of(at).last};
    for (std::size_t next = at + 1; next < part.last; ++next) {
      const bool tells = lists("that which", word(next)) && next + 1 < part.last &&
                         (is_failure(word(next + 1)) || is_verb_form(next + 1));
      if (sentence_[next].separator.starts_with(':') || tells) part.last = next;
    }
    return part;
  }
  bool is_verb_form(std::size_t at) const {
    return (word(at).size() > 3 && word(at).ends_with('s') && !word(at).ends_with("ss") &&
            !sentence_[at].is_capital) ||
           word(at).ends_with("n't");
  }
  bool all_free(Span words) const {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (!parse_.is_free(at)) return false;
    }
    return true;
  }

  double fault_score(Span clause, Span words) const {
    bool wishes = false;
    bool tells = false;
    for (std::size_t at = clause.first; at < clause.last; ++at) {
      wishes = wishes || lists(kWishes, word(at));
      const bool verb =
          lists(
              "is are was were isn't won't doesn't don't can't not no keeps stopped makes leaves smells "
              "trips has leaks broke fell went came lost stops since hurt hurts aches",
              word(at)) ||
          is_verb_form(at);
      tells = tells || verb;
    }
    tells = tells || word(clause.last) == "since";
    const bool of_thing =
        clause.first < words.first && !parse_.is_free(words.first - 1) && sentence_.follows_on(words.first);
    tells = tells || (of_thing && is_participle(words.first) && !word(words.first - 1).ends_with("ly"));
    if (is_noun_with_participle(clause)) return 0.86;
    if (is_purpose(clause)) return 0.86;
    if (wishes && !tells) return 0;
    const bool of_subject = lists(kTellingSubjects, word(clause.first)) ||
                            lists(kTellingSubjects, word(std::min(clause.first + 1, sentence_.size() - 1)));
    if (wishes) return 0.3;
    if (tells && (of_thing || of_subject)) return 0.85;
    return tells ? 0.7 : of_thing && words.last - words.first > 1 ? 0.62 : 0;
  }

  // "toilet blocked"
  bool is_participle(std::size_t at) const {
    return lists("broken stuck burst torn bent worn frozen loose", word(at)) ||
           (word(at).size() > 4 && word(at).ends_with("ed"));
  }
  // "boiler broken", "toilet blocked …", where nobody has taken the thing.
  bool is_noun_with_participle(Span clause) const {
    std::size_t at = clause.first;
    while (lists("my our the a", word(at))) ++at;
    for (std::size_t next = at + 1; next < std::min(clause.last, at + 3); ++next) {
      const bool is_noun = parse_.is_content(next - 1) && !word(next - 1).ends_with("ly") &&
                           !lists(kTellingSubjects, word(next - 1)) && !is_request_verb(word(next - 1));
      if (is_noun && is_participle(next) && parse_.is_free(next)) return true;
    }
    return false;
  }
  // ", to bleed the radiators": what is to be done.
  bool is_purpose(Span clause) const {
    return word(clause.first) == "to" && !sentence_.follows_on(clause.first) &&
           parse_.is_content(clause.first + 1) && !sentence_[clause.first + 1].is_capital &&
           !is_request_verb(word(clause.first + 1));
  }

  Draft& draft_;
  Parse& parse_;
  const Utterance& sentence_;
};

}  // namespace

void map_texts(Draft& draft) {
  TextMapper(draft).run();
}

}  // namespace schemagate::client_agent
