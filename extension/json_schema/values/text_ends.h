// A number that tells most texts apart without reading them through.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

// Of the first and the last 8 bytes, and the size: equal texts have equal ones.
JSON_SCHEMA_INLINE inline std::uint64_t ends_of(std::string_view text) {
  const std::size_t size = text.size();
  const char* const begin = text.data();
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

// The same, and of the 8 bytes in the middle: tells "attr-value-double-quotes" from
// "attr-value-single-quotes".
inline std::uint64_t ends_and_middle_of(std::string_view text) {
  std::uint64_t middle = 0;
  if (text.size() > 16) std::memcpy(&middle, text.data() + text.size() / 2 - 4, 8);
  return ends_of(text) ^ middle * 0xD6E8FEB86659FD93;
}

}  // namespace schemagate::json_schema
