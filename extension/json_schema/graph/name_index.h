// Finds one of a few fixed names by a multiplication and one comparison.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

// A perfect hash: no two of the names fall into one place. Whatever names an instance has, each is compared
// with one of them, so there is nothing to gain by choosing them badly, and no secret is needed.
class NameIndex {
 public:
  // nullopt for more than 128 names, and where no factor was found that tells all apart.
  static std::optional<NameIndex> build(const std::vector<std::string_view>& names);

  // The position of the only name that `name` can be.
  JSON_SCHEMA_INLINE std::size_t candidate(std::string_view name) const {
    return places_[(key_of(name) * factor_) >> shift_];
  }

 private:
  // Of the first and the last 8 bytes, and the size.
  JSON_SCHEMA_INLINE static std::uint64_t key_of(std::string_view name);

  std::uint64_t factor_ = 0;
  unsigned shift_ = 0;
  std::vector<std::uint8_t> places_;
};

inline std::uint64_t NameIndex::key_of(std::string_view name) {
  const std::size_t size = name.size();
  const char* const begin = name.data();
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size >= 8) {
    std::memcpy(&first, begin, 8);
    std::memcpy(&last, begin + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(&first, begin, 4);
    std::memcpy(&last, begin + size - 4, 4);
  } else if (size > 0) {
    first = static_cast<unsigned char>(begin[0]);
    last = static_cast<std::uint64_t>(static_cast<unsigned char>(begin[size / 2])) << 8 |
           static_cast<unsigned char>(begin[size - 1]);
  }
  return (first * 0x9E3779B97F4A7C15 ^ last) + size * 0xD6E8FEB86659FD93;
}

}  // namespace schemagate::json_schema
