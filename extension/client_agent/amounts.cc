#include <algorithm>
#include <cmath>

#include "extension/client_agent/findings.h"
#include "extension/client_agent/key_value.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using schema_interaction::KeyType;

constexpr std::size_t kReach = 4;  // words between a key's words and its number or degree

double at_share(const KeyReading& key, double share) {
  const Range range = key.hints.range.value_or(Range{0, 1});
  const double value = range.least + share * (range.most - range.least);
  return key.key->type == KeyType::kInteger ? std::round(value) : std::round(value * 100) / 100;
}

std::optional<double> degree_in(const Utterance& sentence, Stretch words) {
  std::optional<double> degree;
  for (std::size_t at = words.first; at < words.last; ++at) {
    const bool at_most = sentence.text(at) == "possible" && at > 0 && sentence.text(at - 1) == "as";
    if (auto found = at_most ? std::optional(1.0) : degree_of(sentence.text(at))) degree = found;
  }
  return degree;
}

// What an example says of this degree: 'light skin smoothing' -> 3.
std::optional<double> degree_by_example(const KeyReading& key, std::optional<double> degree) {
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
  Stretch words;
};

std::optional<Amount> amount_at(const Reading& reading, const KeyReading& key, std::size_t at) {
  const auto& sentence = reading.sentence();
  if (!reading.is_free(at)) return std::nullopt;
  if (const auto share = share_at(sentence, at); share && share->value <= 1 && key.hints.range) {
    return Amount{at_share(key, share->value), {at, at + share->words}};
  }
  const auto number = number_at(sentence, at);
  if (!number || is_measured(sentence, at + number->words)) return std::nullopt;
  return Amount{number->value, {at, at + number->words}};
}

std::optional<Amount> amount_in(const Reading& reading, const KeyReading& key, Stretch words) {
  for (std::size_t at = words.first; at < words.last; ++at) {
    if (auto amount = amount_at(reading, key, at)) return amount;
  }
  return std::nullopt;
}

// The clause, and the next one when it says nothing but how much: "smooth the skin, just a little".
Stretch graded_words(const Reading& reading, const KeyReading& key, Stretch words) {
  const auto& sentence = reading.sentence();
  const Stretch clause = reading.clause_of(words.first);
  Stretch near{words.first - std::min(words.first - clause.first, kReach),
               std::min(clause.last, words.last + kReach)};
  if (near.last != clause.last || clause.last >= sentence.size()) return near;
  const Stretch next = reading.clause_of(clause.last);
  bool grades_only = degree_in(sentence, next).has_value() || amount_in(reading, key, next);
  for (std::size_t at = next.first; at < next.last; ++at) {
    if (reading.is_content(at) || is_negation(sentence.text(at)) || !reading.is_free(at)) grades_only = false;
  }
  return grades_only ? Stretch{near.first, next.last} : near;
}

void take_degrees(Reading& reading, Stretch words) {
  for (std::size_t at = words.first; at < words.last; ++at) {
    if (degree_of(reading.sentence().text(at))) reading.take({at, at + 1});
  }
}

void take_negation(Reading& reading, Stretch words) {
  reading.take_in_clause(words, [&reading, words](std::size_t at) {
    return at <= words.last &&
           (is_negation(reading.sentence().text(at)) || is_light_word(reading.sentence().text(at)));
  });
}

}  // namespace

std::optional<Finding> find_amount(Reading& reading, const KeyReading& key) {
  const auto hit = reading.find(key);
  if (!hit) return std::nullopt;
  const auto& range = key.hints.range;
  if (hit->is_negated) {
    const bool has_zero = range && range->least <= 0 && range->most >= 0;
    if (!has_zero) return std::nullopt;
    reading.take(hit->words);
    take_negation(reading, hit->words);
    return Finding{"0", hit->confidence, reading.text(hit->words)};
  }
  const Stretch graded = graded_words(reading, key, hit->words);
  auto amount =
      amount_in(reading, key, {hit->words.last, graded.last});  // behind the words, rather than before
  if (!amount) amount = amount_in(reading, key, {graded.first, hit->words.last});
  if (amount) {
    if (!fits(key, amount->value)) return std::nullopt;
    const Stretch all{std::min(hit->words.first, amount->words.first),
                      std::max(hit->words.last, amount->words.last)};
    reading.take(all);
    return Finding{number_json(amount->value), 0.95, reading.text(all)};
  }
  const auto degree = degree_in(reading.sentence(), graded);
  const auto by_example = degree_by_example(key, degree);
  if (!range && !by_example) return std::nullopt;
  const double value = by_example ? *by_example : at_share(key, degree.value_or(kPlainDegree));
  if (!fits(key, value)) return std::nullopt;
  reading.take(hit->words);
  take_degrees(reading, graded);
  return Finding{number_json(value), degree ? hit->confidence : hit->confidence - 0.1,
                 reading.text(hit->words)};
}

}  // namespace schemagate::client_agent
