// A hash for names that callers choose: with a secret of its own, so that nobody can make many names fall
// into one bucket.
#pragma once

#include <xxhash.h>

#include <array>
#include <cstddef>
#include <random>
#include <string_view>

namespace schemagate::store {

class KeyedHash {
 public:
  KeyedHash() {
    std::random_device device;
    for (unsigned& word : secret_) word = device();
  }

  // Not noexcept, so that a hash table keeps what was computed instead of computing it again.
  std::size_t operator()(std::string_view name) const {
    return XXH3_64bits_withSecret(name.data(), name.size(), secret_.data(), sizeof(secret_));
  }

 private:
  std::array<unsigned, XXH3_SECRET_SIZE_MIN / sizeof(unsigned)> secret_{};
};

}  // namespace schemagate::store
