#include "a2a/http/grammar.h"

#include <gtest/gtest.h>

#include <vector>

namespace schemagate::a2a::http {
namespace {

std::vector<std::string> elements(std::string_view list) {
  std::vector<std::string> found;
  while (const auto element = next_list_element(list)) found.emplace_back(*element);
  return found;
}

TEST(Grammar, ATokenIsMadeOfTheCharactersOfTheStandard) {
  std::string found;
  for (int byte = 0; byte < 256; ++byte) {
    if (is_token(std::string(1, static_cast<char>(byte)))) found += static_cast<char>(byte);
  }
  EXPECT_EQ(found, "!#$%&'*+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ^_`abcdefghijklmnopqrstuvwxyz|~");
  EXPECT_TRUE(is_token("X-Test"));
  for (const char* text : {"", "a b", "a:", ":a", "a\t"}) EXPECT_FALSE(is_token(text)) << text;
}

TEST(Grammar, AFieldValueHoldsNoControlCharacterButTheTab) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool control = (byte < 0x20 && byte != '\t') || byte == 0x7f;
    const std::string_view long_value = "a value of more than sixteen bytes: ";
    const char c = static_cast<char>(byte);
    EXPECT_EQ(is_field_value(std::string(1, c)), !control) << byte;
    EXPECT_EQ(is_field_value(std::string(long_value) + c), !control) << byte;
  }
  EXPECT_TRUE(is_field_value(""));
}

TEST(Grammar, SplitsLists) {
  using Elements = std::vector<std::string>;
  EXPECT_EQ(elements("a, b\t,c"), (Elements{"a", "b", "c"}));
  EXPECT_EQ(elements(" a b "), Elements{"a b"});
  EXPECT_EQ(elements(""), Elements{""});
  EXPECT_EQ(elements(",a"), (Elements{"", "a"}));
  EXPECT_EQ(elements("a,"), (Elements{"a", ""}));
  EXPECT_EQ(elements(std::string_view()), Elements{}) << "no field at all";
}

TEST(Grammar, FindsAMarkOutsideOfQuotes) {
  EXPECT_EQ(find_unquoted("a;b", ';'), 1u);
  EXPECT_EQ(find_unquoted("\"a;\";b", ';'), 4u);
  EXPECT_EQ(find_unquoted(R"("a\";";b)", ';'), 6u);
  EXPECT_EQ(find_unquoted("\"a;b", ';'), 4u) << "a quote that is not closed goes on to the end";
  EXPECT_EQ(find_unquoted("a\\;b", ';'), 2u) << "outside of quotes a backslash is a character";
  EXPECT_EQ(find_unquoted("", ';'), 0u);
}

TEST(Grammar, UndoesQuotes) {
  EXPECT_EQ(unquoted(R"("a b")"), "a b");
  EXPECT_EQ(unquoted(R"("a\"\\\b")"), R"(a"\b)");
  EXPECT_EQ(unquoted(R"("")"), "");
  for (const char* text : {"", "\"", "a", "a\"", "\"a", "\"a\"b", "\"a\\\"", "\"\\", "\"a\" "}) {
    EXPECT_EQ(unquoted(text), std::nullopt) << text;
  }
}

TEST(Grammar, AMediaTypeHasNoParametersAndNoCase) {
  EXPECT_EQ(media_type("Application/JSON; charset=utf-8"), "application/json");
  EXPECT_EQ(media_type(" text/plain \t;a"), "text/plain");
  EXPECT_EQ(media_type("text/plain"), "text/plain");
  EXPECT_EQ(media_type(""), "");
  EXPECT_EQ(media_type(";a"), "");
}

TEST(Grammar, KnowsTheMediaTypesOfJson) {
  for (const char* type : {"application/json", "application/problem+json", "application/a2a+json"}) {
    EXPECT_TRUE(is_json(type)) << type;
  }
  for (const char* type : {"", "text/json", "application/jsonl", "application/xml", "text/a+json", "json"}) {
    EXPECT_FALSE(is_json(type)) << type;
  }
}

}  // namespace
}  // namespace schemagate::a2a::http
