#include "a2a/json/pointer.h"

#include <gtest/gtest.h>

namespace schemagate::a2a::json_pointer {
namespace {

// RFC 6901 section 5.
constexpr std::string_view kExample =
    R"({"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4,
    "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8})";

class Pointer : public testing::Test {
 protected:
  std::string found(std::string_view pointer) {
    const auto value = find(document_.root(), pointer);
    return value ? std::string(value->raw()) : "nothing";
  }

  JsonDocument document_;
};

class PointerIntoTheExample : public Pointer {
 protected:
  void SetUp() override { ASSERT_TRUE(document_.parse(kExample)); }
};

TEST_F(PointerIntoTheExample, FindsWhatTheStandardSays) {
  EXPECT_EQ(found(""), kExample);
  EXPECT_EQ(found("/foo"), R"(["bar", "baz"])");
  EXPECT_EQ(found("/foo/0"), R"("bar")");
  EXPECT_EQ(found("/"), "0");
  EXPECT_EQ(found("/a~1b"), "1");
  EXPECT_EQ(found("/c%d"), "2");
  EXPECT_EQ(found("/e^f"), "3");
  EXPECT_EQ(found("/g|h"), "4");
  EXPECT_EQ(found("/i\\j"), "5");
  EXPECT_EQ(found("/k\"l"), "6");
  EXPECT_EQ(found("/ "), "7");
  EXPECT_EQ(found("/m~0n"), "8");
}

TEST_F(PointerIntoTheExample, AnIndexIsWrittenInOneWay) {
  EXPECT_EQ(found("/foo/1"), R"("baz")");
  for (const char* pointer : {"/foo/2", "/foo/01", "/foo/00", "/foo/-", "/foo/-1", "/foo/+1", "/foo/ 1",
                              "/foo/1 ", "/foo/", "/foo/a", "/foo/18446744073709551616"}) {
    EXPECT_EQ(found(pointer), "nothing") << pointer;
  }
}

TEST_F(PointerIntoTheExample, FindsNothingBelowAScalarAndNoAbsentMember) {
  for (const char* pointer : {"/bar", "//", "/foo/0/0", "/foo/0/", "/a"})
    EXPECT_EQ(found(pointer), "nothing") << pointer;
}

TEST_F(Pointer, OfEachNodeLeadsBackToIt) {
  ASSERT_TRUE(document_.parse(R"({"a":[1,[],{"b/c":[2,{"~":3}]}],"d":{},"e":null})"));
  std::vector<std::string> pointers;
  const auto visit = [&](const auto& self, JsonValue value) -> void {
    const std::string pointer = pointer_to(document_, value.index());
    pointers.push_back(pointer);
    const auto again = find(document_.root(), pointer);
    ASSERT_TRUE(again) << pointer;
    EXPECT_EQ(again->index(), value.index()) << pointer;
    for (const JsonValue element : value.elements()) self(self, element);
    for (const auto& [name, member] : value.members()) self(self, member);
  };
  visit(visit, document_.root());
  EXPECT_EQ(pointers, (std::vector<std::string>{"", "/a", "/a/0", "/a/1", "/a/2", "/a/2/b~1c", "/a/2/b~1c/0",
                                                "/a/2/b~1c/1", "/a/2/b~1c/1/~0", "/d", "/e"}));
}

TEST(PointerSyntax, HasASlashInFrontAndEscapesItsTildes) {
  for (const char* text : {"", "/", "//", "/a", "/~0", "/~1", "/a~01b"}) EXPECT_TRUE(is_valid(text)) << text;
  for (const char* text : {"a", "a/b", "#", "~0", "/~", "/~2", "/a~", "/~0~", "/~/"})
    EXPECT_FALSE(is_valid(text)) << text;
}

TEST(PointerSyntax, EscapesAndUnescapes) {
  std::string pointer;
  for (const char* token : {"a", "", "~", "/", "~1", "~0/"}) append_token(pointer, token);
  EXPECT_EQ(pointer, "/a//~0/~1/~01/~00~1");
  EXPECT_EQ(split(pointer), (std::vector<std::string>{"a", "", "~", "/", "~1", "~0/"}));
  EXPECT_EQ(split(""), std::vector<std::string>{});
  EXPECT_EQ(unescaped("a~"), "a~");
}

TEST(PointerSyntax, IsTakenTokenByToken) {
  std::string_view rest = "/a~1b/0";
  EXPECT_EQ(take_token(rest), "a~1b");
  EXPECT_EQ(rest, "/0");
  EXPECT_EQ(take_token(rest), "0");
  EXPECT_EQ(rest, "");
}

}  // namespace
}  // namespace schemagate::a2a::json_pointer
