#include "a2a/text/words.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a::text {
namespace {

bool holds(std::string_view text, char c) {
  return any_byte(text, [c](Lanes bytes) { return bytes == static_cast<signed char>(c); });
}

TEST(Words, FindsAByteAtEachPlaceOfATextOfEachLength) {
  for (std::size_t size = 0; size <= 50; ++size) {
    std::string text(size, 'x');
    EXPECT_FALSE(holds(text, '!')) << size;
    for (std::size_t at = 0; at < size; ++at) {
      text[at] = '!';
      EXPECT_TRUE(holds(text, '!')) << at << " of " << size;
      text[at] = 'x';
    }
  }
}

TEST(Words, LooksAtNothingBeforeOrBehindTheText) {
  const std::string around = "!" + std::string(40, 'x') + "!";
  for (std::size_t size = 0; size <= 40; ++size) {
    EXPECT_FALSE(holds(std::string_view(around).substr(1, size), '!')) << size;
    EXPECT_FALSE(holds(std::string_view(around).substr(41 - size, size), '!')) << size;
  }
}

TEST(Words, FlagsAWordThatHoldsTheByteAndNoOther) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::uint64_t word = kEachByte * static_cast<unsigned>(byte);
    EXPECT_EQ(flag_byte(word, '"') != 0, byte == '"') << byte;
  }
  for (int shift = 0; shift < 64; shift += 8) {
    const std::uint64_t word = (kEachByte * 'x') ^ (std::uint64_t{'x' ^ '"'} << shift);
    EXPECT_NE(flag_byte(word, '"'), 0u) << shift;
  }
}

TEST(Words, AShortTextIsItsBytesAndZeros) {
  const std::string text = "abcdefgh";
  EXPECT_EQ(short_word(std::string_view(text).substr(0, 3), 3), 0x636261u) << "no byte behind it is read";
  EXPECT_EQ(short_word(std::string_view(text).substr(0, 3), 8), 0x636261u) << "bytes behind it are read";
  EXPECT_EQ(short_word(std::string_view(text).substr(0, 0), 8), 0u);
  EXPECT_EQ(short_word(std::string_view(text).substr(0, 7), 8), 0x67666564636261u);
}

}  // namespace
}  // namespace schemagate::a2a::text
