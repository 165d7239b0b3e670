#include "extension/client_agent/counted_things.h"

#include <algorithm>

#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {

using std::string_view;

bool counts_anything(const KeyTerms& key) {
  const auto& things = key.profile.things;
  const std::vector<std::string> kinds = meanings_of("piece item unit quantity");
  return !things.empty() && std::ranges::all_of(things, [&kinds](const auto& thing) {
    return thing.size() == 1 && std::ranges::find(kinds, thing[0]) != kinds.end();
  });
}

bool counts_tickets(const KeyTerms& key) {
  return std::ranges::any_of(key.profile.things, [](const auto& thing) {
    return thing.size() == 1 && (thing[0] == meaning_of("ticket") || thing[0] == meaning_of("seat") ||
                                 thing[0] == meaning_of("place"));
  });
}

bool is_what_they_do(const KeyTerms& key, string_view text) {
  if (text.ends_with('s')) text.remove_suffix(1);
  const Utterance words(key.key->name + " " + key.key->description.substr(0, kDescriptionBytesMax));
  const auto is_doer = [text](const Word& each) {
    string_view doer = each.text;
    if (doer.ends_with('s')) doer.remove_suffix(1);
    return text.size() > 2 && doer.starts_with(text) &&
           (doer.substr(text.size()) == "r" || doer.substr(text.size()) == "er");
  };
  return std::ranges::any_of(words.words(), is_doer);
}

std::optional<Total> find_ordinal(const Parse& parse, const KeyTerms& key) {
  const Utterance& sentence = parse.sentence();
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool is_thing = std::ranges::any_of(
        key.profile.things, [&](const auto& thing) { return thing.back() == sentence[at].meaning; });
    if (!is_thing || !parse.is_free(at)) continue;
    if (const auto number = number_at(sentence, at + 1); number && sentence.follows_on(at + 1))
      return Total{number->value, {at, at + 1 + number->words}, 0.9, false, true};
    for (std::size_t words = 2; words > 0; --words) {
      const auto number = at >= words ? ordinal_at(sentence, at - words) : std::nullopt;
      if (number && number->words == words)
        return Total{number->value, {at - words, at + 1}, 0.9, false, true};
    }
    if (at > 0 && sentence.text(at - 1) == "ground" && sentence.text(at) == "floor")
      return Total{0, {at - 1, at + 1}, 0.9, false, true};
  }
  return std::nullopt;
}

}  // namespace schemagate::client_agent
