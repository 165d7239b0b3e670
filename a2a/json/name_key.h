// A number for a member name, by which it is found in a table, mostly without being read. No secret is in it:
// tables that names of strangers go into have one of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace schemagate::a2a {

// Of a name of up to eight bytes, with zeros behind it. Two of one size, with one hash and the same first
// four bytes, are equal.
constexpr std::uint32_t short_name_hash(std::uint64_t bytes) {
  return static_cast<std::uint32_t>(bytes >> 32) ^ static_cast<std::uint32_t>(bytes) * 0x9E3779B1;
}

// Of the first and the last eight bytes of a longer one.
constexpr std::uint32_t long_name_hash(std::uint64_t first, std::uint64_t last) {
  const std::uint64_t sum = first * 0x9E3779B97F4A7C15 ^ last;
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
    return size == 8 ? short_name_hash(first) : long_name_hash(first, last);
  }
  if (size >= 4) {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::memcpy(&low, begin, 4);
    std::memcpy(&high, begin + size - 4, 4);
    return short_name_hash(low | std::uint64_t{high} << (8 * (size - 4)));
  }
  const auto byte = [begin](std::size_t at) {
    return std::uint64_t{static_cast<unsigned char>(begin[at])} << (8 * at);
  };
  return size == 0 ? short_name_hash(0) : short_name_hash(byte(0) | byte(size / 2) | byte(size - 1));
}

// Size and hash in one. Names of up to four bytes are equal when their keys are.
struct NameKey {
  std::uint64_t number = 0;
  bool operator==(const NameKey&) const = default;
};

constexpr NameKey name_key(std::uint32_t size, std::uint32_t hash) {
  return {size | std::uint64_t{hash} << 32};
}
inline NameKey name_key(std::string_view name) {
  return name_key(static_cast<std::uint32_t>(name.size()), name_hash(name));
}

// Whether names of one key are the same. Part of its callers, which look up every member of an
// instance: a call costs as much again.
[[gnu::always_inline]] inline bool same_name_of_key(std::string_view a, const char* b) {
  const auto differ = [&a, b]<class Word>(std::size_t at, Word word) {
    Word other = 0;
    std::memcpy(&word, a.data() + at, sizeof(Word));
    std::memcpy(&other, b + at, sizeof(Word));
    return word ^ other;
  };
  const std::size_t size = a.size();
  if (size <= 8) return size <= 4 || differ(0, std::uint32_t{0}) == 0;
  if (size > 32) [[unlikely]]
    return std::memcmp(a.data(), b, size) == 0;
  const auto ends = differ(0, std::uint64_t{0}) | differ(size - 8, std::uint64_t{0});
  if (size <= 16) return ends == 0;
  return (ends | differ(8, std::uint64_t{0}) | differ(size - 16, std::uint64_t{0})) == 0;
}

}  // namespace schemagate::a2a
