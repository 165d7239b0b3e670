// From the tokens of a fragment to its vector (structured-data draft, section 6.2.1), without a model: the
// stem of each content word, the groups of three to five letters in it, the preposition before a placeholder
// and the question word, hashed into 1,024 coordinates with a sign (a stem into four of them), weighed by how
// rare each is in the pool.
//
//   const Features features = features_of(tokens, stemmer);
//   const SparseVector vector = embed(features, frequencies);  // of length 1
//   frequencies.add(hashes_of(features));
//
// It compares words, not meanings: "increase eye size" and "bigger eyes" share "eye" and nothing else, and
// two languages share nothing. Its threshold is its own (0.6): vectors of two embedders are never compared.
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "extension/evolution/pool/frequencies.h"
#include "extension/evolution/pool/vector.h"
#include "extension/evolution/text/stemmer.h"
#include "extension/evolution/text/tokens.h"

namespace schemagate::evolution {

inline constexpr std::string_view kEmbeddedId = "embedded-2";
inline constexpr std::uint32_t kEmbeddedSize = 1024;

struct Feature {
  std::uint64_t hash;
  double weight;
};
using Features = std::vector<Feature>;

// The hash of a stem as a feature.
std::uint64_t stem_feature(std::string_view stem);

// Each feature once. REQUIRES: nothing of the tokens; without content there is no feature.
Features features_of(const std::vector<Token>& tokens, const Stemmer& stemmer);

std::vector<std::uint64_t> hashes_of(const Features& features);

SparseVector embed(const Features& features, const Frequencies& frequencies);

}  // namespace schemagate::evolution
