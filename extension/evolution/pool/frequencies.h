// How many fragments of a pool have a feature: what is rare in the pool tells more. Bounded: features share
// 65,536 counters by their hash, and all counts are halved when the pool has seen many fragments, so that old
// ones weigh less. A value; no thread rule beyond that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace schemagate::evolution {

class Frequencies {
 public:
  static constexpr std::size_t kCounters = 1 << 16;

  // One fragment with these features, each named once.
  void add(const std::vector<std::uint64_t>& features);

  std::uint32_t fragments() const { return fragments_; }
  std::uint32_t count(std::uint64_t feature) const { return counts_.empty() ? 0 : counts_[place(feature)]; }
  // ln((1 + fragments) / (1 + count)) + 1: at least 1, and 1 for all as long as nothing is known.
  double inverse(std::uint64_t feature) const;

  // For keeping: the counters that are not zero, and back.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> entries() const;
  void restore(std::uint32_t fragments, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& entries);

 private:
  static std::size_t place(std::uint64_t feature) { return (feature >> 20) % kCounters; }

  std::uint32_t fragments_ = 0;
  std::vector<std::uint32_t> counts_;  // empty until the first fragment
};

}  // namespace schemagate::evolution
