#include "extension/client_agent/chooser.h"

#include <algorithm>
#include <set>

#include "a2a/text/ascii.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_forms.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr double kDoubtful = 0.4;  // of a value that may belong to the next word: "a business trip"

Form form_of(string_view value) {
  const Utterance words(value);
  Form form;
  for (const Word& word : words.words()) {
    form.joined += word.text;
    form.stems.push_back(stem_of(word.text));
  }
  form.joined = stem_of(form.joined);
  return form;
}

// "black and white is not allowed": what stands before word `at` is not wanted.
bool is_denied_behind(const Utterance& sentence, std::size_t at) {
  const bool is_short = lists("isn't aren't won't", sentence.text(at));
  const bool is_long = lists("is are", sentence.text(at)) && sentence.text(at + 1) == "not";
  if (at >= sentence.size() || !sentence.follows_on(at) || !(is_short || is_long)) return false;
  std::size_t next = at + (is_long ? 2 : 1);
  if (sentence.text(next) == "be") ++next;
  return lists("allowed possible wanted needed necessary required suitable acceptable what for an",
               sentence.text(next));
}

}  // namespace

Chooser::Chooser(const Parse& parse, const KeyTerms& key, std::size_t index, Meanings labels, Meanings others)
    : labels_(std::move(labels)),
      others_(std::move(others)),
      parse_(parse),
      sentence_(parse.sentence()),
      key_(key),
      index_(index),
      cues_(key.names),
      phrases_(phrases_of(key)) {
  std::set<std::string> value_words;
  for (const Phrase& phrase : phrases_)
    forms_.push_back(phrase.weight >= kByName ? form_of(phrase.value) : Form());
  for (const Phrase& phrase : phrases_) value_words.insert(phrase.meanings.begin(), phrase.meanings.end());
  for (const auto& meanings : key.concepts) {
    for (const std::string& meaning : meanings) {
      if (!value_words.contains(meaning)) cues_.push_back(meaning);
    }
  }
}

std::vector<Named> Chooser::named() const {
  std::vector<Named> found;
  for (const Phrase& phrase : phrases_) {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      auto mention = mention_at(at, phrase);
      if (!mention) continue;
      const auto overlapped = std::ranges::find_if(found, [&mention](const Named& other) {
        return mention->words.first < other.words.last && other.words.first < mention->words.last;
      });
      if (overlapped == found.end()) {
        found.push_back(*mention);
      } else if ((overlapped->weight < mention->weight && overlapped->size <= mention->size) ||
                 (overlapped->weight == mention->weight && overlapped->size < mention->size)) {
        *overlapped = *mention;
      }
    }
  }
  add_scattered(found);
  return found;
}

// The words of a value in another order, near together: "pick up my glasses" for glasses_pickup.
void Chooser::add_scattered(std::vector<Named>& found) const {
  for (const Phrase& phrase : phrases_) {
    if (phrase.weight < kByName || phrase.meanings.size() < 2 || !found.empty()) continue;
    for (std::size_t at = 0; at < sentence_.size() && found.empty(); ++at) {
      const std::size_t last = scattered_end(at, phrase);
      if (last > at)
        found.push_back({phrase.value, {at, last}, kByPart, 0.75, parse_.is_negated(at, kRefusalReach), 2});
    }
  }
}

std::size_t Chooser::scattered_end(std::size_t at, const Phrase& phrase) const {
  constexpr std::size_t kWindow = 5;
  std::vector<std::string> open = form_of_phrase(phrase).stems;
  for (std::size_t next = at; next < at + kWindow && parse_.are_in_one_clause(at, next); ++next) {
    if (!parse_.is_free(next)) return at;
    const std::string joined =
        stem_of(std::string(sentence_.text(next)) + std::string(sentence_.text(next + 1)));
    const std::size_t before = open.size();
    std::erase(open, stem_of(sentence_.text(next)));
    const bool is_two = open.size() == before && std::erase(open, joined) > 0;
    if (open.size() == before && next == at) return at;
    if (open.empty()) return next + (is_two ? 2 : 1);
  }
  return at;
}

// "no filter", where the key has a value for that.
std::optional<Named> Chooser::refused() const {
  const auto none = std::ranges::find_if(key_.hints.values, [](string_view value) {
    return value == "none" || value == "off" || value == "no";
  });
  if (none == key_.hints.values.end()) return std::nullopt;
  for (std::size_t at = 0; at < sentence_.size(); ++at) {
    const bool is_named = std::ranges::find(key_.names, sentence_[at].meaning) != key_.names.end();
    if (!is_named || !parse_.is_free(at) || !parse_.is_negated(at, kRefusalReach)) continue;
    return Named{*none, {at, at + 1}, kByName, 0.9, false};
  }
  return std::nullopt;
}

// An everyday word that is a value, too: "small", wherever it stands.
std::optional<Span> Chooser::everyday() const {
  for (std::size_t at = 0; at < sentence_.size(); ++at) {
    const auto word = sentence_.text(at);
    const bool is_plain = !lists(
        "none no any all other default on off yes free open first normal standard "
        "regular",
        word);
    const auto before = at > 0 ? sentence_.text(at - 1) : string_view();
    const bool is_named = sentence_[at].is_capital && at + 1 < sentence_.size() &&
                          sentence_.follows_on(at + 1) && sentence_[at + 1].is_capital;  // "Bar Luna"
    const bool praises = lists("be is was are sounds looks that's it's so very really pretty", before);
    if (is_plain && !praises && !is_named && is_everyday_word(word) && parse_.is_free(at) &&
        std::ranges::find(key_.hints.values, word) != key_.hints.values.end())
      return Span{at, at + 1};
  }
  return std::nullopt;
}

// "wash and iron", where one value is explained by "wash" and another one is called "iron only".
std::optional<Span> Chooser::rival_of(const Named& chosen) const {
  const Utterance own(chosen.value);
  if (chosen.weight >= kByName || says_all(own, chosen.words)) return std::nullopt;
  for (std::size_t at = 0; at < sentence_.size(); ++at) {
    const bool is_own = at >= chosen.words.first && at < chosen.words.last;
    if (is_own || !parse_.is_free(at) || !parse_.is_content(at) || is_everyday_word(sentence_.text(at)) ||
        parse_.is_negated(at, kRefusalReach))
      continue;
    const auto says = [&](const Utterance& value) {
      return std::ranges::find(value.words(), sentence_[at].meaning, &Word::meaning) != value.words().end();
    };
    const bool is_other = !says(own) && std::ranges::any_of(key_.hints.values, [&](const std::string& value) {
      return value != chosen.value && says(Utterance(value));
    });
    if (is_other) return Span{std::min(at, chosen.words.first), std::max(at + 1, chosen.words.last)};
  }
  return std::nullopt;
}

// "video call" for video
bool Chooser::says_all(const Utterance& value, Span words) const {
  return std::ranges::all_of(value.words(), [&](const Word& part) {
    for (std::size_t at = words.first; at < words.last; ++at) {
      if (sentence_[at].meaning == part.meaning) return true;
    }
    return false;
  });
}

// A word that only an explanation of this key has, where a default would pass over it.
std::optional<Span> Chooser::hint() const {
  for (std::size_t at = 0; at < sentence_.size(); ++at) {
    const bool is_noun = at > 0 && sentence_.text(at - 1) == "the";  // "the bar", "the box"
    if (!parse_.is_free(at) || !parse_.is_content(at) || (is_everyday_word(sentence_.text(at)) && !is_noun) ||
        parse_.is_negated(at, kRefusalReach))
      continue;
    for (const Phrase& phrase : phrases_) {
      const bool is_long =
          phrase.meanings.size() > 1 && phrase.weight < kByName && (sentence_.text(at).size() > 3 || is_noun);
      if (std::ranges::any_of(phrase.meanings, is_empty_word)) continue;  // "room only"
      if (others_.contains(sentence_[at].meaning) || lists(kBookingNouns, sentence_.text(at))) continue;
      if (is_long && std::ranges::find(phrase.meanings, sentence_[at].meaning) != phrase.meanings.end())
        return Span{at, at + 1};
    }
  }
  return std::nullopt;
}

// "care" has the stem of "car", and "for" may have that of anything.
bool Chooser::is_chance(std::size_t at, const Phrase& phrase) const {
  const auto word = sentence_.text(at);
  if (phrase.meanings.size() == 1 && is_empty_word(word)) return word != phrase.value;
  if (phrase.meanings.size() == 1 && is_verb_made_of(word, phrase.value)) return true;
  const bool is_short = phrase.weight == kByName && phrase.meanings.size() == 1 && phrase.value.size() <= 3;
  return is_short && word.starts_with(phrase.value) && word != phrase.value &&
         word != std::string(phrase.value) + "s";
}

// "Rose Miller" is no rose.
bool Chooser::is_part_of_name(std::size_t at, const Phrase& phrase) const {
  if (phrase.meanings.size() != 1 || !sentence_[at].is_capital || a2a::text::is_upper(phrase.value.front()))
    return false;
  const bool begins = at == 0 || sentence_[at - 1].sentence != sentence_[at].sentence;
  const auto goes_on = [this](std::size_t next) {
    return next < sentence_.size() && sentence_[next].is_capital && !parse_.is_of_template(next);
  };
  return (!begins && sentence_.follows_on(at + 1) && goes_on(at + 1)) ||
         (at > 1 && sentence_[at - 2].sentence == sentence_[at].sentence && sentence_.follows_on(at) &&
          goes_on(at - 1) && sentence_.text(at - 1) != "i");
}

// "branch" of "my branch is Altona", "the Altona branch": says what the name is.
bool Chooser::is_label(std::size_t at) const {
  if (!labels_.contains(sentence_[at].meaning)) return false;
  const auto is_name = [this](std::size_t next) {
    return next < sentence_.size() && sentence_[next].is_capital && sentence_.text(next) != "i";
  };
  const bool before = at > 1 && sentence_.follows_on(at) && is_name(at - 1);
  const std::size_t next = at + (lists("is in", sentence_.text(at + 1)) ? 2 : 1);
  return before || (is_name(next) && (next > at + 1 || sentence_.follows_on(next) ||
                                      sentence_[next].separator.starts_with(':')));
}

// "improv" for improvisation, where no other value begins so.
bool Chooser::abbreviates(std::size_t at, const Phrase& phrase) const {
  const auto word = sentence_.text(at);
  if (phrase.weight == kByName && phrase.meanings.size() == 1 && phrase.value.size() >= 4 &&
      word == std::string(phrase.value) + "ible")
    return true;  // "flexible" for flex
  if (phrase.weight != kByName || phrase.meanings.size() != 1 || word.size() < 5 ||
      lists("after before under above other later", word) || phrase.value.size() < word.size() + 4 ||
      !phrase.value.starts_with(word))
    return false;
  return std::ranges::count_if(key_.hints.values,
                               [word](const std::string& value) { return value.starts_with(word); }) == 1;
}

bool Chooser::practises(std::size_t at, const Phrase& phrase) const {
  return phrase.weight == kByName && phrase.meanings.size() == 1 &&
         is_practitioner_of(sentence_.text(at), phrase.value);
}

// "bed bugs" for bedbugs, "dishwasher" for dish_washer: how many words of the sentence say it in another
// spacing; 0: none do.
std::size_t Chooser::respaced(std::size_t at, const Phrase& phrase) const {
  if (phrase.weight != kByName) return 0;
  const Form& form = form_of_phrase(phrase);
  const bool is_one = form.stems.size() == 1;
  if (!is_one && parse_.is_free(at) && stem_of(sentence_.text(at)) == form.joined) return 1;
  const bool two = is_one && parse_.is_free(at) && parse_.is_free(at + 1) && sentence_.follows_on(at + 1);
  return two && stem_of(std::string(sentence_.text(at)) + std::string(sentence_.text(at + 1))) == form.joined
             ? 2
             : 0;
}

const Form& Chooser::form_of_phrase(const Phrase& phrase) const {
  return forms_[static_cast<std::size_t>(&phrase - phrases_.data())];
}

bool Chooser::is_cue(std::size_t at) const {
  return parse_.is_free(at) && std::ranges::find(cues_, sentence_[at].meaning) != cues_.end();
}

// "iphone" for phone.
bool Chooser::ends_with_value(std::size_t at, const Phrase& phrase) const {
  if (std::ranges::find(key_.hints.values, sentence_.text(at)) != key_.hints.values.end()) return false;
  if (is_compound(at, phrase)) return true;
  return phrase.weight == kByName && phrase.meanings.size() == 1 && phrase.value.size() >= 5 &&
         sentence_.text(at).size() > phrase.value.size() && sentence_.text(at).ends_with(phrase.value) &&
         word_in_thesaurus(sentence_.text(at)).empty();  // "flight" is no light
}

// "haircut" for cut, where the template speaks of hair.
bool Chooser::is_compound(std::size_t at, const Phrase& phrase) const {
  const auto word = sentence_.text(at);
  if (phrase.weight != kByName || phrase.meanings.size() != 1 || phrase.value.size() < 3 ||
      word.size() < phrase.value.size() + 3 || !word.ends_with(phrase.value))
    return false;
  const auto rest = word.substr(0, word.size() - phrase.value.size());
  return parse_.is_word_of_template(meaning_of(rest));
}

// "Reserve …", "to book …": what is done, not what is chosen.
bool Chooser::is_verb(std::size_t at) const {
  const auto word = sentence_.text(at);
  if (!lists("book reserve order get give make arrange schedule buy purchase rent hire send put set add do "
             "plan look find see take need have open hold save store keep leave note block ship",
             word) ||
      at + 1 >= sentence_.size() || !sentence_.follows_on(at + 1))
    return false;
  const bool opens = at == 0 || !sentence_.follows_on(at) ||
                     lists("to please you and but then i we can could", sentence_.text(at - 1));
  return opens &&
         (lists("a an the me us my our it this", sentence_.text(at + 1)) || sentence_[at + 1].is_capital);
}

// "png" of "team.png": the name of a file chooses nothing.
bool Chooser::ends_file_name(std::size_t at) const {
  return at > 0 && sentence_[at].separator == "." && sentence_[at].begin == sentence_[at - 1].end + 1;
}

std::optional<Named> Chooser::mention_at(std::size_t at, const Phrase& phrase) const {
  if (ends_file_name(at) || is_part_of_name(at, phrase) || (phrase.meanings.size() == 1 && is_label(at)))
    return std::nullopt;
  if (const std::size_t words = respaced(at, phrase))
    return Named{phrase.value,
                 {at, at + words},
                 phrase.weight,
                 0.9,
                 parse_.is_negated(at, kRefusalReach) || is_refused(sentence_, at),
                 words};
  std::size_t next = at;
  for (std::size_t i = 0; i < phrase.meanings.size(); ++i) {
    if (i > 0 && phrase.weight < kByName) {
      while (next < sentence_.size() && lists("the a an of my our at for in it them", sentence_.text(next)))
        ++next;
    }
    const bool is_joined =
        i > 0 && phrase.weight == kByName && sentence_.text(next) == "and" && phrase.meanings[i] != "and";
    if (is_joined) ++next;  // "black and white" for black_white
    if (!parse_.is_free(next) || (i > 0 && !sentence_.follows_on(next)) ||
        (is_verb(next) && key_.key->type == schema_interaction::KeyType::kString && phrase.weight == kByName))
      return std::nullopt;
    const bool same = (sentence_[next].meaning == phrase.meanings[i] && !is_chance(next, phrase)) ||
                      ends_with_value(next, phrase) || abbreviates(next, phrase) || practises(next, phrase);
    if (!same) return std::nullopt;
    ++next;
  }
  Span words{at, next};
  const double confidence = confidence_of(words, phrase);
  if (confidence == 0) return std::nullopt;
  while (parse_.are_in_one_clause(at, words.last) && is_cue(words.last)) ++words.last;
  while (words.first > 0 && parse_.are_in_one_clause(at, words.first - 1) && is_cue(words.first - 1))
    --words.first;
  // "car" for vehicle: as good as an explanation.
  const bool is_synonym = phrase.weight == kByName && phrase.meanings.size() == 1 &&
                          stem_of(sentence_.text(at)) != stem_of(Utterance(phrase.value).text(0)) &&
                          !ends_with_value(at, phrase) && !abbreviates(at, phrase) && !practises(at, phrase);
  const double weight = is_synonym ? kByGloss : phrase.weight;
  return Named{phrase.value,
               words,
               weight,
               confidence * std::min(1.0, weight + 0.05),
               parse_.is_negated(at, kRefusalReach) || is_refused(sentence_, at) ||
                   is_denied_behind(sentence_, words.last),
               phrase.meanings.size()};
}

// With a word of the key beside it a value is certain; alone it may mean something else: "a business trip".
double Chooser::confidence_of(Span words, const Phrase& phrase) const {
  const std::size_t first = words.first;
  const bool has_next = parse_.are_in_one_clause(first, words.last);
  const bool cue_after = has_next && is_cue(words.last);
  const bool cue_before = first > 0 && is_cue(first - 1) && parse_.are_in_one_clause(first, first - 1);
  const bool cue_two_before = first > 1 && is_cue(first - 2) && is_empty_word(sentence_.text(first - 1));
  const auto before = first > 0 ? sentence_.text(first - 1) : string_view();
  const bool is_class = has_next && sentence_.text(words.last) == "class" && sentence_.follows_on(words.last);
  if (phrase.meanings.size() > 1 || is_class || cue_after || cue_before || cue_two_before) return 0.95;
  if (lists("my our your his her their", before) &&
      (is_person(sentence_.text(first)) || lists("family group", sentence_.text(first))))
    return 0;
  if (is_everyday_word(sentence_.text(first))) {
    const bool is_thing = lists("box bar post family single double", sentence_.text(first));
    const bool is_noun = phrase.weight < kByName && is_noun_in_place(words);
    return is_noun || stands_alone(words) || describes_thing(words) ? 0.75 : is_thing ? kDoubtful : 0;
  }
  const auto next = sentence_.text(words.last);
  const bool is_transparent = lists(
      "class option style type version problem issue question matter appointment meeting plan advice "
      "adviser advisor please car vehicle "
      "repair",
      next);
  const bool goes_on =
      has_next && !is_transparent && parse_.is_free(words.last) && !parse_.is_of_template(words.last) &&
      (parse_.is_content(words.last) || next == "trip" || next == "journey") &&
      sentence_.follows_on(words.last) &&
      !lists("not no doesn't won't is has keeps makes stopped broke instead though then too either", next) &&
      !sentence_[words.last].is_capital && is_nounlike(next);
  const bool is_own_word = stem_of(sentence_.text(first)) == stem_of(Utterance(phrase.value).text(0));
  const bool is_asked_for = first > 1 && lists("a an", before) &&
                            (is_request_verb(sentence_.text(first - 2)) ||
                             lists("need want like me us for", sentence_.text(first - 2))) &&
                            !lists("number trip journey address food umbrella case charger", next);
  return !goes_on                                                               ? 0.85
         : is_own_word && !is_asked_for && !is_adjective(sentence_.text(first)) ? kDoubtful
                                                                                : 0.7;
}

// "the light in the hall", "our light keeps …": no word of how something is.
bool Chooser::is_noun_in_place(Span words) const {
  return words.first > 0 && lists("the my our this that", sentence_.text(words.first - 1)) &&
         sentence_.follows_on(words.first) && sentence_.follows_on(words.last) &&
         lists("in on at above over of is was has keeps doesn't won't isn't does goes stopped",
               sentence_.text(words.last));
}

// "a small car", "something large": what the word belongs to is what the template is about.
bool Chooser::describes_thing(Span words) const {
  const auto word = sentence_.text(words.first);
  if (lists("none no any all other default new old on off open free last second yes best first", word))
    return false;
  const auto before = words.first > 0 ? sentence_.text(words.first - 1) : string_view();
  if (lists("something anything", before) && sentence_.follows_on(words.first)) return true;
  const bool is_beside = words.last < sentence_.size() && sentence_.follows_on(words.last);
  // "a large bunch of sunflowers"
  const bool of_amount = is_beside && sentence_.text(words.last + 1) == "of" &&
                         words.last + 2 < sentence_.size() && lists("small medium large big tiny huge", word);
  if (of_amount) return true;
  return is_beside && !lists("warm cold cool hot light dark", word) &&
         (parse_.is_of_scenario(words.last) ||
          lists("car vehicle room seat seats ticket tickets bed cabin size", sentence_.text(words.last)));
}

// "a single without breakfast", "one seat in first": an article before, and nothing that it could belong
// to.
bool Chooser::stands_alone(Span words) const {
  const auto word = sentence_.text(words.first);
  if (lists("none no any all other default new old on off open free last second yes best", word))
    return false;
  const auto before = words.first > 0 ? sentence_.text(words.first - 1) : string_view();
  const auto earlier = words.first > 1 ? sentence_.text(words.first - 2) : string_view();
  const bool led = lists("a an in by via per", before) ||
                   (before == "the" && lists("at in on by", earlier)) || words.first == 0 ||
                   !sentence_.follows_on(words.first);
  const bool ends =
      words.last >= sentence_.size() || !sentence_.follows_on(words.last) ||
      lists("with without for from to in on at please and is will if", sentence_.text(words.last));
  return led && ends && !lists("cool warm cold hot light dark high low small large", word);
}

}  // namespace schemagate::client_agent
