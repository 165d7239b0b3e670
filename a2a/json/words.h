// Eight bytes of a text at once, for questions that most texts answer with no.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace a2a {

inline constexpr std::uint64_t kEachByte = 0x0101010101010101;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080;

// The high bit of each byte may be set where that byte is `c`. A byte behind such a one can be flagged
// falsely, but a word without `c` never is: a hit means "look closely".
constexpr std::uint64_t flag_byte(std::uint64_t word, char c) {
  const std::uint64_t difference = word ^ (kEachByte * static_cast<unsigned char>(c));
  return (difference - kEachByte) & ~difference & kHighBits;
}

// A text shorter than a word, zeros behind it. The `readable` bytes from its begin on may be looked at.
inline std::uint64_t short_word(std::string_view text, std::size_t readable) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  if (readable < sizeof(word)) {
    std::memcpy(&word, text.data(), text.size());
    return word;
  }
  std::memcpy(&word, text.data(), sizeof(word));
  return word & ~(~std::uint64_t{0} << (8 * text.size()));
}

// The flags that `flag` finds in all words of `text`, together. A short text is filled up with letters.
template <std::invocable<std::uint64_t> Flag>
std::uint64_t flags_of(std::string_view text, Flag flag) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::uint64_t word = kEachByte * 'a';
  if (text.size() < kWord) {
    for (const char c : text) word = (word << 8) | static_cast<unsigned char>(c);
    return flag(word);
  }
  std::uint64_t flags = 0;
  const char* const last = text.data() + text.size() - kWord;
  for (const char* at = text.data(); at < last; at += kWord) {
    std::memcpy(&word, at, kWord);
    flags |= flag(word);
  }
  std::memcpy(&word, last, kWord);
  return flags | flag(word);
}

}  // namespace a2a
