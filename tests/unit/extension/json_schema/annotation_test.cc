// What a schema says of a valid instance, and the standard outputs that carry it.
#include <gmock/gmock.h>

#include <map>

#include "extension/json_schema/render.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

// instance pointer + " " + keyword -> values, in the order found.
std::multimap<std::string, std::string> annotations(std::string_view schema, std::string_view instance) {
  a2a::JsonDocument document;
  const auto value = document.parse(instance);
  std::multimap<std::string, std::string> found;
  if (!value) return found;
  for (const Annotation& annotation : compiled(schema).annotate(*value).found)
    found.emplace(annotation.instance_pointer + ' ' + annotation.keyword, annotation.value);
  return found;
}

std::vector<std::string> integers(std::string_view schema, std::string_view instance) {
  a2a::JsonDocument document;
  const auto value = document.parse(instance);
  std::vector<std::string> found;
  if (!value) return found;
  for (const auto& [number, digits] : compiled(schema).spelled_integers(*value))
    found.push_back(std::string(number.raw()) + " " + digits);
  return found;
}

// 2020-12 core section 4.2.3: 7.0 is an integer.
TEST(SpelledIntegers, AreThoseThatTheSchemaTakesAsIntegersOnly) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  constexpr std::string_view kList = R"({"items":{"type":"integer"}})";
  EXPECT_THAT(integers(kList, "[1, 7.0, -1.50E1, 0.0e7, 12345678901234567890.00]"),
              ElementsAre("7.0 7", "-1.50E1 -15", "0.0e7 0", "12345678901234567890.00 12345678901234567890"));
  EXPECT_THAT(integers(kList, "[1e40, 1e39]"), ElementsAre("1e39 1" + std::string(39, '0')));
  EXPECT_THAT(integers(kList, "[1, 12345678901234567890]"), IsEmpty());
  EXPECT_THAT(integers(kList, "[1.0, 2.5]"), IsEmpty()) << "not valid";
  EXPECT_THAT(integers(R"({"items":{"type":"number"}})", "[7.0]"), IsEmpty());
  EXPECT_THAT(integers(R"({"items":{"type":["integer","string"]}})", R"([7.0,"7.0"])"), ElementsAre("7.0 7"));
}

TEST(SpelledIntegers, AreTakenFromBranchesThatMatchAndEachOnce) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  constexpr std::string_view kBranches =
      R"({"anyOf":[{"properties":{"n":{"type":"integer"}},"required":["x"]},{"properties":{"n":{"type":"number"}}}]})";
  EXPECT_THAT(integers(kBranches, R"({"n":2.0})"), IsEmpty());
  EXPECT_THAT(integers(kBranches, R"({"n":2.0,"x":1})"), ElementsAre("2.0 2"));
  EXPECT_THAT(
      integers(R"({"allOf":[{"$ref":"#/$defs/n"},{"type":"integer"}],"$defs":{"n":{"type":"integer"}}})",
               "2.0"),
      ElementsAre("2.0 2"));
}

using Found = std::multimap<std::string, std::string>;

TEST(Annotation, CarriesMetaDataToItsValue) {
  EXPECT_EQ(annotations(R"({"properties":{"a":{"title":"A","default":1,"deprecated":true}}})", R"({"a":2})"),
            (Found{{" properties", R"(["a"])"},
                   {"/a title", "\"A\""},
                   {"/a default", "1"},
                   {"/a deprecated", "true"}}));
}

TEST(Annotation, ComesFromEveryBranchThatMatchesAndFromNoOther) {
  EXPECT_EQ(annotations(R"({"anyOf":[{"type":"integer","title":"one"},{"type":"string","title":"two"},
                            {"minimum":0,"title":"three"}]})",
                        "1"),
            (Found{{" title", "\"one\""}, {" title", "\"three\""}}));
  EXPECT_EQ(annotations(R"({"not":{"not":{"title":"hidden"}}})", "1"), Found{});
  EXPECT_EQ(
      annotations(R"({"if":{"title":"if","const":1},"then":{"title":"then"},"else":{"title":"else"}})", "2"),
      (Found{{" title", "\"else\""}}));
}

TEST(Annotation, NamesTheChildrenThatApplicatorsReached) {
  EXPECT_EQ(
      annotations(R"({"properties":{"a":true},"patternProperties":{"^b":true},"additionalProperties":true})",
                  R"({"a":1,"b":2,"c":3})"),
      (Found{{" properties", R"(["a"])"},
             {" patternProperties", R"(["b"])"},
             {" additionalProperties", R"(["c"])"}}));
  EXPECT_EQ(
      annotations(R"({"prefixItems":[true],"items":true,"contains":{"type":"string"}})", R"([1,"x","y"])"),
      (Found{{" prefixItems", "0"}, {" items", "true"}, {" contains", "[1,2]"}}));
  EXPECT_EQ(
      annotations(R"({"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":{"title":"rest"}})",
                  R"({"a":1,"b":2})"),
      (Found{{" properties", R"(["a"])"}, {" unevaluatedProperties", R"(["b"])"}, {"/b title", "\"rest\""}}));
}

TEST(Annotation, NamesUnevaluatedItemsWhereThereAreAny) {
  constexpr std::string_view kSchema = R"({"prefixItems":[true],"unevaluatedItems":{"title":"rest"}})";
  EXPECT_EQ(annotations(kSchema, "[1]"), (Found{{" prefixItems", "true"}}));
  EXPECT_EQ(annotations(kSchema, "[1,2]"),
            (Found{{" prefixItems", "0"}, {" unevaluatedItems", "true"}, {"/1 title", "\"rest\""}}));
}

TEST(Annotation, FollowsReferencesAndTakesUnknownKeywords) {
  EXPECT_EQ(annotations(R"({"$ref":"#/$defs/a","$defs":{"a":{"x-unit":"km","$comment":"none"}}})", "1"),
            (Found{{" x-unit", "\"km\""}}));
  EXPECT_EQ(annotations(R"({"contentMediaType":"text/plain","contentEncoding":"base64"})", "1"), Found{});
  EXPECT_EQ(annotations(R"({"contentMediaType":"text/plain"})", R"("x")"),
            (Found{{" contentMediaType", "\"text/plain\""}}));
  EXPECT_EQ(annotations(R"({"format":"ipv4"})", R"("no address")"), (Found{{" format", "\"ipv4\""}}));
}

TEST(Annotation, IsWhatTheDraftDefines) {
  const std::string draft_7 = R"("$schema":"http://json-schema.org/draft-07/schema#",)";
  EXPECT_EQ(annotations("{" + draft_7 + R"("properties":{"a":{"title":"A","x-unit":"km"}}})", R"({"a":1})"),
            (Found{{"/a title", "\"A\""}}));
  const std::string draft_2019 = R"("$schema":"https://json-schema.org/draft/2019-09/schema",)";
  EXPECT_EQ(
      annotations("{" + draft_2019 + R"("items":[true],"additionalItems":true,"contains":true})", "[1,2]"),
      (Found{{" items", "0"}, {" additionalItems", "true"}}));
}

TEST(Annotation, IsAbsentOfWhatIsInvalid) {
  a2a::JsonDocument document;
  const auto found = compiled(R"({"title":"t","type":"string"})").annotate(*document.parse("1"));
  EXPECT_EQ(found.verdict, Verdict::kInvalid);
  EXPECT_TRUE(found.found.empty());
}

TEST(Annotation, NamesItsLimit) {
  CompileOptions options;
  options.limits.annotations_max = 2;
  a2a::JsonDocument document;
  const auto found = compiled(R"({"items":{"title":"t"}})", options).annotate(*document.parse("[1,2,3]"));
  EXPECT_EQ(found.verdict, Verdict::kLimit);
  EXPECT_EQ(found.limit, "annotations_max");
}

TEST(Render, BasicAndListCarryAnnotations) {
  a2a::JsonDocument document;
  const auto found = compiled(R"({"$id":"https://example.org/s","properties":{"a":{"title":"A","x":1}}})")
                         .annotate(*document.parse(R"({"a":2})"));
  const auto basic = nlohmann::json::parse(render_basic(found));
  EXPECT_EQ(basic["valid"], true);
  EXPECT_EQ(basic["annotations"][0],
            nlohmann::json::parse(
                R"({"keywordLocation":"/properties/a/title","instanceLocation":"/a","annotation":"A",
                "absoluteKeywordLocation":"https://example.org/s#/properties/a/title"})"));
  const auto list = nlohmann::json::parse(render_list(found));
  EXPECT_EQ(list["details"][0],
            nlohmann::json::parse(R"({"valid":true,"evaluationPath":"/properties/a","instanceLocation":"/a",
                "schemaLocation":"https://example.org/s#/properties/a","annotations":{"title":"A","x":1}})"));
}

TEST(Render, ListGroupsErrorsBySchemaAndValue) {
  const Report found =
      report(R"({"properties":{"a":{"minimum":5,"multipleOf":2},"b":false}})", R"({"a":3,"b":1})");
  const auto list = nlohmann::json::parse(render_list(found));
  EXPECT_EQ(list["valid"], false);
  ASSERT_EQ(list["details"].size(), 2u);
  EXPECT_EQ(list["details"][0]["evaluationPath"], "/properties/a");
  EXPECT_EQ(list["details"][0]["errors"].size(), 2u);
  EXPECT_EQ(list["details"][1]["schemaLocation"], "#/properties/b");
  EXPECT_TRUE(list["details"][1]["errors"].contains(""));
}

}  // namespace
}  // namespace schemagate::json_schema
