#include "extension/evolution/pool/centroids.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace schemagate::evolution {
namespace {

constexpr std::uint32_t kFirstCapacity = 16;
constexpr double kSquareMin = 1e-6;  // what rounding leaves of a sum that is none

// As many clusters at a time as one instruction takes.
constexpr std::size_t kLanes = 4;
using Lanes [[gnu::vector_size(kLanes * sizeof(float))]] = float;
static_assert(kFirstCapacity % kLanes == 0);

}  // namespace

std::uint32_t Centroids::open() {
  if (!free_.empty()) {
    const auto lowest = std::ranges::min_element(free_);
    const std::uint32_t slot = *lowest;
    free_.erase(lowest);
    return slot;
  }
  if (used_ == capacity_) grow();
  return used_++;
}

void Centroids::close(std::uint32_t slot) {
  for (std::uint32_t at = 0; at < size_; ++at) value(at, slot) = 0;
  set_square(slot, 0);
  free_.push_back(slot);
}

void Centroids::add(std::uint32_t slot, const SparseVector& vector) {
  double square = squares_[slot];
  for (const auto& [at, amount] : vector) {
    float& sum = value(at, slot);
    const double before = sum;
    sum += amount;
    square += static_cast<double>(sum) * sum - before * before;
  }
  set_square(slot, square);
}

template <class Each>
void Centroids::for_each_cosine(const SparseVector& vector, Each each) const {
  if (used_ == 0 || vector.empty()) return;
  std::vector<Lanes> sums(capacity_ / kLanes);
  const std::size_t steps = (used_ + kLanes - 1) / kLanes;
  for (const auto& [at, amount] : vector) {
    const float* row = values_.data() + std::size_t{at} * capacity_;
    for (std::size_t step = 0; step < steps; ++step) {
      Lanes lanes;
      std::memcpy(&lanes, row + step * kLanes, sizeof(lanes));
      sums[step] += lanes * amount;
    }
  }
  for (std::uint32_t slot = 0; slot < used_; ++slot) {
    if (scales_[slot] <= 0) continue;
    each(slot, static_cast<double>(sums[slot / kLanes][slot % kLanes]) * scales_[slot]);
  }
}

std::optional<Centroids::Nearest> Centroids::nearest(const SparseVector& vector) const {
  std::optional<Nearest> best;
  for_each_cosine(vector, [&best](std::uint32_t slot, double cosine) {
    if (!best || cosine > best->cosine) best = Nearest{slot, cosine};
  });
  return best;
}

std::vector<Centroids::Nearest> Centroids::within(const SparseVector& vector, double cosine_min) const {
  std::vector<Nearest> near;
  for_each_cosine(vector, [&near, cosine_min](std::uint32_t slot, double cosine) {
    if (cosine >= cosine_min) near.push_back({slot, cosine});
  });
  return near;
}

SparseVector Centroids::sum(std::uint32_t slot) const {
  SparseVector all;
  for (std::uint32_t at = 0; at < size_; ++at) {
    const float amount = values_[std::size_t{at} * capacity_ + slot];
    if (amount != 0) all.push_back({at, amount});
  }
  return all;
}

void Centroids::grow() {
  const std::uint32_t wider = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
  std::vector<float> values(std::size_t{size_} * wider);
  for (std::uint32_t at = 0; at < size_; ++at) {
    std::copy_n(values_.data() + std::size_t{at} * capacity_, capacity_,
                values.data() + std::size_t{at} * wider);
  }
  values_ = std::move(values);
  capacity_ = wider;
  scales_.resize(wider);
  squares_.resize(wider);
}

void Centroids::restore(std::uint32_t slot, const SparseVector& sum, double square) {
  for (const auto& [at, amount] : sum) {
    if (at < size_) value(at, slot) = amount;
  }
  set_square(slot, square);
}

void Centroids::set_square(std::uint32_t slot, double square) {
  squares_[slot] = square;
  scales_[slot] = square > kSquareMin ? static_cast<float>(1 / std::sqrt(square)) : 0;
}

}  // namespace schemagate::evolution
