#include "extension/evolution/lifecycle/conflict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "extension/evolution/induction/screening.h"

namespace schemagate::evolution {
namespace {

using schema_interaction::KeyType;
using Stems = std::vector<std::string>;

constexpr auto kFormWords =
    std::to_array<std::string_view>({"number", "of", "count", "preference", "preferred", "scale", "has", "is",
                                     "wants", "with", "the", "a", "for"});

bool is_part(const Stems& one, const Stems& other) {
  return !one.empty() && std::ranges::includes(other, one);
}

bool overlap(const Stems& one, const Stems& other) {
  return is_part(one, other) || is_part(other, one);
}

bool is_same_type(KeyType one, KeyType other) {
  return one == other;
}

// Compares one candidate with all that is there.
struct Comparison {
  const Candidate& candidate;
  std::string_view client;
  const Stemmer& stemmer;
  Stems stems;

  bool equals(std::string_view name) const {
    return name == candidate.name || name_stems(name, stemmer) == stems;
  }
  bool touches(std::string_view name) const { return overlap(name_stems(name, stemmer), stems); }

  std::optional<ConflictFinding> with_base(const schema_interaction::SchemaTemplate& base) const {
    for (const auto& key : base.keys) {
      if (key.name == schema_interaction::kOther) continue;
      const bool same = is_same_type(key.type, candidate.type);
      if (equals(key.name) && !same) return ConflictFinding{Conflict::kBaseKey};
      if (!touches(key.name) || !same) continue;
      if (candidate.examples.empty()) return ConflictFinding{Conflict::kBaseKey};
      return ConflictFinding{Conflict::kRefinesBase, key.name};
    }
    return std::nullopt;
  }

  std::optional<ConflictFinding> with(const EvolvedKey& key, std::size_t at) const {
    if (!key.client.empty() && key.client != client) return std::nullopt;
    const bool same = is_same_type(key.what.type, candidate.type);
    const bool is_live = key.state == KeyState::kExperimental || key.state == KeyState::kStable;
    if (equals(key.what.name)) {
      if (!same) return ConflictFinding{Conflict::kReserved};
      return ConflictFinding{is_live ? Conflict::kRefines : Conflict::kRevives, {}, at};
    }
    if (is_live && same && touches(key.what.name)) return ConflictFinding{Conflict::kRefines, {}, at};
    return std::nullopt;
  }
};

}  // namespace

std::string_view name(Conflict conflict) {
  switch (conflict) {
    case Conflict::kNone:
      return "new";
    case Conflict::kRefinesBase:
      return "refines_base";
    case Conflict::kRefines:
      return "refines";
    case Conflict::kRevives:
      return "revives";
    case Conflict::kBaseKey:
      return "base_key";
    case Conflict::kReserved:
      return "reserved";
  }
  std::unreachable();
}

std::vector<std::string> name_stems(std::string_view key_name, const Stemmer& stemmer) {
  Stems all;
  Stems telling;
  for (std::size_t begin = 0; begin < key_name.size();) {
    const std::size_t end = std::min(key_name.find('_', begin), key_name.size());
    const std::string_view word = key_name.substr(begin, end - begin);
    if (!word.empty()) all.push_back(stemmer.stem(word));
    if (!word.empty() && std::ranges::find(kFormWords, word) == kFormWords.end())
      telling.push_back(all.back());
    begin = end + 1;
  }
  Stems& kept = telling.empty() ? all : telling;
  std::ranges::sort(kept);
  const auto doubled = std::ranges::unique(kept);
  kept.erase(doubled.begin(), doubled.end());
  return kept;
}

ConflictFinding find_conflict(const Candidate& candidate, std::string_view client,
                              const schema_interaction::SchemaTemplate& base,
                              const std::vector<EvolvedKey>& keys, const Stemmer& stemmer) {
  if (is_reserved_name(candidate.name)) return {Conflict::kReserved};
  const Comparison comparison{candidate, client, stemmer, name_stems(candidate.name, stemmer)};
  if (const auto found = comparison.with_base(base)) return *found;
  for (std::size_t at = 0; at < keys.size(); ++at) {
    if (const auto found = comparison.with(keys[at], at)) return *found;
  }
  return {};
}

}  // namespace schemagate::evolution
