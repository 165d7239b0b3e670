// A number for a member name, by which it is found in a table without being read through. No secret is in it:
// tables that names of strangers go into have one of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace schemagate::a2a {

// Of the first and the last eight bytes, and the size; a shorter name is `first`, zeros behind it.
constexpr std::uint32_t name_hash(std::uint64_t first, std::uint64_t last, std::size_t size) {
  const std::uint64_t sum = (first * 0x9E3779B97F4A7C15 ^ last) + size * 0xD6E8FEB86659FD93;
  return static_cast<std::uint32_t>((sum ^ sum >> 32) * 0xA0761D6478BD642F >> 32);
}

inline std::uint32_t name_hash(std::string_view name) {
  const std::size_t size = name.size();
  const char* const begin = name.data();
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (size >= 8) {
    std::memcpy(&first, begin, 8);
    std::memcpy(&last, begin + size - 8, 8);
    return name_hash(first, last, size);
  }
  const auto byte = [begin](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(begin[at])} << (8 * at);
  };
  if (size >= 4) {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, begin, 4);
    std::memcpy(&high, begin + size - 4, 4);
    first = low | std::uint64_t{high} << (8 * (size - 4));
  } else if (size > 0) {
    first = byte(0) | byte(size / 2) | byte(size - 1);
  }
  return name_hash(first, last, size);
}

}  // namespace schemagate::a2a
