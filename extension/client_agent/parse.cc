#include "extension/client_agent/parse.h"

#include <algorithm>
#include <array>

#include "extension/client_agent/numbers.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kTogetherWordsMax = 9;
constexpr std::size_t kNegationReach = 5;

bool carries_no_concept(const Utterance& phrase, std::size_t at) {
  const auto word = phrase.text(at);
  return is_empty_word(word) || is_light_word(word) || is_negation(word) || degree_of(word) ||
         number_at(phrase, at).has_value();
}

std::vector<std::string> concept_of(string_view text) {
  const Utterance phrase(text);
  std::vector<std::string> meanings;
  for (std::size_t at = 0; at < phrase.size(); ++at) {
    const bool is_new = std::ranges::find(meanings, phrase[at].meaning) == meanings.end();
    if (is_new && !carries_no_concept(phrase, at)) meanings.push_back(phrase[at].meaning);
  }
  return meanings;
}

// "whiten" for whitening, but not "white".
bool is_form_of(string_view word, string_view name) {
  const auto [end, name_end] = std::ranges::mismatch(word, name);
  return static_cast<std::size_t>(end - word.begin()) + 3 >= name.size();
}

bool has_negation(string_view text) {
  const Utterance phrase(text);
  return std::ranges::any_of(phrase.words(), [](const Word& word) { return is_negation(word.text); });
}

std::vector<std::string> phrase_meanings(string_view text) {
  const Utterance phrase(text);
  std::vector<std::string> meanings;
  for (const Word& word : phrase.words()) meanings.push_back(word.meaning);
  return meanings;
}

// "mat_rental", "packing_service": the thing that is wanted, too.
void add_without_tail(KeyTerms& terms) {
  const Utterance name(terms.key->name);
  std::vector<std::string> words;
  for (const Word& word : name.words()) {
    const bool carries = word.text == "home" || !is_empty_word(word.text);
    if (carries &&
        !lists("rental service option included needed required wanted requested "
               "extra hire welcome allowed accepted only services offers offer serves allows provides "
               "available availability has have yes no or add adds include includes",
               word.text))
      words.push_back(word.meaning);
  }
  if (!words.empty() && words.size() < terms.names.size()) terms.concepts.push_back(std::move(words));
}

// "A high chair for a small child.", "Whether full cover without excess is wanted": two words at least that
// name it.
void add_described(KeyTerms& terms, string_view description) {
  const Utterance text(description.substr(0, kDescriptionBytesMax));
  std::size_t at = text.text(0) == "whether" ? 1 : 0;
  while (lists("a an the one", text.text(at))) ++at;
  std::vector<std::string> words;
  for (; at < text.size() && words.size() < 3 && (words.empty() || text.follows_on(at)); ++at) {
    if (lists("for without is are must should if to of in be with has", text.text(at)) && text.size() > 4)
      break;
    if (!is_empty_word(text.text(at))) words.push_back(text[at].meaning);
  }
  if (words.size() == 2 && words[0] != words[1]) terms.concepts.push_back(std::move(words));
}

// "auto": "Automatic gearbox.": the word that the name is short for.
void add_long_form(KeyTerms& terms, string_view description) {
  const Utterance name(terms.key->name);
  const Utterance text(description.substr(0, description.find_first_of(".;(")));
  if (name.size() != 1 || name.text(0).size() < 3) return;
  for (const Word& word : text.words()) {
    if (word.text.size() > name.text(0).size() + 2 && word.text.starts_with(name.text(0)))
      terms.concepts.push_back({word.meaning});
  }
}

}  // namespace

std::vector<std::string> words_of_id(string_view schema_id) {
  std::vector<std::string> words = meanings_of(schema_id);
  std::erase_if(words, [](const std::string& word) {
    return word.size() < 4 || word.find_first_of("0123456789") != std::string::npos;
  });
  return words;
}

KeyTerms key_terms(const schema_interaction::Key& key, const a2a::JsonTree* property) {
  KeyTerms terms{
      .key = &key, .hints = hints_of(key, property), .names = meanings_of(key.name), .concepts = {}};
  terms.profile = profile_of(key, terms.hints, property);
  if (lists("home", Utterance(key.name).text(0))) terms.names.insert(terms.names.begin(), meaning_of("home"));
  if (!terms.names.empty()) terms.concepts.push_back(terms.names);
  for (const Example& example : terms.hints.examples) {
    auto words = concept_of(example.phrase);
    const bool denies =
        terms.profile.kind == KeyKind::kSwitch && (example.target == "false" || example.target == "no");
    if (denies && !has_negation(example.phrase)) terms.denials.push_back(phrase_meanings(example.phrase));
    if (!denies && !words.empty() && !has_negation(example.phrase))
      terms.concepts.push_back(std::move(words));
  }
  if (terms.profile.kind == KeyKind::kSwitch) {
    add_described(terms, key.description);
    add_long_form(terms, string_view(key.description).substr(0, kDescriptionBytesMax));
    add_without_tail(terms);
  }
  return terms;
}

Parse::Parse(const Utterance& sentence, const schema_interaction::SchemaTemplate& schema)
    : sentence_(sentence),
      taken_(sentence.size(), false),
      reserved_(sentence.size(), false),
      aside_(sentence.size(), Aside::kNone) {
  const auto add = [](auto& set, string_view text) {
    for (std::string& meaning : meanings_of(text)) set.insert(std::move(meaning));
  };
  add(scenario_, schema.scenario);
  add(vocabulary_, schema.scenario);
  for (std::string& word : words_of_id(schema.schema_id)) vocabulary_.insert(std::move(word));
  for (const auto& key : schema.keys) {
    add(vocabulary_, key.name);
    add(vocabulary_, string_view(key.description).substr(0, kDescriptionBytesMax));
    add_places(key);
    add_denied(key.name);
    add_denied(string_view(key.description).substr(0, kDescriptionBytesMax));
  }
}

void Parse::add_denied(string_view description) {
  const Utterance words(description);
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (words.text(at - 1) == "non") denied_.insert(std::string(words.text(at)));
  }
}

bool Parse::is_denied_by_prefix(std::size_t at) const {
  return at > 0 && sentence_.text(at - 1) == "non" && sentence_.follows_on(at) &&
         !denied_.contains(sentence_.text(at));
}

void Parse::add_places(const schema_interaction::Key& key) {
  const Hints hints = read_description(key.description);
  if (!hints.is_place) return;
  for (const Example& example : hints.examples) {
    const Utterance phrase(example.phrase);
    const auto is_name = [](const Word& word) { return word.is_capital && word.text.size() > 3; };
    const auto name = std::ranges::find_if(phrase.words(), is_name);
    if (std::ranges::count_if(phrase.words(), is_name) == 1) places_.insert(name->text);
  }
}

void Parse::reserve(Span words) {
  for (std::size_t at = words.first; at < std::min(words.last, reserved_.size()); ++at) reserved_[at] = true;
}

void Parse::set_aside(Span words, Aside aside) {
  for (std::size_t at = words.first; at < std::min(words.last, aside_.size()); ++at) aside_[at] = aside;
}

void Parse::take(Span words) {
  for (std::size_t at = words.first; at < std::min(words.last, taken_.size()); ++at) taken_[at] = true;
}

Span Parse::clause_of(std::size_t at) const {
  Span clause{at, at + 1};
  while (clause.first > 0 && are_in_one_clause(clause.first - 1, at)) --clause.first;
  while (clause.last < sentence_.size() && are_in_one_clause(clause.last, at)) ++clause.last;
  return clause;
}

bool Parse::are_in_one_clause(std::size_t at, std::size_t other) const {
  return at < sentence_.size() && other < sentence_.size() && sentence_[at].clause == sentence_[other].clause;
}

bool Parse::is_content(std::size_t at) const {
  return !carries_no_concept(sentence_, at) && !is_of_scenario(at);
}

bool Parse::is_negated(std::size_t at, std::size_t reach) const {
  if (is_denied_by_prefix(at)) return true;
  for (std::size_t back = 1; back <= std::min(at, reach) && are_in_one_clause(at - back, at); ++back) {
    // "one-off"
    const bool is_prefix = sentence_[at - back].separator == "-" && sentence_.text(at - back) == "off";
    const bool is_allowed = lists("restriction restrictions limit limits objection problem problems mind",
                                  sentence_.text(at - back + 1));  // "no restriction on smoking"
    if (is_negation(sentence_.text(at - back)) && !is_prefix && !is_allowed) return true;
  }
  return false;
}

// The shortest span of free words that holds every meaning.
std::optional<Span> Parse::find_together(Span clause, const std::vector<std::string>& meanings) const {
  std::optional<Span> best;
  for (std::size_t first = clause.first; first < clause.last; ++first) {
    std::vector<bool> seen(meanings.size(), false);
    const std::size_t end = std::min(clause.last, first + kTogetherWordsMax);
    for (std::size_t at = first; at < end; ++at) {
      if (at == first && !is_free(at)) break;
      for (std::size_t i = 0; is_free(at) && i < meanings.size(); ++i) {
        if (sentence_[at].meaning == meanings[i] || (at > first && is_joined(at, meanings[i])))
          seen[i] = true;
      }
      if (std::ranges::find(seen, false) != seen.end()) continue;
      if (!best || at + 1 - first < best->last - best->first) best = Span{first, at + 1};
      break;
    }
  }
  return best;
}

// "wi-fi" for wifi.
bool Parse::is_joined(std::size_t at, const std::string& meaning) const {
  return at > 0 && sentence_[at].separator == "-" && is_free(at - 1) &&
         stem_of(std::string(sentence_.text(at - 1)) + std::string(sentence_.text(at))) == meaning;
}

// "leave the teeth alone", "keep the background as it is", "don't touch my skin".
bool Parse::says_leave_alone(Span clause) const {
  constexpr std::array kWords = {string_view("alone"), string_view("untouched"), string_view("unchanged"),
                                 string_view("natural")};
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    const auto word = sentence_.text(at);
    if (std::ranges::find(kWords, word) != kWords.end()) return true;
    const bool changes = word == "touch" || word == "change" || word == "alter" || word == "edit";
    if (changes && is_negated(at, 1)) return true;
    if (word == "as" && (sentence_.text(at + 1) == "is" || sentence_.text(at + 2) == "is")) return true;
    if (word == "as" && (sentence_.text(at + 1) == "they" && sentence_.text(at + 2) == "are")) return true;
  }
  return false;
}

bool Parse::holds_literally(Span words, const KeyTerms& key) const {
  std::vector<std::string> stems;
  for (std::size_t at = words.first; at < words.last; ++at) stems.push_back(stem_of(sentence_.text(at)));
  const Utterance name(key.key->name);
  return std::ranges::all_of(name.words(), [&stems](const Word& word) {
    return std::ranges::find(stems, stem_of(word.text)) != stems.end();
  });
}

// "breakfast not needed", "a waiter won't be necessary".
bool Parse::is_unneeded(std::size_t first, std::size_t last) const {
  bool denies = false;
  for (std::size_t at = first; at < std::min(last, first + 4); ++at) {
    const auto word = sentence_.text(at);
    if (denies && lists("needed required necessary wanted need want", word)) return true;
    denies = denies || (is_negation(word) && word != "no");
  }
  return lists("unnecessary unneeded", sentence_.text(std::min(first, sentence_.size()))) && first < last;
}

ConceptMatch Parse::match_at(Span words, Span clause, const KeyTerms& key) const {
  ConceptMatch match{.words = words, .by_name = holds_literally(words, key)};
  for (std::size_t at = words.first; at < words.last; ++at)
    match.is_negated = match.is_negated || is_negation(sentence_.text(at));
  const auto next = words.last < clause.last ? sentence_.text(words.last) : string_view();
  const bool is_off = next == "off" || next == "no" || next == "false";
  match.is_negated = match.is_negated || is_off || is_negated(words.first, kNegationReach);
  match.is_negated = match.is_negated || is_unneeded(words.last, clause.last);
  // "we pack everything ourselves": nobody else is to.
  for (std::size_t at = words.last; at < clause.last; ++at)
    match.is_negated = match.is_negated || lists("ourselves myself", sentence_.text(at));
  if (says_leave_alone(clause))
    match = {.words = {words.first, clause.last}, .is_negated = true, .by_name = true};
  return match;
}

// The last name, where the clause says nothing else: "no blur"; the first, where it is to be left alone.
std::optional<ConceptMatch> Parse::find_by_half(Span clause, const KeyTerms& key) const {
  std::optional<std::size_t> head;
  std::optional<std::size_t> object;
  std::size_t others = 0;
  const Utterance name(key.key->name);
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    if (!is_free(at)) continue;
    if (stem_of(sentence_.text(at)) == key.names.back() && !is_of_time_or_measure(sentence_.text(at)) &&
        is_form_of(sentence_.text(at), name.words().back().text)) {
      head = at;
    } else if (sentence_[at].meaning == key.names.front()) {
      object = at;
    } else if (is_content(at)) {
      ++others;
    }
  }
  const bool is_told =
      std::ranges::any_of(sentence_.words().begin() + static_cast<std::ptrdiff_t>(clause.first),
                          sentence_.words().begin() + static_cast<std::ptrdiff_t>(clause.last),
                          [](const Word& word) { return lists("i we he she they to", word.text); });
  const bool is_subject = head && lists("is was will has", sentence_.text(*head + 1));  // "the driver is 45"
  if (head && others == 0 && !is_told && !is_subject)
    return ConceptMatch{{*head, *head + 1}, is_negated(*head, kNegationReach), true, 0.7};
  if (object && says_leave_alone(clause)) return ConceptMatch{{*object, clause.last}, true, false, 0.8};
  return std::nullopt;
}

std::optional<ConceptMatch> Parse::find_in_clause(Span clause, const KeyTerms& key) const {
  for (const auto& concept_words : key.concepts) {
    if (const auto words = find_together(clause, concept_words)) return match_at(*words, clause, key);
  }
  return key.names.size() < 2 ? std::nullopt : find_by_half(clause, key);
}

std::optional<ConceptMatch> Parse::find(const KeyTerms& key) const {
  for (std::size_t at = 0; at < sentence_.size();) {
    const Span clause = clause_of(at);
    if (auto match = find_in_clause(clause, key)) return match;
    at = clause.last;
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
