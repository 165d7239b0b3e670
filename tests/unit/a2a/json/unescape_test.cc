#include "a2a/json/unescape.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a {
namespace {

std::optional<std::string> unescaped(std::string_view escaped) {
  std::string out(escaped.size(), '#');
  const auto size = unescape(escaped, out.data());
  return size ? std::optional(out.substr(0, *size)) : std::nullopt;
}

TEST(Unescape, KnowsTheShortForms) {
  EXPECT_EQ(unescaped(R"(\"\\\/\b\f\n\r\t)"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(unescaped(R"(a\nb\nc)"), "a\nb\nc");
  EXPECT_EQ(unescaped(""), "");
  EXPECT_EQ(unescaped("plain €"), "plain €");
}

TEST(Unescape, WritesCodePointsOfEachLength) {
  EXPECT_EQ(unescaped(R"(\u0041\u007f\u0080\u07FF\u0800\uffff)"), "A\x7f\u0080\u07ff\u0800\uffff");
  EXPECT_EQ(unescaped(R"(\u0000)"), std::string(1, '\0'));
  EXPECT_EQ(unescaped(R"(x\u00e4y)"), "xäy");
}

TEST(Unescape, JoinsSurrogates) {
  EXPECT_EQ(unescaped(R"(\ud800\udc00)"), "\U00010000");
  EXPECT_EQ(unescaped(R"(\uDBFF\uDFFF)"), "\U0010ffff");
  EXPECT_EQ(unescaped(R"(\ud83d\ude00!)"), "😀!");
  EXPECT_EQ(unescaped(R"(\ud7ff\ue000)"), "\ud7ff\ue000") << "the neighbours of the surrogates";
}

TEST(Unescape, RefusesHalfASurrogate) {
  for (const char* text : {R"(\ud800)", R"(\udbff)", R"(\udc00)", R"(\udfff)", R"(\ud800\u0041)",
                           R"(\ud800\ud800)", R"(\ud800\udbff)", R"(\ud800\ue000)", R"(\ud800x\udc00)",
                           R"(\ud800\n)", R"(\udc00\ud800)", R"(\ud800\udc0)", R"(\ud800\)"}) {
    EXPECT_EQ(unescaped(text), std::nullopt) << text;
  }
}

TEST(Unescape, RefusesWhatIsNoEscape) {
  for (const char* text : {R"(\)", R"(a\)", R"(\x)", R"(\U0041)", R"(\')", R"(\a)", R"(\0)", R"(\u)",
                           R"(\u004)", R"(\u004g)", R"(\u-041)", R"(\u 041)", R"(\N)"}) {
    EXPECT_EQ(unescaped(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace schemagate::a2a
