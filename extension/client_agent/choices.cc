#include <algorithm>
#include <set>

#include "extension/client_agent/key_matchers.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kRefusalReach = 3;

// One of the key's values, and what its words mean, in their order.
struct Value {
  string_view text;
  std::vector<std::string> meanings;
};

// A value that stands in the sentence.
struct Named {
  string_view value;
  Span words;
  double confidence = 0;
  bool is_negated = false;
};

// Finds the values of one key.
class Chooser {
 public:
  Chooser(const Parse& parse, const KeyTerms& key)
      : parse_(parse), sentence_(parse.sentence()), key_(key), cues_(key.names) {
    for (string_view text : key.hints.values) add_value(text);
    std::ranges::stable_sort(values_, std::greater(),
                             [](const Value& value) { return value.meanings.size(); });
    for (const auto& meanings : key.concepts) {
      for (const std::string& meaning : meanings) {
        if (!value_words_.contains(meaning)) cues_.push_back(meaning);
      }
    }
  }

  std::vector<Named> named() const {
    std::vector<Named> found;
    for (const Value& value : values_) {
      for (std::size_t at = 0; at < sentence_.size(); ++at) {
        auto mention = mention_at(at, value);
        const bool overlaps =
            mention && std::ranges::any_of(found, [&mention](const Named& other) {
              return mention->words.first < other.words.last && other.words.first < mention->words.last;
            });
        if (mention && !overlaps) found.push_back(*mention);
      }
    }
    return found;
  }

  // "no filter", where the key has a value for that.
  std::optional<Named> refused() const {
    const auto none = std::ranges::find_if(key_.hints.values, [](string_view value) {
      return value == "none" || value == "off" || value == "no";
    });
    if (none == key_.hints.values.end()) return std::nullopt;
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const bool is_named = std::ranges::find(key_.names, sentence_[at].meaning) != key_.names.end();
      if (!is_named || !parse_.is_free(at) || !parse_.is_negated(at, kRefusalReach)) continue;
      return Named{*none, {at, at + 1}, 0.9, false};
    }
    return std::nullopt;
  }

 private:
  // Nobody can name a value without words.
  void add_value(string_view text) {
    const Utterance words(text);
    if (words.size() == 0) return;
    Value& value = values_.emplace_back(Value{text, {}});
    for (const Word& word : words.words()) value.meanings.push_back(word.meaning);
    value_words_.insert(value.meanings.begin(), value.meanings.end());
  }

  bool is_cue(std::size_t at) const {
    return parse_.is_free(at) && std::ranges::find(cues_, sentence_[at].meaning) != cues_.end();
  }

  std::optional<Named> mention_at(std::size_t at, const Value& value) const {
    const std::size_t size = value.meanings.size();
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_same = parse_.is_free(at + i) && sentence_[at + i].meaning == value.meanings[i];
      if (!is_same || !parse_.are_in_one_clause(at, at + i)) return std::nullopt;
    }
    Span words{at, at + size};
    const double confidence = confidence_of(words, size > 1);
    while (parse_.are_in_one_clause(at, words.last) && is_cue(words.last)) ++words.last;
    if (confidence == 0) return std::nullopt;
    while (words.first > 0 && parse_.are_in_one_clause(at, words.first - 1) && is_cue(words.first - 1))
      --words.first;
    return Named{value.text, words, confidence, parse_.is_negated(at, kRefusalReach)};
  }

  // With a word of the key beside it a value is certain; alone it may mean something else: "a business trip".
  double confidence_of(Span words, bool is_long) const {
    const bool has_next = parse_.are_in_one_clause(words.first, words.last);
    const bool cue_after = has_next && is_cue(words.last);
    const bool cue_before = words.first > 0 && is_cue(words.first - 1);
    const bool cue_two_before =
        words.first > 1 && is_cue(words.first - 2) && is_empty_word(sentence_.text(words.first - 1));
    if (is_long || cue_after || cue_before || cue_two_before) return 0.95;
    if (is_everyday_word(sentence_.text(words.first))) return 0;
    const auto next = sentence_.text(words.last);
    const bool goes_on = has_next && parse_.is_free(words.last) && !parse_.is_of_template(words.last) &&
                         (parse_.is_content(words.last) || next == "trip" || next == "journey");
    return goes_on ? 0 : 0.85;
  }

  const Parse& parse_;
  const Utterance& sentence_;
  const KeyTerms& key_;
  std::vector<Value> values_;          // those of the most words first
  std::set<std::string> value_words_;  // meanings
  std::vector<std::string> cues_;
};

void take_named(Parse& parse, const Named& named) {
  parse.take(named.words);
  if (!named.is_negated && named.value != "none") return;
  const auto& sentence = parse.sentence();
  for (std::size_t back = 1; back <= std::min(named.words.first, kRefusalReach); ++back) {
    const std::size_t at = named.words.first - back;
    if (!parse.are_in_one_clause(at, named.words.first)) break;
    if (is_negation(sentence.text(at))) parse.take({at, named.words.first});
  }
}

}  // namespace

std::optional<Match> find_choice(Parse& parse, const KeyTerms& key) {
  const Chooser chooser(parse, key);
  const std::vector<Named> named = chooser.named();
  std::optional<Named> chosen;
  for (const Named& each : named) {
    if (each.is_negated) continue;
    if (chosen && chosen->value != each.value) return std::nullopt;
    if (!chosen || each.confidence > chosen->confidence) chosen = each;
  }
  for (const Named& each : named) {
    if (each.is_negated || (chosen && each.value == chosen->value)) take_named(parse, each);
  }
  if (!chosen) {
    chosen = chooser.refused();
    if (chosen) take_named(parse, *chosen);
  }
  if (!chosen) return std::nullopt;
  return Match{json_text(chosen->value), chosen->confidence, parse.text(chosen->words)};
}

}  // namespace schemagate::client_agent
