// What a person calls a proposed key, and how it is described, in place of what the rules found. Pure; safe
// from any thread.
#pragma once

#include <string>
#include <vector>

#include "a2a/error.h"
#include "extension/evolution/induction/candidate.h"
#include "extension/evolution/induction/heads.h"

namespace schemagate::evolution {

struct Wording {
  std::string name = {};  // key_name; empty: as proposed
  std::string meaning =
      {};  // first sentence of the description; empty: as proposed. Values and examples stay
  std::vector<std::string> values = {};  // acceptable ones, without "none"; empty: as proposed

  bool empty() const { return name.empty() && meaning.empty() && values.empty(); }
};

inline constexpr std::size_t kMeaningBytesMax = 400;

// Errors: kInvalidRequest for what may not be published: a name that is none in snake_case of 2 to 40
// characters or that the protocol uses, a description that is longer than kMeaningBytesMax, holds mark-up,
// addresses or hidden characters, or reads like an instruction.
a2a::Result<Candidate> worded(const Candidate& candidate, const Wording& wording);

inline constexpr std::size_t kWordedValuesMax = 10;
inline constexpr std::size_t kWordedValueBytesMax = 40;
inline constexpr std::size_t kTextsOfAValueMin = 2;

// With the values in place of those that the rules found; examples of others go. Errors: kInvalidRequest for
// a key of another type than string, and for a value that may not be published, or that fewer than two texts
// and the clients that `publicity` asks for have said.
a2a::Result<Candidate> revalued(const Candidate& candidate, const std::vector<std::string>& values,
                                const Readings& readings, const Publicity& publicity, const Stemmer& stemmer);

}  // namespace schemagate::evolution
