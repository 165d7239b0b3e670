#include "a2a/text/hidden_character.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <utility>

namespace schemagate::a2a::text {
namespace {

TEST(HiddenCharacter, ARangeEndsWhereItShould) {
  constexpr std::array<std::pair<char32_t, char32_t>, 7> kRanges{{{0x7f, 0x9f},
                                                                  {0x200e, 0x200f},
                                                                  {0x200b, 0x200c},
                                                                  {0x2028, 0x202e},
                                                                  {0x2060, 0x206f},
                                                                  {0xfff9, 0xfffb},
                                                                  {0xe0000, 0xe007f}}};
  for (const auto& [begin, end] : kRanges) {
    EXPECT_FALSE(is_hidden_character(begin - 1)) << std::uint32_t{begin};
    EXPECT_TRUE(is_hidden_character(begin)) << std::uint32_t{begin};
    EXPECT_TRUE(is_hidden_character(end)) << std::uint32_t{end};
    EXPECT_FALSE(is_hidden_character(end + 1)) << std::uint32_t{end};
  }
}

TEST(HiddenCharacter, SingleOnesAndTheirNeighbours) {
  for (const char32_t code : {0xad, 0x61c, 0x180e, 0xfeff}) {
    EXPECT_TRUE(is_hidden_character(code)) << std::uint32_t{code};
    EXPECT_FALSE(is_hidden_character(code - 1)) << std::uint32_t{code};
    EXPECT_FALSE(is_hidden_character(code + 1)) << std::uint32_t{code};
  }
  EXPECT_TRUE(is_hidden_character(0));
  EXPECT_TRUE(is_hidden_character('\n'));
  EXPECT_TRUE(is_hidden_character(0x1f));
  EXPECT_FALSE(is_hidden_character(' '));
}

TEST(HiddenCharacter, TheZeroWidthJoinerIsPartOfWordsAndEmoji) {
  EXPECT_FALSE(is_hidden_character(0x200d));
}

}  // namespace
}  // namespace schemagate::a2a::text
