// The forms of a report, from reports made by hand.
#include "extension/json_schema/render.h"

#include <gmock/gmock.h>

namespace schemagate::json_schema {
namespace {

Violation violation(std::string pointer, std::string keyword, std::string message) {
  Violation made;
  made.instance_pointer = std::move(pointer);
  made.keyword = std::move(keyword);
  made.message = std::move(message);
  return made;
}

Report invalid(std::vector<Violation> violations) {
  Report made;
  made.verdict = Verdict::kInvalid;
  made.total = violations.size();
  made.violations = std::move(violations);
  return made;
}

std::string field(std::string pointer, std::string_view root, std::string missing = "") {
  Violation made = violation(std::move(pointer), "type", "m");
  made.missing = std::move(missing);
  return field_violations(invalid({made}), root).front().field;
}

TEST(Render, FieldsAreWrittenLikeCode) {
  EXPECT_EQ(field("", "data"), "data");
  EXPECT_EQ(field("/a/0/b_1", "data"), "data.a[0].b_1");
  EXPECT_EQ(field("/a", ""), "a");
  EXPECT_EQ(field("/0", ""), "[0]");
  EXPECT_EQ(field("/a/b", "", "c"), "a.b.c");
  EXPECT_EQ(field("", "", "c d"), R"(["c d"])");
}

TEST(Render, FieldsQuoteWhatIsNoIdentifier) {
  EXPECT_EQ(field("/a b", "x"), R"(x["a b"])");
  EXPECT_EQ(field("/1a", "x"), R"(x["1a"])");
  EXPECT_EQ(field("/", "x"), R"(x[""])");
  EXPECT_EQ(field("/é", "x"), R"(x["é"])");
  EXPECT_EQ(field("/a~1b~0c", "x"), R"(x["a/b~c"])");
  EXPECT_EQ(field("/_", "x"), "x._");
  EXPECT_EQ(field("/azAZ09", "x"), "x.azAZ09");
  for (const char* other : {"@", "[", "`", "{", ":"})
    EXPECT_EQ(field("/a" + std::string(other), "x").find("x[\""), 0u) << other;
}

TEST(Render, FieldsNameKeywordAndMessageOfEach) {
  const auto fields =
      field_violations(invalid({violation("/a", "type", "one"), violation("/b", "enum", "two")}), "d");
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].description, "type: one");
  EXPECT_EQ(fields[1].field, "d.b");
  EXPECT_EQ(fields[1].description, "enum: two");
}

TEST(Render, TextSaysWhenThereIsNothingToRepair) {
  EXPECT_EQ(render_text({}), "The value is valid.");
  Report limited;
  limited.verdict = Verdict::kLimit;
  limited.limit = "steps_max";
  EXPECT_EQ(render_text(limited), "The value could not be checked: limit steps_max.");
}

TEST(Render, TextListsEachFaultAndCountsTheOthers) {
  EXPECT_EQ(render_text(invalid({violation("", "type", "expected a")})),
            "The value has 1 fault:\n- At the whole value: expected a.");
  EXPECT_EQ(render_text(invalid({violation("", "enum", "did you mean a?")})),
            "The value has 1 fault:\n- At the whole value: did you mean a?");
  Report found = invalid({violation("/a", "type", "m"), violation("/b", "type", "n")});
  EXPECT_EQ(render_text(found), "The value has 2 faults:\n- At /a: m.\n- At /b: n.");
  found.total = 3;
  EXPECT_EQ(render_text(found), "The value has 3 faults:\n- At /a: m.\n- At /b: n.\n- and 1 more.");
}

TEST(Render, TextNamesKnownMembersOnlyWhereTheMessageDoesNot) {
  Violation missing = violation("", "required", "m");
  missing.siblings = {"a", "b\"c"};
  missing.description = "what it is";
  EXPECT_EQ(render_text(invalid({missing})),
            "The value has 1 fault:\n- At the whole value: m. Known members: \"a\", \"b\\\"c\"."
            " The schema says: what it is");
  missing.keyword = "additionalProperties";
  missing.description.clear();
  EXPECT_EQ(render_text(invalid({missing})), "The value has 1 fault:\n- At the whole value: m.");
  missing.keyword = "required";
  missing.siblings.clear();
  EXPECT_EQ(render_text(invalid({missing})), "The value has 1 fault:\n- At the whole value: m.");
}

TEST(Render, FlagBasicAndListAreInvalidForALimitAndNameIt) {
  Report limited;
  limited.verdict = Verdict::kLimit;
  limited.limit = "steps_max";
  EXPECT_EQ(render_flag(limited), R"({"valid":false})");
  EXPECT_EQ(render_basic(limited),
            R"({"valid":false,"errors":[{"keywordLocation":"","absoluteKeywordLocation":"#",)"
            R"("instanceLocation":"","error":"could not be checked: limit steps_max"}]})");
  EXPECT_EQ(render_list(limited),
            R"({"valid":false,"details":[{"valid":false,"evaluationPath":"","schemaLocation":"#",)"
            R"("instanceLocation":"","errors":{"":"could not be checked: limit steps_max"}}]})");
  EXPECT_TRUE(field_violations(limited, "d").empty());
  Annotations none;
  none.verdict = Verdict::kLimit;
  EXPECT_EQ(render_basic(none), R"({"valid":false})");
  none.verdict = Verdict::kValid;
  EXPECT_EQ(render_basic(none), R"({"valid":true,"annotations":[]})");
  EXPECT_EQ(render_list(none), R"({"valid":true,"details":[]})");
}

TEST(Render, BasicSeparatesItsErrors) {
  EXPECT_EQ(
      render_basic(invalid({violation("/a", "type", "m"), violation("/b", "type", "\"n\"")})),
      R"({"valid":false,"errors":[{"keywordLocation":"","absoluteKeywordLocation":"","instanceLocation":"/a",)"
      R"("error":"m"},{"keywordLocation":"","absoluteKeywordLocation":"","instanceLocation":"/b",)"
      R"("error":"\"n\""}]})");
}

TEST(Render, ListHasAUnitForEachSchemaAndValue) {
  Violation one = violation("/a", "minimum", "m");
  one.evaluation_path = "/p/minimum";
  one.schema_location = "#/p/minimum";
  Violation two = one;
  two.keyword = "type";
  two.evaluation_path = "/p/type";
  two.schema_location = "#/p/type";
  Violation elsewhere = two;
  elsewhere.instance_pointer = "/b";
  EXPECT_EQ(
      render_list(invalid({one, elsewhere, two})),
      R"({"valid":false,"details":[{"valid":false,"evaluationPath":"/p","schemaLocation":"#/p",)"
      R"("instanceLocation":"/a","errors":{"minimum":"m","type":"m"}},{"valid":false,"evaluationPath":"/p",)"
      R"("schemaLocation":"#/p","instanceLocation":"/b","errors":{"type":"m"}}]})");
}

}  // namespace
}  // namespace schemagate::json_schema
