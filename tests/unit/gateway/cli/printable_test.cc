#include "gateway/cli/printable.h"

#include <gtest/gtest.h>

namespace schemagate::cli {
namespace {

TEST(Printable, LeavesOrdinaryTextAlone) {
  EXPECT_EQ(printable("Löwe 🦁 vs Tiger\nover two lines"), "Löwe 🦁 vs Tiger\nover two lines");
}

TEST(Printable, ShowsControlsInsteadOfSendingThem) {
  EXPECT_EQ(printable("\x1b[31mred\a\r\x7f"), "\\u{1b}[31mred\\u{7}\\u{d}\\u{7f}");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u{9b}31m");  // C1 CSI
}

TEST(Printable, ShowsMarksThatReorderOrHideText) {
  EXPECT_EQ(printable("a\u202e\u2066\u200b\ufeffb"), "a\\u{202e}\\u{2066}\\u{200b}\\u{feff}b");
  EXPECT_EQ(printable("\U000e0041"), "\\u{e0041}");
}

TEST(Printable, ShowsBytesThatAreNoUtf8) {
  EXPECT_EQ(printable("a\xff\xc3(\xed\xa0\x80\xc0\xaf\xf5"), "a\\xff\\xc3(\\xed\\xa0\\x80\\xc0\\xaf\\xf5");
  EXPECT_EQ(printable("\xe2\x82"), "\\xe2\\x82");
}

TEST(Printable, KeepsALineOneLine) {
  EXPECT_EQ(printable_line("a\nb\tc"), "a\\u{a}b c");
}

TEST(PrintableJson, EscapesWithoutChangingTheValue) {
  EXPECT_EQ(printable_json("{\"a\":\"\x7f\u202e\U000e0041\"}"), R"({"a":"\u007f\u202e\udb40\udc41"})");
  EXPECT_EQ(printable_json("{\r\n\t\"a\": 1}"), "{ \n \"a\": 1}");
}

std::string pretty(std::string_view json) {
  a2a::JsonDocument document;
  return pretty_json(*document.parse(json), 2, 3);
}

TEST(PrettyJson, IndentsAndKeepsNumbers) {
  EXPECT_EQ(
      pretty(R"({"a":[1.0,12345678901234567890],"b":{},"c":[]})"),
      "{\n    \"a\": [\n      1.0,\n      12345678901234567890\n    ],\n    \"b\": {},\n    \"c\": []\n  }");
}

TEST(PrettyJson, StopsAtItsDepth) {
  EXPECT_NE(pretty("[[[[[1]]]]]").find("[[1]]"), std::string::npos);
}

}  // namespace
}  // namespace schemagate::cli
