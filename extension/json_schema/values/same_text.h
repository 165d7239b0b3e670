// Equality of short texts without a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "extension/json_schema/values/inlining.h"

namespace schemagate::json_schema {

// Whether the first and the last `sizeof(Word)` bytes agree; together they cover up to twice as many.
template <class Word>
bool same_ends(const char* a, const char* b, std::size_t size) {
  Word first_a, first_b, last_a, last_b;
  std::memcpy(&first_a, a, sizeof(Word));
  std::memcpy(&first_b, b, sizeof(Word));
  std::memcpy(&last_a, a + size - sizeof(Word), sizeof(Word));
  std::memcpy(&last_b, b + size - sizeof(Word), sizeof(Word));
  return first_a == first_b && last_a == last_b;
}

inline constexpr std::size_t kShortText = 32;

// For texts of one size, at most kShortText bytes.
JSON_SCHEMA_INLINE inline bool same_short_text(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size > 16 && !same_ends<std::uint64_t>(a.data() + 8, b.data() + 8, size - 16)) return false;
  if (size >= 8) return same_ends<std::uint64_t>(a.data(), b.data(), size);
  if (size >= 4) return same_ends<std::uint32_t>(a.data(), b.data(), size);
  if (size >= 2) return same_ends<std::uint16_t>(a.data(), b.data(), size);
  return size == 0 || a.front() == b.front();
}

JSON_SCHEMA_INLINE inline bool same_text(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  if (a.size() > kShortText) return std::memcmp(a.data(), b.data(), a.size()) == 0;
  return same_short_text(a, b);
}

template <class Word>
JSON_SCHEMA_INLINE inline bool has_ends_of_one(std::span<const std::string_view> texts,
                                               std::string_view text) {
  for (const std::string_view member : texts) {
    if (text.size() == member.size() && same_ends<Word>(text.data(), member.data(), text.size())) return true;
  }
  return false;
}

// For a text of at most kShortText bytes.
JSON_SCHEMA_INLINE inline bool is_short_one_of(std::span<const std::string_view> texts,
                                               std::string_view text) {
  const std::size_t size = text.size();
  if (size > 8 && size <= 16) return has_ends_of_one<std::uint64_t>(texts, text);
  if (size >= 4 && size <= 8) return has_ends_of_one<std::uint32_t>(texts, text);
  if (size == 2 || size == 3) return has_ends_of_one<std::uint16_t>(texts, text);
  for (const std::string_view member : texts) {
    if (size == member.size() && same_short_text(text, member)) return true;
  }
  return false;
}

}  // namespace schemagate::json_schema
