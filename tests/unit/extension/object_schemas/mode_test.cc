#include "extension/object_schemas/mode.h"

#include <gtest/gtest.h>

namespace schemagate::object_schemas {
namespace {

Flag x() {
  return FlaggedWith{"x"};
}

bool is_malformed(std::string_view mime_type) {
  return std::holds_alternative<MalformedFlag>(parse_mode(mime_type));
}

// X-11.
TEST(Mode, ReadsEverySpellingOfTheSameMode) {
  for (const char* mime_type :
       {"application/json;schema=x", "application/json; schema=x", "application/json ; schema=x",
        "Application/JSON;SCHEMA=x", R"(application/json;schema="x")", R"(application/json;schema="\x")",
        "application/json;charset=utf-8;schema=x", "application/json;schema=x;charset=utf-8",
        "application/json;schema=x;", "application/json;;schema=x", "\tapplication/json;schema=x ",
        R"(application/json;note="a;schema=y,b/c";schema=x)", "application/json;charset;schema=x"}) {
    EXPECT_EQ(parse_mode(mime_type), x()) << mime_type;
  }
}

TEST(Mode, KeepsTheCaseOfTheName) {
  EXPECT_EQ(parse_mode("application/json;schema=fightComparison"), Flag(FlaggedWith{"fightComparison"}));
  EXPECT_NE(parse_mode("application/json;schema=X"), x());
}

TEST(Mode, ReadsNamesThatCannotBeDeclared) {
  EXPECT_EQ(parse_mode(R"(application/json;schema="a b")"), Flag(FlaggedWith{"a b"}));
  EXPECT_EQ(parse_mode("application/json;schema=a+b"), Flag(FlaggedWith{"a+b"}));
}

TEST(Mode, IsNotFlaggedWhenItIsAnotherTypeOrNamesNoSchema) {
  for (const char* mime_type :
       {"", "application/json", "application/json;", "application/json;charset=utf-8", "text/plain;schema=x",
        "application/vnd.x+json;schema=x", "application/jsonx;schema=x", "application/json, text/plain",
        "application/json;schema=x, text/plain", "text/plain, application/json;schema=x", "schema=x",
        "application / json;schema=x", "application/json schema=x", "application/json;schemas=x",
        R"(application/json;note="schema=x")"}) {
    EXPECT_EQ(parse_mode(mime_type), Flag(NotFlagged{})) << mime_type;
  }
}

TEST(Mode, IsMalformedWhenTheSchemaParameterIsAmbiguous) {
  for (const char* mime_type :
       {"application/json;schema=", "application/json;schema", "application/json;schema=\"\"",
        "application/json;schema=x;schema=x", "application/json;schema=x;schema=y",
        "application/json;schema=x y", "application/json;schema= x", "application/json;schema =x",
        R"(application/json;schema="x)", R"(application/json;schema="x"y)", R"(application/json;schema="x\)",
        "application/json;schema=a,b", "application/json;schema=\x01", "application/json;schema=\xC3\xA4",
        "application/json;schema=;schema=x"}) {
    EXPECT_TRUE(is_malformed(mime_type)) << mime_type;
  }
}

TEST(Mode, SaysWhyItIsMalformed) {
  const Flag flag = parse_mode("application/json;schema=x;schema=y");
  EXPECT_EQ(flag, Flag(MalformedFlag{"the schema parameter is repeated"}));
}

// OS-13: no blanks, byte for byte. OS-1: the exact URI.
TEST(Mode, WritesTheOneForm) {
  EXPECT_EQ(format_mode("fightComparison"), "application/json;schema=fightComparison");
  EXPECT_EQ(kExtensionUri,
            "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1");
}

TEST(Mode, ReadsWhatItWrites) {
  for (const char* name : {"x", "a.b_c-d", "0", "fightComparison"}) {
    EXPECT_EQ(parse_mode(format_mode(name)), Flag(FlaggedWith{name}));
  }
}

// X-11.
TEST(Mode, KnowsTheNamesThatCanBeDeclared) {
  EXPECT_TRUE(is_schema_name("fight.Comparison_2-b"));
  for (const char* name : {"", "a b", "a/b", "a;b", "\xC3\xA4", "a\"", "a+b"})
    EXPECT_FALSE(is_schema_name(name)) << name;
}

}  // namespace
}  // namespace schemagate::object_schemas
