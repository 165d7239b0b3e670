// Vectors that a model has made of texts, kept in one byte a coordinate: a pool keeps one for each fragment,
// so that a centroid can be made anew of those that stay when a client is erased.
//
//   ModelVector made{"bge-small-en", pack(values)};
//   const SparseVector vector = unpack(made.values);  // of length 1
//
// Vectors of two models are never compared: each model and size is a space of its own (space_of()). Pure;
// safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/pool/vector.h"

namespace schemagate::evolution {

// Coordinates. With it 10,000 fragments have 10 MB of vectors and 2,000 clusters 8 MB of centroids.
inline constexpr std::size_t kModelSizeMax = 1024;
inline constexpr std::size_t kModelNameBytesMax = 256;

// The largest coordinate is 127 or -127.
using PackedVector = std::vector<std::int8_t>;

// Empty for what is no direction: no coordinate, more than kModelSizeMax, one that is no finite number, or
// nothing but zeros.
PackedVector pack(std::span<const float> values);

// Of length 1. REQUIRES: pack() has made it.
SparseVector unpack(const PackedVector& packed);

struct ModelVector {
  std::string model = {};
  PackedVector values = {};  // empty: there is none, and the built-in embedder is used
};

// "bge-small-en/384".
std::string space_of(std::string_view model, std::size_t size);
// 384 of it; nullopt for what space_of() does not give.
std::optional<std::size_t> size_of_space(std::string_view space);

}  // namespace schemagate::evolution
