// Which children of one instance value have been evaluated (for `unevaluatedItems` and
// `unevaluatedProperties`): one bit per position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace json_schema {

class Marks {
 public:
  // Allocates only for more than kInline children.
  static constexpr std::size_t kInline = 256;
  explicit Marks(std::size_t children) : large_(children > kInline ? (children + 63) / 64 : 0) {}

  void set(std::size_t position) { words()[position / 64] |= bit(position); }
  bool test(std::size_t position) const { return (words()[position / 64] & bit(position)) != 0; }
  // The first `count` positions.
  void set_first(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) set(i);
  }
  // `other` is for the same value.
  void merge(const Marks& other) {
    for (std::size_t i = 0; i < small_.size(); ++i) small_[i] |= other.small_[i];
    for (std::size_t i = 0; i < large_.size(); ++i) large_[i] |= other.large_[i];
  }

 private:
  static std::uint64_t bit(std::size_t position) { return std::uint64_t{1} << (position % 64); }
  std::uint64_t* words() { return large_.empty() ? small_.data() : large_.data(); }
  const std::uint64_t* words() const { return large_.empty() ? small_.data() : large_.data(); }

  std::array<std::uint64_t, kInline / 64> small_{};
  std::vector<std::uint64_t> large_;
};

}  // namespace json_schema
