// Hashes for names that callers choose: with a secret of their own, so that nobody can make many names fall
// into one bucket, or two names into one key.
#pragma once

#include <xxhash.h>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>

namespace schemagate::store {

// Stands for a name of any length, where the name itself is not needed again: two names have one by chance
// only, of 1 to 2^128.
struct WideHash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const WideHash&) const = default;
};

class KeyedHash {
 public:
  using is_transparent = void;  // a map with std::equal_to<> is asked by any text

  KeyedHash() {
    std::random_device device;
    for (unsigned& word : secret_) word = device();
  }

  std::size_t operator()(std::string_view name) const {
    return XXH3_64bits_withSecret(name.data(), name.size(), secret_.data(), sizeof(secret_));
  }
  WideHash wide(std::string_view name) const {
    const auto hash = XXH3_128bits_withSecret(name.data(), name.size(), secret_.data(), sizeof(secret_));
    return {hash.high64, hash.low64};
  }

 private:
  std::array<unsigned, XXH3_SECRET_SIZE_MIN / sizeof(unsigned)> secret_{};
};

}  // namespace schemagate::store
