// What a Report says: every fault once, with the data that a repair needs.
#include <gmock/gmock.h>

#include "extension/json_schema/render.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kFight =
    R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
    "properties":{"a":{"description":"The first contestant","type":"string"},"b":{"type":"string"}},
    "required":["a","b"],"additionalProperties":false})";

Violation only(const Report& found) {
  if (found.violations.size() == 1) return found.violations[0];
  ADD_FAILURE() << render_text(found);
  return {};
}

// OS-17: each keyword of the extension's examples names the path of its violation.
TEST(Report, HoldsEveryFaultOfAnObject) {
  const Report found = report(kFight, R"({"a":1,"c":true})");
  EXPECT_EQ(found.verdict, Verdict::kInvalid);
  EXPECT_EQ(found.total, 3u);
  EXPECT_EQ(pointers(found), (std::multiset<std::string>{"", "/a", "/c"}));
}

TEST(Report, NamesTheMissingMember) {
  const Violation found = only(report(kFight, R"({"a":"x"})"));
  EXPECT_EQ(found.keyword, "required");
  EXPECT_EQ(found.missing, "b");
  EXPECT_EQ(found.instance_pointer, "");
  EXPECT_EQ(found.schema_location, "#/required");
  EXPECT_EQ(found.message, "required member \"b\" is missing");
  EXPECT_THAT(found.siblings, ElementsAre("a", "b"));
}

TEST(Report, NamesTheNearestSiblingOfAnUnexpectedMember) {
  const Violation found = only(report(R"({"properties":{"departure_date":true,"origin":true},
      "additionalProperties":false})",
                                      R"({"departure_dat":1,"origin":2})"));
  EXPECT_EQ(found.keyword, "additionalProperties");
  EXPECT_EQ(found.instance_pointer, "/departure_dat");
  EXPECT_EQ(found.schema_location, "#/additionalProperties");
  EXPECT_EQ(found.nearest, "departure_date");
  EXPECT_THAT(found.siblings, ElementsAre("departure_date", "origin"));
  EXPECT_THAT(found.message, HasSubstr("did you mean \"departure_date\"?"));
}

// All of these are one character away.
TEST(Report, PrefersTheNameThatBeginsAlike) {
  const Violation found = only(report(
      R"({"properties":{"bat":true,"cut":true,"mat":true},"additionalProperties":false})", R"({"cat":1})"));
  EXPECT_EQ(found.nearest, "cut");
}

// What `unevaluatedProperties` forbids may be declared by any schema that is applied to the same object.
constexpr std::string_view kDeclaredElsewhere[] = {
    R"("$ref":"#/$defs/base")",
    R"("$ref":"#/$defs/chained")",
    R"("allOf":[true,{"$ref":"#/$defs/base"}])",
    R"("anyOf":[{"$ref":"#/$defs/base"},{"required":["other"]}])",
    R"("oneOf":[{"properties":{"color":true}},{"required":["other"]}])",
    R"("if":{"properties":{"color":true}})",
    R"("if":{"required":["other"]},"then":{"$ref":"#/$defs/base"})",
    R"("if":true,"else":{"$ref":"#/$defs/base"})",
    R"("dependentSchemas":{"other":{"$ref":"#/$defs/base"}})",
};

TEST(Report, NamesWhatOtherSchemasOfTheSameObjectDeclare) {
  for (const std::string_view elsewhere : kDeclaredElsewhere) {
    const std::string schema =
        "{" + std::string(elsewhere) + R"(,"properties":{"a":{}},"unevaluatedProperties":false,
        "$defs":{"base":{"properties":{"color":{}}},"chained":{"allOf":[{"$ref":"#/$defs/base"}]}}})";
    const Violation found = only(report(schema, R"({"colour":1})"));
    EXPECT_EQ(found.message,
              R"(unexpected member "colour"; did you mean "color"? known members: "a", "color")")
        << schema;
    EXPECT_EQ(found.nearest, "color");
    EXPECT_THAT(found.siblings, ElementsAre("a", "color"));
  }
}

TEST(Report, NamesNoMemberThatOtherSchemasOnlyForbidOrAskFor) {
  const Violation found = only(report(
      R"({"allOf":[{"properties":{"a":{},"forbidden":false}},{"not":{"properties":{"no":false}, "required":["no"]}}],
      "if":{"required":["asked"]},"unevaluatedProperties":false})",
      R"({"b":1})"));
  EXPECT_THAT(found.siblings, ElementsAre("a"));
}

TEST(Report, NamesNoMoreThan64MembersAndLooksAtEachSchemaOnce) {
  std::string schema =
      R"({"allOf":[{"$ref":"#/$defs/l0"},{"$ref":"#/$defs/l0"}],"unevaluatedProperties":false,"$defs":{)";
  for (int i = 0; i < 100; ++i) {
    const std::string next = "{\"$ref\":\"#/$defs/l" + std::to_string(i + 1) + "\"}";
    schema += "\"l" + std::to_string(i) + R"(":{"properties":{"n)" + std::to_string(i) +
              R"(":true},"allOf":[)" + next + "," + next + "]},";
  }
  const Violation found = only(report(schema + R"("l100":true}})", R"({"x":1})"));
  ASSERT_EQ(found.siblings.size(), 64u);
  EXPECT_EQ(found.siblings.front(), "n0");
  EXPECT_EQ(found.siblings.back(), "n63");
}

TEST(Report, TellsExpectedFoundAndDescription) {
  const Violation found = only(report(kFight, R"({"a":1,"b":""})"));
  EXPECT_EQ(found.keyword, "type");
  EXPECT_EQ(found.schema_location, "#/properties/a/type");
  EXPECT_EQ(found.expected, "\"string\"");
  EXPECT_EQ(found.found, "1");
  EXPECT_EQ(found.description, "The first contestant");
  EXPECT_EQ(found.message, "expected string, found integer 1");
}

TEST(Report, ShowsFourLevelsOfAValue) {
  EXPECT_EQ(only(report(R"({"type":"string"})", "[[[[[1]]]]]")).found, "[[[[…]]]]");
}

TEST(Report, SaysFalseIsExpectedWhereASchemaForbids) {
  for (const auto& [schema, instance] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"false", "1"},
           {R"({"properties":{"a":false}})", R"({"a":1})"},
           {R"({"additionalProperties":false})", R"({"a":1})"},
           {R"({"allOf":[true],"unevaluatedProperties":false})", R"({"a":1})"},
           {R"({"items":false})", "[1]"},
           {R"({"anyOf":[{"prefixItems":[true]}],"unevaluatedItems":false})", "[1,2]"}}) {
    EXPECT_EQ(only(report(schema, instance)).expected, "false") << schema;
  }
}

TEST(Report, GivesEnumAndRangeAsData) {
  EXPECT_EQ(only(report(R"({"enum":["a",1]})", "2")).expected, R"(["a",1])");
  EXPECT_EQ(only(report(R"({"minimum":1.50})", "1")).message, "expected at least 1.50, found 1");
  EXPECT_EQ(only(report(R"({"maxLength":2})", R"("äöü")")).message, "expected at most 2 characters, found 3");
}

TEST(Report, FollowsReferencesInTheEvaluationPath) {
  const Violation found = only(report(
      R"({"$id":"https://e.org/s","properties":{"p":{"$ref":"#/$defs/d"}},"$defs":{"d":{"$ref":"#/$defs/e"},
          "e":{"type":"null"}}})",
      R"({"p":1})"));
  EXPECT_EQ(found.evaluation_path, "/properties/p/$ref/$ref/type");
  EXPECT_EQ(found.schema_location, "https://e.org/s#/$defs/e/type");
}

TEST(Report, EscapesPointers) {
  EXPECT_EQ(only(report(R"({"additionalProperties":{"type":"null"}})", R"({"a/b~c":1})")).instance_pointer,
            "/a~1b~0c");
}

TEST(Report, CountsAFaultOnceBeyondTheCap) {
  std::string instance = "[0";
  for (int i = 1; i < 4'000; ++i) instance += ',' + std::to_string(i);
  const std::string text = R"({"$ref":"#/$defs/texts"})";
  const Report found =
      report(R"({"allOf":[)" + text + ',' + text + R"(],"$defs":{"texts":{"items":{"type":"string"}}}})",
             instance + "]");
  EXPECT_EQ(found.violations.size(), 64u);
  EXPECT_EQ(found.total, 4'000u);
}

TEST(Report, CountsWithoutKeeping) {
  CompileOptions options;
  options.limits.violations_max = 0;
  const Report found = report(compiled(R"({"type":"string"})", options), "1");
  EXPECT_EQ(found.violations.size(), 0u);
  EXPECT_EQ(found.total, 1u);
  EXPECT_EQ(found.limit, "");
}

TEST(Report, TakesTheOnlyAlternativeOfTheRightType) {
  const Violation found = only(report(R"({"anyOf":[{"enum":["red","blue"]},{"type":"null"}]})", R"("rot")"));
  EXPECT_EQ(found.keyword, "enum");
  EXPECT_EQ(found.message, R"(expected one of ["red","blue"], found "rot")");
}

TEST(Report, NamesTheTypesOfAlternativesWhenNoneFits) {
  const Violation found = only(report(R"({"anyOf":[{"type":"integer"},{"type":"null"}]})", R"("x")"));
  EXPECT_EQ(found.keyword, "anyOf");
  EXPECT_EQ(found.message, R"(expected null or integer, found string "x")");
}

TEST(Report, CollapsesAlternativesToTheClosest) {
  const Violation found = only(report(R"({"anyOf":[{"type":"string"},
      {"type":"object","required":["x"],"properties":{"x":{"type":"integer"}}}]})",
                                      R"({"x":"one"})"));
  EXPECT_EQ(found.instance_pointer, "/x");
  EXPECT_EQ(found.evaluation_path, "/anyOf/1/properties/x/type");
}

TEST(Report, ChoosesTheAlternativeByItsConstant) {
  constexpr std::string_view kSchema = R"({"oneOf":[
      {"type":"object","required":["kind","x"],"properties":{"kind":{"const":"a"},"x":{"type":"integer"}}},
      {"type":"object","required":["kind","y"],"properties":{"kind":{"const":"b"},"y":{"type":"string"}}}]})";
  EXPECT_EQ(only(report(kSchema, R"({"kind":"b","y":5})")).instance_pointer, "/y");
  EXPECT_THAT(only(report(kSchema, R"({"kind":"c"})")).message,
              HasSubstr(R"(expected member "kind" to be one of "a", "b")"));
}

TEST(Report, SaysWhichAlternativesMatchAtOnce) {
  EXPECT_THAT(only(report(R"({"oneOf":[{"type":"integer"},{"minimum":0}]})", "1")).message,
              HasSubstr("0 (integer) and 1 (value of at least 0)"));
}

// Neither is nearer: whoever repairs the value has the choice.
TEST(Report, SaysWhatEachOfTwoEquallyNearAlternativesWants) {
  const Violation found = only(report(R"({"oneOf":[{"title":"By id","required":["id"]},
      {"title":"By name","required":["name"]}]})",
                                      "{}"));
  EXPECT_EQ(found.message, R"(for alternative 0 ("By id"): required member "id" is missing; )"
                           R"(or for alternative 1 ("By name"): required member "name" is missing)");
  EXPECT_EQ(found.keyword, "required");
  EXPECT_EQ(found.missing, "id");
}

TEST(Report, OfEquallyNearAlternativesSaysWhatTellsThemApart) {
  const Report found = report(R"({"anyOf":[{"required":["kind","id"]},{"required":["kind","name"]},
      {"title":"By place","properties":{"at":{"required":["x","y"]}}}]})",
                              R"({"at":{}})");
  EXPECT_EQ(found.total, 2u);
  EXPECT_EQ(found.violations[0].message,
            R"(for alternative 0 (object with "kind", "id"): required member "kind" is missing; )"
            R"(or for alternative 1 (object with "kind", "name"): required member "name" is missing; )"
            R"(or for alternative 2 ("By place"): at "/at": required member "x" is missing, )"
            R"(at "/at": required member "y" is missing)");
  EXPECT_EQ(found.violations[1].message, R"(required member "id" is missing)");
}

TEST(Report, NamesFewOfManyEquallyNearAlternatives) {
  const std::string message = only(report(R"({"oneOf":[{"required":["a"]},{"required":["b"]},
      {"required":["c"]},{"required":["d"]},{"required":["e"]}]})",
                                          "{}"))
                                  .message;
  EXPECT_THAT(message, HasSubstr(R"(required member "c" is missing; 2 more alternatives are as near)"));
  EXPECT_THAT(message, Not(HasSubstr(R"("d")")));
}

// What the first one wants as well comes before, however much it is.
TEST(Report, OfEquallyNearAlternativesFindsWhatTellsThemApartBehindTheRest) {
  const Report found = report(R"({"anyOf":[{"title":"X","required":["a","b","c","x"]},
      {"title":"Y","required":["a","b","c","y"]}]})",
                              "{}");
  EXPECT_EQ(found.total, 4u);
  EXPECT_EQ(found.violations[0].message, R"(for alternative 0 ("X"): required member "a" is missing; )"
                                         R"(or for alternative 1 ("Y"): required member "y" is missing)");
}

TEST(Report, OfAnEquallyNearAlternativeSaysTwoThingsAndCountsTheOthers) {
  const std::string message = report(R"({"anyOf":[{"title":"X","required":["a","1","2","3"]},
      {"title":"Y","required":["a","b","c","d"]}]})",
                                     "{}")
                                  .violations[0]
                                  .message;
  EXPECT_EQ(
      message,
      R"(for alternative 0 ("X"): required member "a" is missing; )"
      R"(or for alternative 1 ("Y"): required member "b" is missing, required member "c" is missing and 1 more)");
}

// What applies to all of them is said once.
TEST(Report, SaysNothingOfAlternativesThatWantTheSame) {
  EXPECT_EQ(only(report(R"({"oneOf":[{"title":"x","required":["a"]},{"title":"y","required":["a"]}]})", "{}"))
                .message,
            R"(required member "a" is missing)");
}

TEST(Report, PlantedFaultsGiveExactlyTheirPointers) {
  const Report found =
      report(R"({"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"},
      "s":{"maxLength":3}},"required":["n"],"unevaluatedProperties":false,"allOf":[{"properties":{"t":true}}]}})",
             R"([{"n":1},{"n":"1"},{"s":"abc"},{"n":1,"s":"abcd"},{"n":1,"t":2,"u":3}])");
  EXPECT_EQ(pointers(found), (std::multiset<std::string>{"/1/n", "/2", "/3/s", "/4/u"}));
  EXPECT_EQ(found.total, 4u);
}

TEST(Render, BasicFollowsTheSpecification) {
  const Report found = report(kFight, R"({"a":1,"b":""})");
  EXPECT_EQ(render_basic(found), R"({"valid":false,"errors":[{"keywordLocation":"/properties/a/type",)"
                                 R"("absoluteKeywordLocation":"#/properties/a/type","instanceLocation":"/a",)"
                                 R"("error":"expected string, found integer 1"}]})");
  EXPECT_EQ(render_flag(found), R"({"valid":false})");
  EXPECT_EQ(render_basic(report(kFight, R"({"a":"","b":""})")), R"({"valid":true})");
}

// OS-31: the error names path and keyword.
TEST(Render, FieldViolationsNameTheField) {
  const auto fields =
      field_violations(report(R"({"properties":{"list":{"items":{"required":["b"]}}}})", R"({"list":[{}]})"),
                       "message.parts[0].data");
  ASSERT_EQ(fields.size(), 1u);
  EXPECT_EQ(fields[0].field, "message.parts[0].data.list[0].b");
  EXPECT_THAT(fields[0].description, HasSubstr("required"));
}

TEST(Render, TextTellsWhatToDo) {
  const std::string text = render_text(report(kFight, R"({"a":1,"bb":true})"));
  EXPECT_THAT(text, HasSubstr("3 faults"));
  EXPECT_THAT(text,
              HasSubstr("At /a: expected string, found integer 1. The schema says: The first contestant"));
  EXPECT_THAT(text, HasSubstr("did you mean \"b\"?"));
}

}  // namespace
}  // namespace schemagate::json_schema
