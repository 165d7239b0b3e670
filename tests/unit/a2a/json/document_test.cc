#include "a2a/json/document.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>

#include "a2a/json/name_key.h"

namespace schemagate {

namespace {

using a2a::JsonDocument;
using a2a::JsonKind;
using a2a::JsonLimits;
using a2a::JsonValue;

bool accepts(const std::string& text, const JsonLimits& limits = {}) {
  JsonDocument document;
  return document.parse(text, limits).has_value();
}

std::string refusal(const std::string& text, const JsonLimits& limits = {}) {
  JsonDocument document;
  auto parsed = document.parse(text, limits);
  return parsed ? "" : parsed.error().message;
}

TEST(JsonDocument, KeepsTheExactTextOfEveryValue) {
  const std::string text = R"( { "a" : [1.0, 12345678901234567890123, 1e2 ] , "b":{"c": "x\ny"} } )";
  JsonDocument document;
  auto root = document.parse(text);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->raw(), R"({ "a" : [1.0, 12345678901234567890123, 1e2 ] , "b":{"c": "x\ny"} })");
  EXPECT_EQ(root->find("a")->raw(), "[1.0, 12345678901234567890123, 1e2 ]");
  std::vector<std::string> elements;
  for (JsonValue element : root->find("a")->elements()) elements.emplace_back(element.raw());
  EXPECT_EQ(elements, (std::vector<std::string>{"1.0", "12345678901234567890123", "1e2"}));
  EXPECT_EQ(root->find("b")->find("c")->string(), "x\ny");
}

TEST(JsonDocument, ReadsScalars) {
  JsonDocument document;
  EXPECT_EQ(document.parse("true")->boolean(), true);
  EXPECT_EQ(document.parse("false")->boolean(), false);
  EXPECT_EQ(document.parse("null")->kind(), JsonKind::kNull);
  EXPECT_EQ(document.parse("-9223372036854775808")->int64(), INT64_MIN);
  EXPECT_EQ(document.parse("9223372036854775808")->int64(), std::nullopt);
  EXPECT_EQ(document.parse("9223372036854775808")->number(), 9223372036854775808.0);
  EXPECT_EQ(document.parse("1.5e3")->number(), 1500.0);
  EXPECT_EQ(document.parse("1e999")->number(), std::nullopt);
  EXPECT_EQ(document.parse(R"("Aé\ud83d\ude00\/")")->string(), "Aé😀/");
}

TEST(JsonDocument, AccessorsOfTheWrongKindGiveNothing) {
  JsonDocument document;
  auto number = *document.parse("7");
  EXPECT_EQ(number.string(), std::nullopt);
  EXPECT_EQ(number.boolean(), std::nullopt);
  EXPECT_EQ(number.find("a"), std::nullopt);
  EXPECT_EQ(number.size(), 0U);
  EXPECT_TRUE(number.members().begin() == number.members().end());
  EXPECT_TRUE(number.elements().begin() == number.elements().end());
  EXPECT_EQ(document.parse("\"7\"")->number(), std::nullopt);
}

TEST(JsonDocument, RefusesWhatIsNotJson) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "}",
                           "[",
                           "]",
                           "[1,]",
                           "[,1]",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{,}",
                           "{1:2}",
                           "[1 2]",
                           "1 2",
                           "tru",
                           "truee",
                           "nul",
                           "01",
                           "+1",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "0x1",
                           "NaN",
                           "Infinity",
                           "'a'",
                           "\"a",
                           "\"\\x\"",
                           "\"\\u12\"",
                           "\"\\ud800\"",
                           "\"\\udc00\"",
                           "\"\\ud800\\u0041\"",
                           "\"a\"b",
                           "12\"a\"",
                           "\"\x01\"",
                           "[1]]",
                           "{\"a\":1}}",
                           "\xEF\xBB\xBF{}",
                           "\"\xFF\"",
                           "\"\xC0\xAF\"",
                           "\"\xED\xA0\x80\"",
                           "\f1"}) {
    EXPECT_FALSE(accepts(text)) << text;
  }
  EXPECT_FALSE(accepts(std::string("1\0", 2)));
}

TEST(JsonDocument, AcceptsWhatIsJson) {
  for (const char* text : {"0", "-0", "0.0", "1E+2", "{}", "[]", " [ ] ", "[[],{}]", "\"\"", "\"\\\\\"",
                           "\"\\\\\\\"\"", "\"\\u0000\"", "{\"\":0}", "\r\n\t1\t", "{\"a\":1,\"A\":2}"}) {
    EXPECT_TRUE(accepts(text)) << text;
  }
}

TEST(JsonDocument, RefusesDuplicateMemberNamesAlsoWhenEscaped) {
  EXPECT_FALSE(accepts(R"({"a":1,"a":2})"));
  EXPECT_FALSE(accepts(R"({"x":{"a":1,"b":2,"\u0061":3}})"));
  EXPECT_TRUE(accepts(R"({"a":{"a":{"a":1}}})"));
  std::string many = "{\"k\":0";
  for (int i = 0; i < 100; ++i) many += ",\"k" + std::to_string(i) + "\":0";
  EXPECT_TRUE(accepts(many + "}"));
  EXPECT_FALSE(accepts(many + ",\"k50\":1}"));
}

TEST(JsonDocument, RefusesADuplicateAmongAnyOtherNames) {
  for (std::size_t members = 2; members < 40; ++members) {
    for (std::size_t twin = 0; twin + 1 < members; ++twin) {
      std::string unique;
      for (std::size_t i = 0; i + 1 < members; ++i) unique += "\"name" + std::to_string(i * i) + "\":1,";
      const std::string last = "\"name" + std::to_string(twin * twin) + "\":1}";
      EXPECT_TRUE(accepts("{" + unique + "\"other\":1}")) << members;
      EXPECT_FALSE(accepts("{" + unique + last)) << members << " members, twin of " << twin;
    }
  }
}

TEST(JsonDocument, FindsAnEscapeAtEveryPlaceOfAString) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t place = 0; place <= size; ++place) {
      std::string expected(size, 'b');
      std::string text = expected;
      expected.insert(place, "\n");
      text.insert(place, "\\n");
      text = '"' + text + '"';
      JsonDocument document;
      ASSERT_TRUE(document.parse(text));
      EXPECT_EQ(document.root().string(), expected) << size << ", " << place;
    }
  }
}

TEST(JsonDocument, HoldsANullAfterAnError) {
  JsonDocument document;
  for (const char* broken : {"", "[1,", "[1] 2", "\"\xff\""}) {
    ASSERT_TRUE(document.parse(R"({"a": [1, 2]})"));
    const std::string text = broken;
    EXPECT_FALSE(document.parse(text)) << text;
    EXPECT_EQ(document.root().kind(), JsonKind::kNull);
    EXPECT_EQ(document.root().raw(), "");
  }
}

TEST(JsonDocument, FindsATextThatWasCutOutOfIt) {
  JsonDocument document;
  ASSERT_TRUE(document.parse_own(R"({"data": {"a": [1, 2], "b": "x"}, "other": [1, 2]})"));
  const auto data = document.find_text(R"({"a": [1, 2], "b": "x"})");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->find("b")->string(), "x");
  EXPECT_FALSE(document.find_text(R"({"a": [1, 3], "b": "x"})"));
  EXPECT_FALSE(document.find_text(""));
}

TEST(JsonDocument, FindsNothingInATextThatItDoesNotKeep) {
  JsonDocument document;
  const std::string borrowed = R"({"a": [1]})";
  ASSERT_TRUE(document.parse(borrowed));
  EXPECT_FALSE(document.find_text("[1]"));
  EXPECT_FALSE(document.parse_own("[1"));
  EXPECT_FALSE(document.find_text("1"));
}

// The hash that a name gets while it is read is the one of the name by itself, wherever it stands.
TEST(JsonDocument, HashesNamesAsTheyAreUnescaped) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string name = std::string("abcdefghijklmnopqrstuvwxyz0123456789ABCDE").substr(0, size);
    for (const std::string& spelled : {name, "\\u0078" + name, name + "\\n"}) {
      for (const char* const behind : {":1}", ":1, \"and more behind it\" : [true, false]}"}) {
        JsonDocument document;
        const auto root = document.parse_own("{\"" + spelled + "\"" + behind);
        ASSERT_TRUE(root) << spelled;
        const auto& node = document.node(1);
        EXPECT_EQ(node.name_hash, a2a::name_hash({node.string_data, node.count})) << spelled;
      }
    }
  }
}

// Names that differ in any one byte.
TEST(JsonDocument, NamesOfOneKeyAreComparedAsFarAsNeeded) {
  for (std::size_t size = 1; size < 40; ++size) {
    const std::string name(size, 'x');
    EXPECT_TRUE(a2a::same_name_of_key(name, std::string(name).c_str()));
    for (std::size_t at = 0; at < size; ++at) {
      for (const char other : {'y', '\0', '\xf8'}) {
        std::string changed = name;
        changed[at] = other;
        const bool same =
            a2a::name_key(changed) == a2a::name_key(name) && a2a::same_name_of_key(changed, name.c_str());
        EXPECT_FALSE(same) << size << ", byte " << at;
      }
    }
  }
}

// Their keys are the same, and only reading them tells them apart.
TEST(JsonDocument, NamesOfOneKeyMayDiffer) {
  const std::string one = "aaaabbbb";
  std::string other = "caaabbbb";
  const auto word = [](std::string_view text) {
    std::uint32_t value = 0;
    std::memcpy(&value, text.data(), 4);
    return value;
  };
  const std::uint32_t high =
      word("bbbb") ^ static_cast<std::uint32_t>(word(one) * 0x9E3779B1U) ^ word(other) * 0x9E3779B1U;
  std::memcpy(other.data() + 4, &high, 4);
  EXPECT_EQ(a2a::name_key(one), a2a::name_key(other));
  EXPECT_FALSE(a2a::same_name_of_key(one, other.c_str()));
}

TEST(JsonDocument, KnowsTheTypesOfAllChildren) {
  constexpr auto kNumber = static_cast<std::uint8_t>(JsonKind::kNumber);
  constexpr auto kArray = static_cast<std::uint8_t>(JsonKind::kArray);
  constexpr auto kNull = static_cast<std::uint8_t>(JsonKind::kNull);
  JsonDocument document;
  ASSERT_TRUE(document.parse(R"({"a":[1,[null],2],"b":1.5,"c":[]})"));
  EXPECT_EQ(document.node(0).child_types, kArray | kNumber);
  EXPECT_EQ(document.node(2).child_types, JsonDocument::Node::kInt64 | kArray);
  EXPECT_EQ(document.node(4).child_types, kNull);
  EXPECT_EQ(document.node(10).child_types, 128);
}

TEST(JsonDocument, KeepsItsOwnTextWhenItIsMoved) {
  JsonDocument document;
  ASSERT_TRUE(document.parse_own("[7]"));
  const JsonDocument moved = std::move(document);
  const auto found = moved.find_text("7");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->int64(), 7);
}

TEST(JsonDocument, HoldsANullBeforeTheFirstParse) {
  const JsonDocument document;
  EXPECT_EQ(document.root().kind(), JsonKind::kNull);
  EXPECT_EQ(document.root().raw(), "");
  EXPECT_EQ(document.find_text("null"), std::nullopt);
}

TEST(JsonDocument, HoldsANullWhenItWasMovedFromAndParsesAgain) {
  JsonDocument document;
  ASSERT_TRUE(document.parse_own("[7]"));
  JsonDocument other = std::move(document);
  EXPECT_EQ(document.root().kind(), JsonKind::kNull);
  ASSERT_TRUE(document.parse("[8,9]"));
  EXPECT_EQ(document.root().size(), 2);
  document = std::move(other);
  EXPECT_EQ(document.root().raw(), "[7]");
  EXPECT_EQ(other.root().kind(), JsonKind::kNull);
}

TEST(JsonDocument, NamesTheLimitThatWasHit) {
  EXPECT_TRUE(accepts("[[1]]", {.depth_max = 2}));
  EXPECT_NE(refusal("[[1]]", {.depth_max = 1}).find("limit of 1 for nesting depth"), std::string::npos);
  EXPECT_NE(refusal("[1,2,3]", {.values_max = 3}).find("limit of 3 for values"), std::string::npos);
  EXPECT_NE(refusal("[1,2,3]", {.bytes_max = 3}).find("limit of 3 for bytes"), std::string::npos);
}

TEST(JsonDocument, SurvivesAMillionOpenBrackets) {
  EXPECT_NE(refusal(std::string(1'000'000, '[')).find("nesting depth"), std::string::npos);
}

TEST(JsonDocument, SaysLineAndColumn) {
  EXPECT_EQ(refusal("{\n  \"a\": 1\n  \"b\": 2}"), "invalid JSON at line 3, column 3: expected ',' or '}'");
  EXPECT_EQ(refusal("{\"a\":"), "invalid JSON at line 1, column 6: expected a value");
}

TEST(JsonDocument, IsReusableAfterAnError) {
  JsonDocument document;
  EXPECT_FALSE(document.parse("[1,"));
  auto again = document.parse(R"({"a":"b\tc"})");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->find("a")->string(), "b\tc");
}

TEST(JsonDocument, AgreesWithItselfAtEveryTruncation) {
  const std::string text = R"({"a":[1,-2.5e3,"x\u00e9",null,true],"b":{"c":false}})";
  ASSERT_TRUE(accepts(text));
  for (std::size_t size = 0; size < text.size(); ++size) EXPECT_FALSE(accepts(text.substr(0, size))) << size;
}

}  // namespace

}  // namespace schemagate
