// Whether a candidate is new beside the keys that there are (structured-data draft, section 6.2.2, conflict
// detection). Names are compared as sets of stems: seat_preference and preferred_seats are one. What two keys
// mean decides nothing: nearness.h tells it to people.
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/lifecycle/key.h"
#include "extension/evolution/text/stemmer.h"
#include "extension/schema_interaction/schema_template.h"

namespace schemagate::evolution {

enum class Conflict {
  kNone,         // a new key
  kRefinesBase,  // the base has it: its description grows
  kRefines,      // a patch has it: its description grows
  kRevives,      // it was deprecated, withdrawn or removed, and comes back
  kBaseKey,      // the base has that name with another type, or there is nothing to add
  kReserved,     // the protocol, or a withdrawn key of another type, has the name
};

// "new", "refines_base", "refines", "revives", "base_key", "reserved".
std::string_view name(Conflict conflict);

struct ConflictFinding {
  Conflict conflict = Conflict::kNone;
  std::string base_key = {};  // kRefinesBase
  std::size_t key = 0;        // kRefines, kRevives: which of `keys`
};

// `client` is for whom the candidate would be; empty: for everybody. Keys of other clients are no conflict.
ConflictFinding find_conflict(const Candidate& candidate, std::string_view client,
                              const schema_interaction::SchemaTemplate& base,
                              const std::vector<EvolvedKey>& keys, const Stemmer& stemmer);

// The stems of a name that say what it is about, sorted, without "number", "preference" and the like.
std::vector<std::string> name_stems(std::string_view key_name, const Stemmer& stemmer);

}  // namespace schemagate::evolution
