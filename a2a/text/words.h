// Looks at 8 or 16 bytes of a text at once: for checks of the hot path that most texts pass, such as "is
// there a quote or a control character?". Needs a little-endian machine and g++'s or clang's vector types.
//
//   any_byte(text, [](Lanes bytes) { return (bytes < 0x20) | (bytes == '"'); })
//
// Pure; safe from any thread.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace schemagate::a2a::text {

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

// Sixteen bytes; a comparison gives all ones where it holds.
using Lanes [[gnu::vector_size(16)]] = signed char;

// Two words, in which results are gathered: g++ makes a choice for each byte of what it knows to be
// comparisons.
using LaneWords [[gnu::vector_size(16)]] = std::uint64_t;

// A text shorter than Lanes, all of it, filled up with letters or with bytes of its own.
inline Lanes short_lanes(std::string_view text) {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, 2> halves{kEachByte * 'a', kEachByte * 'a'};
  if (text.size() < kWord) {
    for (const char c : text) halves[0] = (halves[0] << 8) | static_cast<unsigned char>(c);
  } else {
    std::memcpy(&halves[0], text.data(), kWord);
    std::memcpy(&halves[1], text.data() + text.size() - kWord, kWord);
  }
  return std::bit_cast<Lanes>(halves);
}

// True when `test`, which gets Lanes, holds for any byte of `text`.
template <std::invocable<Lanes> Test>
bool any_byte(std::string_view text, Test test) {
  constexpr std::size_t kStep = sizeof(Lanes);
  Lanes bytes{};
  LaneWords found{};
  if (text.size() < kStep) {
    found = LaneWords(test(short_lanes(text)));
  } else {
    const char* const last = text.data() + text.size() - kStep;
    for (const char* at = text.data(); at < last; at += kStep) {
      std::memcpy(&bytes, at, kStep);
      found |= LaneWords(test(bytes));
    }
    std::memcpy(&bytes, last, kStep);
    found |= LaneWords(test(bytes));
  }
  return (found[0] | found[1]) != 0;
}

}  // namespace schemagate::a2a::text
