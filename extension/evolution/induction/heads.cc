#include "extension/evolution/induction/heads.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <set>

#include "extension/evolution/induction/screening.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

constexpr double kHeadShare = 0.3;
constexpr double kAttributeShare = 0.5;  // of the word that listed values belong to
constexpr double kValueShare = 0.05;
constexpr double kValueLift = 1.5;
constexpr double kCoverage = 0.6;
constexpr double kExclusion = 0.75;
constexpr std::size_t kValuesMax = 10;
constexpr double kNamesCoverage = 0.75;
constexpr double kTogetherShare = 0.3;  // of the rarer word's fragments: else they are two wishes
constexpr double kPlaceShare = 0.5;
constexpr double kAdjacentShare = 0.25;
constexpr double kOneShare = 0.1;

// What is left of "no, that is all": there is no wish in it.
bool is_never_a_name(const Word& word) {
  return is_negation(word.spelled) || is_function_word(word.spelled) || is_polite_word(word.spelled);
}

bool names_nothing(const Word& word) {
  return is_never_a_name(word) || is_vague_word(word.spelled) || is_more_word(word.spelled) ||
         is_less_word(word.spelled);
}

double rank(const Word& word) {
  return static_cast<double>(word.count) * word.idf;
}

std::vector<const Word*> ranked(const Readings& readings, const Publicity& publicity, bool vague) {
  std::vector<const Word*> words;
  for (const Word& word : readings.words) {
    const bool fits = !is_never_a_name(word) && (vague || !names_nothing(word));
    if (fits && is_publishable(word, publicity)) words.push_back(&word);
  }
  std::ranges::stable_sort(words, std::ranges::greater{}, [](const Word* word) { return rank(*word); });
  return words;
}

std::ptrdiff_t place_of(const Reading& reading, const Word& word) {
  return std::ranges::find(reading.stems, word.stem) - reading.stems.begin();
}

bool is_spoken_first(const Readings& readings, const Word& one, const Word& other) {
  std::ptrdiff_t balance = 0;
  for (const Reading& reading : readings.all) {
    if (!reading.has_stem(one.stem) || !reading.has_stem(other.stem)) continue;
    balance += place_of(reading, one) < place_of(reading, other) ? 1 : -1;
  }
  return balance >= 0;
}

// Readings that have both.
std::size_t together(const Readings& readings, const Word& one, const Word& other) {
  return static_cast<std::size_t>(std::ranges::count_if(readings.all, [&one, &other](const Reading& reading) {
    return reading.has_stem(one.stem) && reading.has_stem(other.stem);
  }));
}

bool exclude_each_other(const Readings& readings, const Word& one, const Word& other) {
  const auto both = static_cast<double>(together(readings, one, other));
  return both <= (1 - kExclusion) * static_cast<double>(std::min(one.count, other.count));
}

// How two words stand to one another in the fragments that have both.
struct Pairing {
  std::size_t together = 0;
  std::size_t adjacent = 0;
  std::size_t apart = 0;  // a preposition between them: the first is the head
};

Pairing pairing_of(const Readings& readings, const Word& one, const Word& other) {
  Pairing pairing;
  for (const Reading& reading : readings.all) {
    if (!reading.has_stem(one.stem) || !reading.has_stem(other.stem)) continue;
    const auto [first, last] = std::minmax({place_of(reading, one), place_of(reading, other)});
    ++pairing.together;
    const auto between =
        std::ranges::subrange(reading.tokens.begin() + first + 1, reading.tokens.begin() + last);
    const auto is_content = [](const Token& token) { return token.content; };
    const auto ties = [](const Token& token) { return is_preposition(token.text); };
    if (std::ranges::all_of(between, is_content)) ++pairing.adjacent;
    if (std::ranges::any_of(between, ties)) ++pairing.apart;
  }
  return pairing;
}

// "feather pillows": of the words behind a number the first plural; without one the first.
const std::string* counted_stem(const Reading& reading, std::size_t number) {
  constexpr std::size_t kWordsMax = 3;
  const auto is_plural = [](std::string_view word) {
    return word.size() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us");
  };
  const std::string* first = nullptr;
  for (std::size_t at = number + 1; at < reading.tokens.size() && at <= number + kWordsMax; ++at) {
    const Token& token = reading.tokens[at];
    if (token.kind != TokenKind::kWord || !token.content) break;
    if (first == nullptr) first = &reading.stems[at];
    if (is_plural(token.text)) return &reading.stems[at];
  }
  return first;
}

// "which bus station": the last of the words behind the question word.
const std::string* asked_stem(const Reading& reading) {
  constexpr std::size_t kWordsMax = 3;
  for (std::size_t at = 0; at + 1 < reading.tokens.size(); ++at) {
    if (reading.tokens[at].text != "which" && reading.tokens[at].text != "what") continue;
    const std::string* last = nullptr;
    for (std::size_t to = at + 1; to < reading.tokens.size() && to <= at + kWordsMax; ++to) {
      const Token& token = reading.tokens[to];
      if (token.kind != TokenKind::kWord || !token.content) break;
      last = &reading.stems[to];
    }
    if (last != nullptr) return last;
  }
  return nullptr;
}

// "folding" of "a folding one" and "something folding".
const std::string* kind_in(const Reading& reading) {
  const auto is = [&reading](std::size_t at, std::string_view words) {
    return at < reading.tokens.size() && words.contains(" " + reading.tokens[at].text + " ");
  };
  for (std::size_t at = 1; at < reading.tokens.size(); ++at) {
    if (reading.tokens[at].kind != TokenKind::kWord || !reading.tokens[at].content) continue;
    const bool ends = at + 2 >= reading.tokens.size() || !reading.tokens[at + 2].content;
    const bool before_one = is(at - 1, " a an the some any ") && is(at + 1, " one ones ") && ends;
    if (before_one || is(at - 1, " something anything ")) return &reading.stems[at];
  }
  return nullptr;
}

// Of the names that stand behind a preposition, or of addresses ("12 Mill Lane"); empty when none does, or
// two that say something else.
std::string_view place_in(const Reading& reading) {
  std::string_view found;
  for (std::size_t at = 1; at < reading.tokens.size(); ++at) {
    if (reading.tokens[at].kind != TokenKind::kName) continue;
    const std::size_t begin = at > 1 && reading.tokens[at - 1].kind == TokenKind::kNumber ? at - 1 : at;
    const std::string_view before = begin > 1 ? std::string_view(reading.tokens[begin - 2].text) : "";
    const std::string_view place = named_place(before, reading.tokens[begin - 1].text);
    if (!found.empty() && !place.empty() && place != found) return {};
    if (!place.empty()) found = place;
  }
  return found;
}

// The stem that `stem_in` finds in most readings, if in such a share of them.
template <class StemIn>
const Word* most_frequent(const Readings& readings, double share_min, StemIn stem_in) {
  std::map<std::string, std::size_t> counts;
  for (const Reading& reading : readings.all) {
    if (const std::string* stem = stem_in(reading)) ++counts[*stem];
  }
  if (counts.empty()) return nullptr;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& row) { return row.second; });
  const bool often =
      static_cast<double>(most->second) >= share_min * static_cast<double>(readings.all.size());
  return often ? readings.find(most->first) : nullptr;
}

double coverage(const Readings& readings, const std::vector<const Word*>& values) {
  const auto covered = std::ranges::count_if(readings.all, [&values](const Reading& reading) {
    return std::ranges::any_of(values,
                               [&reading](const Word* value) { return reading.has_stem(value->stem); });
  });
  return static_cast<double>(covered) / static_cast<double>(readings.all.size());
}

bool may_be_value(const Word& word, const Publicity& publicity) {
  return word.share >= kValueShare && word.count >= 2 && word.lift >= kValueLift && !names_nothing(word) &&
         is_publishable(word, publicity);
}

}  // namespace

bool is_publishable(const Word& word, const Publicity& publicity) {
  return word.clients.size() >= publicity.clients_min && is_publishable_word(word.spelled);
}

std::vector<const Word*> heads_of(const Readings& readings, const Publicity& publicity) {
  auto words = ranked(readings, publicity, false);
  if (words.empty()) words = ranked(readings, publicity, true);
  std::vector<const Word*> heads;
  for (const Word* word : words) {
    if (heads.size() < 2 && word->share >= kHeadShare) heads.push_back(word);
  }
  if (heads.empty() && !words.empty()) heads.push_back(words.front());
  if (heads.size() == 2 && !is_spoken_first(readings, *heads[0], *heads[1])) std::swap(heads[0], heads[1]);
  return heads;
}

std::vector<const Word*> named_by(const Readings& readings, const std::vector<const Word*>& heads) {
  if (heads.size() < 2) return heads;
  const Pairing pairing = pairing_of(readings, *heads[0], *heads[1]);
  const auto fewer = static_cast<double>(std::min(heads[0]->count, heads[1]->count));
  if (static_cast<double>(pairing.together) < kTogetherShare * fewer)
    return {rank(*heads[0]) >= rank(*heads[1]) ? heads[0] : heads[1]};
  const auto together = static_cast<double>(pairing.together);
  if (static_cast<double>(pairing.adjacent) >= kAdjacentShare * together) return heads;
  return {2 * pairing.apart >= pairing.together ? heads[0] : heads[1]};
}

const Word* counted_noun(const Readings& readings, const Publicity& publicity) {
  const Word* word = most_frequent(readings, kHeadShare, [](const Reading& reading) -> const std::string* {
    for (std::size_t at = 0; at < reading.tokens.size(); ++at) {
      if (reading.tokens[at].kind != TokenKind::kNumber) continue;
      if (const std::string* stem = counted_stem(reading, at)) return stem;
    }
    return nullptr;
  });
  return word != nullptr && is_publishable(*word, publicity) ? word : nullptr;
}

const Word* asked_noun(const Readings& readings, const Publicity& publicity) {
  const Word* word = most_frequent(readings, kHeadShare, asked_stem);
  return word != nullptr && !names_nothing(*word) && is_publishable(*word, publicity) ? word : nullptr;
}

const Word* kind_of_one(const Readings& readings, const Publicity& publicity) {
  const Word* word = most_frequent(readings, kOneShare, kind_in);
  return word != nullptr && word->share >= kAttributeShare && !names_nothing(*word) &&
                 is_publishable(*word, publicity)
             ? word
             : nullptr;
}

std::string_view place_of_names(const Readings& readings, bool alone) {
  std::map<std::string_view, std::size_t> counts;
  std::size_t travelling = 0;
  for (const Reading& reading : readings.all) {
    ++counts[place_in(reading)];
    travelling +=
        std::ranges::any_of(reading.tokens, [](const Token& token) { return is_travel_word(token.text); })
            ? 1U
            : 0U;
  }
  counts.erase("");
  if (counts.empty()) return {};
  const auto& [place, count] =
      *std::ranges::max_element(counts, {}, [](const auto& row) { return row.second; });
  const auto all = static_cast<double>(readings.all.size());
  if (static_cast<double>(count) < kPlaceShare * all) return {};
  return alone || place == "location" || static_cast<double>(travelling) >= kPlaceShare * all ? place : "";
}

Listed listed_values(const Readings& readings, const Publicity& publicity) {
  const auto is_attribute = [&publicity](const Word& word) {
    return word.share >= kAttributeShare && !names_nothing(word) && is_publishable(word, publicity);
  };
  const auto head = std::ranges::find_if(readings.words, is_attribute);
  if (head == readings.words.end()) return {};
  Listed listed{&*head, {}};
  for (const Word& word : readings.words) {
    if (listed.values.size() == kValuesMax) break;
    if (&word == listed.head || word.share >= 1 - kValueShare || !may_be_value(word, publicity)) continue;
    const bool alone = std::ranges::all_of(
        listed.values, [&](const Word* other) { return exclude_each_other(readings, word, *other); });
    if (alone) listed.values.push_back(&word);
  }
  if (listed.values.size() < 2 || coverage(readings, listed.values) < kCoverage) listed.values.clear();
  return listed;
}

std::vector<std::string> listed_names(const Readings& readings, const Publicity& publicity) {
  std::map<std::string, std::set<ClientNumber>> names;
  std::map<std::string, std::size_t> counts;
  std::size_t named = 0;
  for (const Reading& reading : readings.all) {
    named += reading.has(TokenKind::kName) ? 1U : 0U;
    for (const Token& token : reading.tokens) {
      if (token.kind != TokenKind::kName) continue;
      names[token.spelled].insert(reading.client);
      ++counts[token.spelled];
    }
  }
  std::vector<std::string> listed;
  std::size_t covered = 0;
  for (const auto& [name, clients] : names) {
    if (counts[name] < 2 || clients.size() < publicity.clients_min || name.size() > 40) continue;
    if (!is_publishable_text(name) || is_instructing(name)) continue;
    listed.push_back(name);
    covered += counts[name];
  }
  const bool most = static_cast<double>(covered) >= kNamesCoverage * static_cast<double>(named);
  return listed.size() <= kValuesMax && listed.size() >= 2 && most ? listed : std::vector<std::string>();
}

}  // namespace schemagate::evolution
