#include <algorithm>
#include <iterator>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

// "meter_reading": has one unit, which nobody says.
bool is_read_off(const KeyTerms& key) {
  const Utterance name(key.key->name);
  return std::ranges::any_of(name.words(), [](const Word& each) {
    return lists("reading meter counter odometer mileage", each.text);
  });
}

}  // namespace

// The only number of a sentence for the only key that has to have one, beside a word of that key: "the
// counter shows 4512", "counter: 4512".
void map_lone_number(Draft& draft) {
  std::vector<std::size_t> keys = draft.open(KeyKind::kCount);
  std::ranges::copy_if(draft.open(KeyKind::kMeasure), std::back_inserter(keys),
                       [&](std::size_t key) { return is_read_off(draft.key(key)); });
  std::erase_if(keys, [&](std::size_t key) { return !draft.key(key).key->required; });
  const Utterance& sentence = draft.sentence();
  std::optional<Span> lone;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const auto number = draft.parse().is_free(at) ? number_at(sentence, at) : std::nullopt;
    if (!number) continue;
    if (lone) return;
    lone = Span{at, at + number->words};
    at += number->words - 1;
  }
  if (keys.size() != 1 || !lone) return;
  const std::size_t next = lone->last;
  const bool goes_on = next < sentence.size() && sentence.follows_on(next);
  // "500 leaflets", of which a choice has taken the thing.
  const bool counts_chosen = goes_on && !draft.parse().is_free(next) && sentence.text(next).ends_with('s') &&
                             !is_of_time_or_measure(sentence.text(next));
  const bool ends = !goes_on || is_empty_word(sentence.text(next)) || counts_chosen;
  const std::size_t before = lone->first - std::min<std::size_t>(1, lone->first);
  const bool is_named =
      counts_chosen ||
      (before < lone->first && draft.key(keys[0]).profile.cues.contains(sentence[before].meaning) &&
       sentence[before].sentence == sentence[lone->first].sentence);
  const double value = number_at(sentence, lone->first)->value;
  if (ends && is_named && fits(draft.key(keys[0]), value))
    draft.give(keys[0], number_json(value), 0.75, *lone);
}

}  // namespace schemagate::client_agent
