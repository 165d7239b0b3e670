#include <algorithm>
#include <cmath>

#include "extension/client_agent/key_matchers.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::KeyType;

constexpr std::size_t kReach = 5;  // words between a key's words and its number or degree

double at_share(const KeyTerms& key, double share) {
  const Range range = key.hints.range.value_or(Range{0, 1});
  const double value = range.least + share * (range.most - range.least);
  return key.key->type == KeyType::kInteger ? std::round(value) : std::round(value * 100) / 100;
}

std::optional<double> degree_in(const Utterance& sentence, Span words) {
  std::optional<double> degree;
  for (std::size_t at = words.first; at < words.last; ++at) {
    const bool at_most = sentence.text(at) == "possible" && at > 0 && sentence.text(at - 1) == "as";
    if (auto found = at_most ? std::optional(1.0) : degree_of(sentence.text(at))) degree = found;
  }
  return degree;
}

// What an example says of this degree: 'light skin smoothing' -> 3.
std::optional<double> degree_by_example(const KeyTerms& key, std::optional<double> degree) {
  for (const Example& example : key.hints.examples) {
    const Utterance phrase(example.phrase);
    const Utterance target(example.target);
    const auto value = number_at(target, 0);
    if (value && degree_in(phrase, {0, phrase.size()}) == degree) return value->value;
  }
  return std::nullopt;
}

struct Amount {
  double value = 0;
  Span words;
};

std::optional<Amount> amount_at(const Parse& parse, const KeyTerms& key, std::size_t at) {
  const auto& sentence = parse.sentence();
  if (!parse.is_free(at)) return std::nullopt;
  if (const auto share = share_at(sentence, at); share && share->value <= 1 && key.hints.range) {
    return Amount{at_share(key, share->value), {at, at + share->words}};
  }
  const auto number = number_at(sentence, at);
  if (!number || is_measured(sentence, at + number->words)) return std::nullopt;
  return Amount{number->value, {at, at + number->words}};
}

std::optional<Amount> amount_in(const Parse& parse, const KeyTerms& key, Span words) {
  for (std::size_t at = words.first; at < words.last; ++at) {
    if (auto amount = amount_at(parse, key, at)) return amount;
  }
  return std::nullopt;
}

// The clause, and the next one when it says nothing but how much: "smooth the skin, just a little".
Span graded_words(const Parse& parse, const KeyTerms& key, Span words) {
  const auto& sentence = parse.sentence();
  const Span clause = parse.clause_of(words.first);
  Span near{words.first - std::min(words.first - clause.first, kReach),
            std::min(clause.last, words.last + kReach)};
  if (near.last != clause.last || clause.last >= sentence.size()) return near;
  const Span next = parse.clause_of(clause.last);
  bool grades_only = degree_in(sentence, next).has_value() || amount_in(parse, key, next);
  for (std::size_t at = next.first; at < next.last; ++at) {
    if (parse.is_content(at) || is_negation(sentence.text(at)) || !parse.is_free(at)) grades_only = false;
  }
  return grades_only ? Span{near.first, next.last} : near;
}

void take_degrees(Parse& parse, Span words) {
  for (std::size_t at = words.first; at < words.last; ++at) {
    if (degree_of(parse.sentence().text(at))) parse.take({at, at + 1});
  }
}

void take_negation(Parse& parse, Span words) {
  parse.take_in_clause(words, [&parse, words](std::size_t at) {
    return at <= words.last &&
           (is_negation(parse.sentence().text(at)) || is_light_word(parse.sentence().text(at)));
  });
}

// Up to five words behind, without a break but one in what is taken: "brighten beach.png a bit".
Span near_behind(const Parse& parse, Span words) {
  std::size_t last = words.last;
  while (last < std::min(parse.sentence().size(), words.last + 5) &&
         (parse.sentence().follows_on(last) || parse.taken()[last]))
    ++last;
  return {words.last, last};
}

}  // namespace

std::optional<Match> find_amount(Parse& parse, const KeyTerms& key) {
  const auto match = parse.find(key);
  if (!match) return std::nullopt;
  const auto& range = key.hints.range;
  if (match->is_negated) {
    const bool has_zero = range && range->least <= 0 && range->most >= 0;
    if (!has_zero) return std::nullopt;
    parse.take(match->words);
    take_negation(parse, match->words);
    return Match{"0", match->confidence, parse.text(match->words)};
  }
  const Span graded = graded_words(parse, key, match->words);
  auto amount =
      amount_in(parse, key, {match->words.last, graded.last});  // behind the words, rather than before
  if (!amount) amount = amount_in(parse, key, {graded.first, match->words.last});
  if (amount) {
    if (!fits(key, amount->value)) return std::nullopt;
    const Span all{std::min(match->words.first, amount->words.first),
                   std::max(match->words.last, amount->words.last)};
    parse.take(all);
    return Match{number_json(amount->value), 0.95, parse.text(all)};
  }
  auto degree = degree_in(parse.sentence(), graded);
  // "brighten wedding.jpg a bit"
  if (!degree) degree = degree_in(parse.sentence(), near_behind(parse, match->words));
  const auto by_example = degree_by_example(key, degree);
  if (!range && !by_example) return std::nullopt;
  const double value = by_example ? *by_example : at_share(key, degree.value_or(kPlainDegree));
  if (!fits(key, value)) return std::nullopt;
  parse.take(match->words);
  take_degrees(parse, graded);
  return Match{number_json(value), degree ? match->confidence : match->confidence - 0.1,
               parse.text(match->words)};
}

}  // namespace schemagate::client_agent
