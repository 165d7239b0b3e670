// The bounds of a document, each at its last value that is taken and its first that is not; numbers at the
// edges of their types.
#include <gtest/gtest.h>

#include <limits>

#include "a2a/json/document.h"

namespace schemagate::a2a {
namespace {

bool is_taken(std::string_view text, const JsonLimits& limits) {
  JsonDocument document;
  const auto root = document.parse(text, limits);
  EXPECT_EQ(root ? ErrorCode::kParse : root.error().code, ErrorCode::kParse);
  return root.has_value();
}

std::string nested(std::size_t depth, char open, char close, std::string_view inner) {
  return std::string(depth, open) + std::string(inner) + std::string(depth, close);
}

TEST(JsonLimits, CountBytes) {
  EXPECT_TRUE(is_taken("[1,2]", {.bytes_max = 5}));
  EXPECT_FALSE(is_taken("[1,2]", {.bytes_max = 4}));
  EXPECT_FALSE(is_taken("[1] ", {.bytes_max = 3})) << "white space, too";
}

TEST(JsonLimits, CountArraysAndObjectsInsideOneAnother) {
  EXPECT_TRUE(is_taken(nested(3, '[', ']', ""), {.depth_max = 3}));
  EXPECT_FALSE(is_taken(nested(4, '[', ']', ""), {.depth_max = 3}));
  EXPECT_TRUE(is_taken(R"({"a":{"b":[1]}})", {.depth_max = 3}));
  EXPECT_FALSE(is_taken(R"({"a":{"b":[{}]}})", {.depth_max = 3}));
  EXPECT_TRUE(is_taken("[[],[],[],[]]", {.depth_max = 2})) << "beside one another they are not deep";
  EXPECT_TRUE(is_taken("7", {.depth_max = 1}));
}

TEST(JsonLimits, CountValues) {
  EXPECT_TRUE(is_taken("[1,2,3]", {.values_max = 4}));
  EXPECT_FALSE(is_taken("[1,2,3,4]", {.values_max = 4}));
}

TEST(JsonNumber, IsAnInt64UpToItsEdges) {
  JsonDocument document;
  const auto read = [&document](std::string_view text) { return document.parse(text)->int64(); };
  EXPECT_EQ(read("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(read("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read("9223372036854775808"), std::nullopt);
  EXPECT_EQ(read("-9223372036854775809"), std::nullopt);
  EXPECT_EQ(read("-0"), 0);
  EXPECT_EQ(read("1.0"), std::nullopt);
  EXPECT_EQ(read("1e2"), std::nullopt);
}

TEST(JsonNumber, IsTheNearestDoubleUpToItsEdges) {
  JsonDocument document;
  const auto read = [&document](std::string_view text) { return document.parse(text)->number(); };
  EXPECT_EQ(read("7"), 7.0);
  EXPECT_EQ(read("-1.5e3"), -1500.0);
  EXPECT_EQ(read("9223372036854775808"), 9223372036854775808.0);
  EXPECT_EQ(read("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(read("1e400"), std::nullopt);
  EXPECT_EQ(read("-1e400"), std::nullopt);
  EXPECT_EQ(read("\"7\""), std::nullopt);
}

TEST(JsonNumber, HasTheGrammarOfTheStandard) {
  JsonDocument document;
  for (const char* text : {"0", "-0", "10", "0.0", "-0.5", "1E5", "1e+5", "1e-05", "1.25e10", "0e0"}) {
    const auto root = document.parse(text);
    ASSERT_TRUE(root) << text;
    EXPECT_EQ(root->raw(), text);
    EXPECT_EQ(root->kind(), JsonKind::kNumber) << text;
  }
  for (const char* text : {"-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "1e-", "1e1.5",
                           "0x1", "1a", "--1", "1-", "Infinity", "NaN"}) {
    EXPECT_FALSE(document.parse(text)) << text;
  }
}

TEST(JsonDocument, FindsATextAmongTheFirstNodesOnly) {
  std::string text = "[";
  for (int i = 0; i < 600; ++i) text += std::to_string(1000 + i) + ",";
  text += "0]";
  JsonDocument document;
  ASSERT_TRUE(document.parse_own(text));
  EXPECT_TRUE(document.find_text("1000"));
  EXPECT_TRUE(document.find_text("1510")) << "node 511";
  EXPECT_FALSE(document.find_text("1511"));
  EXPECT_EQ(document.find_or_parse("1500")->raw(), "1500");
  EXPECT_EQ(document.find_or_parse("1511")->raw(), "1511") << "is parsed";
}

TEST(JsonDocument, SaysWhereInLinesAndColumns) {
  JsonDocument document;
  const auto message = [&document](std::string_view text) { return document.parse(text).error().message; };
  EXPECT_TRUE(message("{1}").contains("line 1, column 2")) << message("{1}");
  EXPECT_TRUE(message("[\n\n  x]").contains("line 3, column 3")) << message("[\n\n  x]");
  EXPECT_TRUE(message("[1\n").contains("line 2, column 1")) << message("[1\n");
}

}  // namespace
}  // namespace schemagate::a2a
