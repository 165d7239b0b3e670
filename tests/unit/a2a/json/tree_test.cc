#include "a2a/json/tree.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace schemagate::a2a {
namespace {

TEST(ParseTree, RefusesWhatTheDocumentRefuses) {
  for (const char* text : {"", "{", R"({"a":1,"a":2})", "[1e999]"}) {
    const auto tree = parse_tree(text);
    ASSERT_FALSE(tree) << text;
    EXPECT_EQ(tree.error().code, ErrorCode::kParse) << text;
  }
  EXPECT_FALSE(parse_tree(std::string(100'000, '[') + std::string(100'000, ']')));
}

TEST(DumpTree, KeepsTheOrderAndReplacesBadUtf8) {
  EXPECT_EQ(dump_tree(*parse_tree(R"({"z":1,"a":[true,null]})")), R"({"z":1,"a":[true,null]})");
  EXPECT_EQ(dump_tree(JsonTree("a\xff")), "\"a\xef\xbf\xbd\"");
}

TEST(FindMember, GivesNothingWhereThereIsNone) {
  const JsonTree tree = *parse_tree(R"({"text":"t","number":1})");
  EXPECT_EQ(*find_string(tree, "text"), "t");
  EXPECT_EQ(find_string(tree, "number"), nullptr);
  EXPECT_EQ(*find_member(tree, "number"), 1);
  EXPECT_EQ(find_member(tree, "absent"), nullptr);
  EXPECT_EQ(find_member(tree["text"], "text"), nullptr);
}

TEST(FindIndex, GivesTheFirstElementWithThatText) {
  const JsonTree list = *parse_tree(R"([7,{"id":1},{"id":"b"},{"id":"b","second":true},{"other":"c"}])");
  EXPECT_EQ(find_index(list, "id", "b"), 2u);
  EXPECT_EQ(find_index(list, "id", "c"), std::nullopt);
  EXPECT_EQ(find_index(list[2], "id", "b"), std::nullopt) << "no array";
}

}  // namespace
}  // namespace schemagate::a2a
