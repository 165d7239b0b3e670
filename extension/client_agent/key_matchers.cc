#include "extension/client_agent/key_matchers.h"

#include <algorithm>
#include <array>

#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kTextWordsMax = 4;

// A number or a degree beside the words: more than yes or no.
bool is_graded(const Parse& parse, Span words) {
  const auto& sentence = parse.sentence();
  const Span clause = parse.clause_of(words.first);
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    if (parse.is_free(at) && degree_of(sentence.text(at))) return true;
  }
  return false;
}

// A share anywhere beside the words, or a number next to them.
bool is_measured(const Parse& parse, Span words) {
  const auto& sentence = parse.sentence();
  const auto before = words.first > 0 ? number_at(sentence, words.first - 1) : std::nullopt;
  const auto noun = sentence.text(words.last - 1);
  const bool is_counted = before && before->value > 1 && noun.ends_with('s') && !noun.ends_with("ss");
  if (is_counted) return false;  // "two pianos": some
  const Span clause = parse.clause_of(words.first);
  for (std::size_t at = clause.first; at < clause.last; ++at) {
    const bool is_near = at + 1 >= words.first && at <= words.last;
    if (!parse.is_free(at)) continue;
    if (share_at(parse.sentence(), at) || (is_near && number_at(parse.sentence(), at))) return true;
  }
  return false;
}

// The words before an example's target that say what comes: "my name is" of 'my name is Bob' -> 'Bob'.
std::string lead_of(const Example& example) {
  const Utterance phrase(example.phrase);
  const Utterance target(example.target);
  for (std::size_t at = 1; at < phrase.size(); ++at) {
    if (phrase.text(at) == target.text(0)) return std::string(phrase.span(0, at));
  }
  return "";
}

// Where words with the same meanings stand one after another.
std::optional<std::size_t> end_of(const Parse& parse, const Utterance& lead) {
  const auto& sentence = parse.sentence();
  for (std::size_t at = 0; at + lead.size() < sentence.size(); ++at) {
    std::size_t same = 0;
    while (same < lead.size() && parse.is_free(at + same) &&
           sentence[at + same].meaning == lead[same].meaning)
      ++same;
    if (same == lead.size()) return at + same;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Match> find_switch(Parse& parse, const KeyTerms& key) {
  const auto match = parse.find(key);
  if (!match) return std::nullopt;
  const bool is_fine = !match->by_name || is_graded(parse, match->words);
  const bool is_for_other = key.hints.wants_other_for_fine && is_fine;
  if (!match->is_negated && (is_for_other || is_measured(parse, match->words))) return std::nullopt;
  const std::string evidence = parse.text(match->words);
  parse.take(match->words);
  parse.take_in_clause(match->words, [&parse, &match](std::size_t at) {
    const auto word = parse.sentence().text(at);
    return degree_of(word) || is_light_word(word) ||
           (match->is_negated && (is_negation(word) || word == "non" || !parse.is_content(at)));
  });
  return Match{match->is_negated ? "false" : "true", match->confidence, evidence};
}

std::optional<Match> find_text(Parse& parse, const KeyTerms& key) {
  for (const Example& example : key.hints.examples) {
    const Utterance lead(lead_of(example));
    const auto begin = lead.size() == 0 ? std::nullopt : end_of(parse, lead);
    if (!begin) continue;
    std::size_t last = *begin;
    while (last < *begin + kTextWordsMax && parse.is_free(last) && parse.are_in_one_clause(*begin, last))
      ++last;
    while (last > *begin && is_empty_word(parse.sentence().text(last - 1))) --last;
    if (last == *begin) continue;
    const std::string text = parse.text({*begin, last});
    parse.take({*begin - lead.size(), last});
    return Match{json_text(text), 0.7, text};
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
