// Templates as owners write them: each rule, each suggestion.
#include "extension/schema_interaction/authored_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/schema_interaction/template_reader.h"
#include "figures.h"

namespace schemagate::schema_interaction {
namespace {

using a2a::JsonTree;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

JsonTree authored_with(std::string_view key_members, std::string_view members = "{}") {
  JsonTree key =
      tree_of(R"({"key_name":"a","key_type":"string","required":false,"semantic_description":"A."})");
  key.merge_patch(tree_of(key_members));
  JsonTree tree = tree_of(R"({"schema_id":"x_v1","scenario":"x"})");
  tree["keys"].push_back(key);
  tree.merge_patch(tree_of(members));
  return tree;
}

// "fatal /path: message" per problem.
std::vector<std::string> problems_of(const JsonTree& tree) {
  std::vector<std::string> lines;
  for (const auto& problem : read_authored_template(tree).problems)
    lines.push_back((problem.fatal ? "fatal " : "warning ") + problem.path + ": " + problem.message);
  return lines;
}

// The draft's own example is a file that an owner can use.
TEST(AuthoredTemplate, FiguresBreakNoRule) {
  for (const auto figure : {kFigure2, kFigure7, kFigure10}) {
    EXPECT_THAT(problems_of(tree_of(figure)), IsEmpty());
    EXPECT_TRUE(read_authored_template(tree_of(figure)).authored);
  }
}

TEST(AuthoredTemplate, AllProblemsAreReported) {
  EXPECT_EQ(
      problems_of(authored_with(R"({"key_type":"date","required":"yes","semantic_description":""})")).size(),
      3U);
  EXPECT_FALSE(read_authored_template(authored_with(R"({"required":"yes"})")).authored);
}

// SD-26.
TEST(AuthoredTemplate, NamesInAnotherCaseAreRefusedWithTheRightOne) {
  for (const auto& [name, meant] :
       std::vector<std::pair<std::string, std::string>>{{"cabinClass", "cabin_class"},
                                                        {"CabinClass", "cabin_class"},
                                                        {"cabin-class", "cabin_class"},
                                                        {"Cabin Class", "cabin_class"},
                                                        {"cabin__class", "cabin_class"},
                                                        {"_cabin_class_", "cabin_class"},
                                                        {"HTTPCode2", "http_code2"}}) {
    EXPECT_THAT(problems_of(authored_with(JsonTree{{"key_name", name}}.dump())),
                Contains(HasSubstr("is not in snake_case; did you mean \"" + meant + "\"?")))
        << name;
  }
  EXPECT_THAT(problems_of(authored_with(R"({"key_name":"2nd"})")),
              Contains(testing::EndsWith("is not in snake_case")));
}

TEST(AuthoredTemplate, UnknownMembersAreRefusedWithTheNearestName) {
  EXPECT_THAT(
      problems_of(authored_with(R"({"semantic_descripton":"x"})")),
      Contains(
          "fatal /keys/0: unknown member \"semantic_descripton\"; did you mean \"semantic_description\"?"));
  EXPECT_THAT(problems_of(authored_with("{}", R"({"schemaid":"x"})")),
              Contains("fatal : unknown member \"schemaid\"; did you mean \"schema_id\"?"));
}

// SD-31.
TEST(AuthoredTemplate, DefaultsHaveToFitTheirKey) {
  EXPECT_THAT(problems_of(authored_with(R"({"default_value":1})")),
              Contains("fatal /keys/0/default_value: expected string, found integer 1"));
  EXPECT_THAT(problems_of(authored_with(R"({"default_value":"c","constraints":{"enum":["a","b"]}})")),
              Contains(HasSubstr("fatal /keys/0/default_value: expected one of")));
  EXPECT_THAT(problems_of(authored_with(R"({"default_value":"a","constraints":{"enum":["a","b"]}})")),
              IsEmpty());
  EXPECT_THAT(problems_of(authored_with(R"({"default_value":"a","required":true})")),
              Contains(HasSubstr("warning /keys/0/default_value")));
}

TEST(AuthoredTemplate, DefaultsThatCannotBeCheckedAreRefused) {
  const std::string text = std::string(40, 'a') + "!";
  EXPECT_THAT(
      problems_of(
          authored_with(R"({"default_value":")" + text + R"(","constraints":{"pattern":"^(a+)+(?=$)b?$"}})")),
      Contains("fatal /keys/0/default_value: could not be checked within the limit pattern match limit"));
}

// X-28.
TEST(AuthoredTemplate, ConstraintsAreKeywordsOfTheType) {
  const auto problem = [](std::string_view type, std::string_view constraints) {
    const auto problems = problems_of(authored_with("{\"key_type\":\"" + std::string(type) +
                                                    "\",\"constraints\":" + std::string(constraints) + "}"));
    return problems.empty() ? "" : problems.front();
  };
  EXPECT_EQ(problem("integer", R"({"minimum":1,"maximum":9})"), "");
  EXPECT_EQ(problem("string", R"({"pattern":"^[0-9]+$","maxLength":9})"), "");
  EXPECT_EQ(problem("array", R"({"items":{"type":"string"},"minItems":1})"), "");
  EXPECT_EQ(problem("object", R"({"properties":{"x":{"type":"null"}},"required":["x"]})"), "");
  EXPECT_EQ(problem("boolean", R"({"const":true})"), "");
  EXPECT_THAT(problem("integer", R"({"mininum":1})"), HasSubstr("did you mean \"minimum\"?"));
  EXPECT_THAT(problem("string", R"({"minimum":1})"), HasSubstr("does not restrict a value of type string"));
  EXPECT_EQ(problem("string", R"({"format":"date"})"), "");
  EXPECT_THAT(problem("string", R"({"format":"dat"})"),
              HasSubstr("is no format of JSON Schema; did you mean"));
  EXPECT_THAT(problem("string", R"({"format":3})"), HasSubstr("fatal /keys/0/constraints/format"));
  EXPECT_THAT(problem("integer", R"({"format":"date"})"), HasSubstr("does not restrict a value of type"));
  EXPECT_THAT(problem("string", R"({"type":"integer"})"), HasSubstr("\"type\" does not restrict"));
  EXPECT_THAT(problem("string", R"({"description":"x"})"), HasSubstr("\"description\" does not restrict"));
  EXPECT_THAT(problem("integer", R"({"minimum":"1"})"), HasSubstr("fatal /keys/0/constraints/minimum"));
  EXPECT_THAT(problem("string", R"({"pattern":"("})"), HasSubstr("fatal /keys/0/constraints/pattern"));
  EXPECT_THAT(problem("string", R"({"enum":["a",3]})"),
              HasSubstr("fatal /keys/0/constraints/enum/1: expected string"));
  EXPECT_THAT(problem("string", R"([1])"), HasSubstr("expected an object of JSON Schema keywords"));
}

// SD-38: no rule can make a text under `other` wrong.
TEST(AuthoredTemplate, OtherHasNoConstraints) {
  EXPECT_THAT(problems_of(authored_with(R"({"key_name":"other","constraints":{"maxLength":10}})")),
              Contains(HasSubstr("fatal /keys/0/constraints: \"other\" takes whatever is said")));
}

// SD-29, X-25.
TEST(AuthoredTemplate, TranslationsDescribeTheSameKeys) {
  const auto reading = read_authored_template(authored_with(
      "{}",
      R"({"language":"de","translations":{"zh-CN":{"a":"甲。"},"en":{"a":"The a.","other":"More."}}})"));
  ASSERT_TRUE(reading.authored);
  EXPECT_EQ(reading.authored->language, "de");
  EXPECT_EQ(reading.authored->translations.at("zh-CN").at("a"), "甲。");
  EXPECT_NE(reading.authored->translations.at("zh-CN").at("other"),
            "");  // it was added, so nobody could translate it
  EXPECT_EQ(reading.authored->translations.at("en").at("other"), "More.");
}

TEST(AuthoredTemplate, TranslationsAreChecked) {
  const auto problems = [](std::string_view members) { return problems_of(authored_with("{}", members)); };
  EXPECT_THAT(problems(R"({"language":"english language"})"), Contains(HasSubstr("fatal /language")));
  EXPECT_THAT(problems(R"({"translations":{"x_y":{"a":"A"}}})"),
              Contains(HasSubstr("\"x_y\" is no language tag")));
  EXPECT_THAT(problems(R"({"translations":{"EN":{"a":"A"}}})"),
              Contains(HasSubstr("fatal /translations/EN: is described")));
  EXPECT_THAT(problems(R"({"translations":{"fr":{}}})"), Contains("fatal /translations/fr/a: is missing"));
  EXPECT_THAT(problems(R"({"translations":{"fr":{"a":"A","b":"B"}}})"),
              Contains("fatal /translations/fr: \"b\" is not a key of the template"));
  EXPECT_THAT(problems(R"({"translations":[]})"),
              Contains(HasSubstr("fatal /translations: expected an object")));
}

// X-47.
TEST(AuthoredTemplate, FloatIsReadAsNumberWithAWarning) {
  EXPECT_THAT(problems_of(authored_with(R"({"key_type":"float"})")),
              Contains(HasSubstr("warning /keys/0/key_type")));
}

}  // namespace
}  // namespace schemagate::schema_interaction
