// Vectors of fragments: few of many coordinates, of length 1. Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schemagate::evolution {

struct Coordinate {
  std::uint32_t at;
  float value;
  bool operator==(const Coordinate&) const = default;
};
// By ascending `at`, none twice.
using SparseVector = std::vector<Coordinate>;

// Divides by the length; a vector without one stays as it is.
void normalise(SparseVector& vector);

// The cosine of two vectors of length 1.
double cosine(const SparseVector& one, const SparseVector& other);

}  // namespace schemagate::evolution
