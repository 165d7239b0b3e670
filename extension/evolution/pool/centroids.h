// The centroids of a pool's clusters, laid out so that the nearest one is found fast: all clusters' values of
// one coordinate stand side by side. A centroid is the running sum of its members' vectors.
//
// A value; no thread rule beyond that. Bytes: 4 times the vectors' size times the slots, which double from 16
// as they are needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "extension/evolution/pool/vector.h"

namespace schemagate::evolution {

class Centroids {
 public:
  // `size` is that of the vectors.
  explicit Centroids(std::uint32_t size) : size_(size) {}

  // An empty centroid's slot; slots that were given back are used again.
  std::uint32_t open();
  void close(std::uint32_t slot);
  void add(std::uint32_t slot, const SparseVector& vector);

  struct Nearest {
    std::uint32_t slot;
    double cosine;
  };
  // Of equally near ones the lowest slot. nullopt: there is none, or the vector has no coordinate.
  std::optional<Nearest> nearest(const SparseVector& vector) const;
  // Every open centroid that is at least that near, in the order of the slots.
  std::vector<Nearest> within(const SparseVector& vector, double cosine_min) const;
  // The running sum, and its square for restore(): a centroid that was kept goes on exactly as it was.
  SparseVector sum(std::uint32_t slot) const;
  double square(std::uint32_t slot) const { return squares_[slot]; }
  // REQUIRES: the slot is open and empty.
  void restore(std::uint32_t slot, const SparseVector& sum, double square);

 private:
  template <class Each>
  void for_each_cosine(const SparseVector& vector, Each each) const;
  float& value(std::uint32_t at, std::uint32_t slot) { return values_[std::size_t{at} * capacity_ + slot]; }
  void grow();
  void set_square(std::uint32_t slot, double square);

  std::uint32_t size_;
  std::uint32_t capacity_ = 0;
  std::uint32_t used_ = 0;  // slots that were ever given
  std::vector<float> values_;
  std::vector<double> squares_;  // of the lengths of the sums
  std::vector<float> scales_;    // 1 / length of the sum; 0: closed or empty
  std::vector<std::uint32_t> free_;
};

}  // namespace schemagate::evolution
