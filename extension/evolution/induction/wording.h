// What a person calls a proposed key, and how it is described, in place of what the rules found. Pure; safe
// from any thread.
#pragma once

#include <string>

#include "a2a/error.h"
#include "extension/evolution/induction/candidate.h"

namespace schemagate::evolution {

struct Wording {
  std::string name = {};  // key_name; empty: as proposed
  std::string meaning =
      {};  // first sentence of the description; empty: as proposed. Values and examples stay

  bool empty() const { return name.empty() && meaning.empty(); }
};

inline constexpr std::size_t kMeaningBytesMax = 400;

// Errors: kInvalidRequest for what may not be published: a name that is none in snake_case of 2 to 40
// characters or that the protocol uses, a description that is longer than kMeaningBytesMax, holds mark-up,
// addresses or hidden characters, or reads like an instruction.
a2a::Result<Candidate> worded(const Candidate& candidate, const Wording& wording);

}  // namespace schemagate::evolution
