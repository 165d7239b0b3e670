// Which children of one instance value have been evaluated (for `unevaluatedItems` and
// `unevaluatedProperties`): one bit per position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace schemagate::json_schema {

class EvaluatedSet {
 public:
  // Allocates only for more than kInline children.
  static constexpr std::size_t kInline = 1024;

  explicit EvaluatedSet(std::size_t children) : count_((children + 63) / 64) {
    if (children > kInline) large_ = std::make_unique<std::uint64_t[]>(count_);
    for (std::size_t i = 0; i < count_ && !large_; ++i) small_[i] = 0;
  }

  void set(std::size_t position) { words()[position / 64] |= bit(position); }
  bool test(std::size_t position) const { return (words()[position / 64] & bit(position)) != 0; }
  // The first `count` positions.
  void set_first(std::size_t count) {
    for (std::size_t i = 0; i < count / 64; ++i) words()[i] = ~std::uint64_t{0};
    if (count % 64 != 0) words()[count / 64] |= bit(count) - 1;
  }
  // `other` is for the same value.
  void merge(const EvaluatedSet& other) {
    for (std::size_t i = 0; i < count_; ++i) words()[i] |= other.words()[i];
  }

 private:
  static std::uint64_t bit(std::size_t position) { return std::uint64_t{1} << (position % 64); }
  std::uint64_t* words() { return large_ ? large_.get() : small_.data(); }
  const std::uint64_t* words() const { return large_ ? large_.get() : small_.data(); }

  std::size_t count_;
  std::array<std::uint64_t, kInline / 64> small_;  // the first count_ words are set
  std::unique_ptr<std::uint64_t[]> large_;
};

}  // namespace schemagate::json_schema
