#include "a2a/text/line_break.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a::text {
namespace {

TEST(LineBreak, IsWhateverSomebodyTakesForOne) {
  for (const std::string_view each :
       {"\n", "\v", "\f", "\r", "\r\n", "\x1c", "\x1d", "\x1e", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"})
    EXPECT_EQ(line_break_bytes(std::string(each) + "b"), each.size()) << testing::PrintToString(each);
}

TEST(LineBreak, IsNothingElse) {
  for (const std::string_view each :
       {"", " ", "\t", "\b", "\x1b", "\x1f", "a\n", "\xC2\x84", "\xE2\x80\xA7", "\xE2\x80", "\xC2"})
    EXPECT_EQ(line_break_bytes(each), 0u) << testing::PrintToString(each);
}

}  // namespace
}  // namespace schemagate::a2a::text
