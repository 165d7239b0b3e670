#include "a2a/model/metadata.h"

#include <gtest/gtest.h>

#include <string>

namespace schemagate::a2a {
namespace {

TEST(Metadata, AMemberIsFoundByItsName) {
  EXPECT_EQ(member_of({R"({"a":1,"b":{"c": 2}})"}, "b").text, R"({"c": 2})");
  EXPECT_TRUE(member_of({R"({"a":1})"}, "b").empty());
  EXPECT_TRUE(member_of({}, "a").empty());
}

TEST(Metadata, GetsAMemberAtItsEnd) {
  EXPECT_EQ(with_member({}, "a", "1").text, R"({"a":1})");
  EXPECT_EQ(with_member({R"({"n":1.50, "o" : {"k": []}})"}, "a", "null").text,
            R"({"n":1.50,"o":{"k": []},"a":null})");
}

TEST(Metadata, KeepsThePlaceOfAMemberThatIsReplaced) {
  EXPECT_EQ(with_member({R"({"a":1,"b":2})"}, "a", "[3]").text, R"({"a":[3],"b":2})");
  EXPECT_EQ(with_member({R"({"\u0061":1})"}, "a", "2").text, R"({"a":2})");
}

TEST(Metadata, LosesAMember) {
  EXPECT_EQ(without_member({R"({"a":1,"b":2})"}, "a").text, R"({"b":2})");
  EXPECT_TRUE(without_member({R"({"a":1})"}, "a").empty());
  EXPECT_EQ(without_member({R"({"a":1})"}, "b").text, R"({"a":1})");
  EXPECT_TRUE(without_member({}, "b").empty());
}

TEST(Metadata, IsMergedMemberByMember) {
  EXPECT_EQ(merged({R"({"a":1,"b":2})"}, {R"({"b":3,"c":4})"}).text, R"({"a":1,"b":3,"c":4})");
  EXPECT_EQ(merged({}, {R"({"b":3})"}).text, R"({"b":3})");
  EXPECT_EQ(merged({R"({"b":3})"}, {}).text, R"({"b":3})");
}

TEST(Metadata, CountsAsEmptyWhenItIsNoObject) {
  for (const char* text : {"[1]", "5", "{", ""})
    EXPECT_EQ(with_member({text}, "a", "1").text, R"({"a":1})") << text;
}

// Object schemas, section 2: both members that carry the label.
TEST(Metadata, CarriesTheMimeTypeOfAPart) {
  Part part;
  part.metadata.text = R"({"n":1,"mimeType":"x"})";
  set_mime_type(part, "application/json;schema=\"a\"");
  EXPECT_EQ(part.media_type, "application/json;schema=\"a\"");
  EXPECT_EQ(part.metadata_mime_type, part.media_type);
  EXPECT_EQ(part.metadata.text, R"({"n":1,"mimeType":"application/json;schema=\"a\""})");
}

}  // namespace
}  // namespace schemagate::a2a
