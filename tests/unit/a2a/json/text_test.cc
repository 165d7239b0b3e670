#include "a2a/json/text.h"

#include <gtest/gtest.h>

#include "a2a/json/document.h"

namespace schemagate {

namespace {

TEST(JsonText, EscapesWhatMustBeEscaped) {
  EXPECT_EQ(a2a::in_quotes("a\"b\\c\n\t\r\b\f\x01é"), R"("a\"b\\c\n\t\r\b\f\u0001é")");
  EXPECT_EQ(a2a::in_quotes(""), "\"\"");
}

TEST(JsonText, AppendsExactlyWhereTheStringHasToGrow) {
  for (std::size_t before = 0; before < 70; ++before) {
    std::string out(before, 'x');
    out.shrink_to_fit();
    a2a::append_json_string(out, "plain");
    EXPECT_EQ(out, std::string(before, 'x') + "\"plain\"");
  }
}

TEST(JsonText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(a2a::in_quotes("a\xFF"
                           "b"),
            "\"a\xEF\xBF\xBD"
            "b\"");
  EXPECT_EQ(a2a::in_quotes("\xC3"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(a2a::in_quotes("\xF0\x9F\x98\x80"), "\"\xF0\x9F\x98\x80\"");
}

TEST(JsonText, EveryByteStringReadsBackAsText) {
  a2a::JsonDocument document;
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; second += 7) {
      const std::string written =
          a2a::in_quotes(std::string{static_cast<char>(first), static_cast<char>(second)});
      EXPECT_TRUE(document.parse(written)) << first << ' ' << second;
    }
  }
}

TEST(JsonText, FindsAnEscapeAtEveryPlaceOfALongText) {
  for (const char special : {'"', '\\', '\n', '\x1f'}) {
    for (std::size_t place = 0; place < 40; ++place) {
      std::string text(40, 'x');
      text[place] = special;
      a2a::JsonDocument document;
      const std::string written = a2a::in_quotes(text);
      auto parsed = document.parse(written);
      ASSERT_TRUE(parsed) << written;
      EXPECT_EQ(parsed->string(), text);
    }
  }
}

TEST(JsonText, SeparatesMembers) {
  std::string out = "{";
  a2a::append_string_member(out, "a", "1");
  a2a::append_raw_member(out, "b", "[2]");
  EXPECT_EQ(out + "}", R"({"a":"1","b":[2]})");
}

}  // namespace

}  // namespace schemagate
