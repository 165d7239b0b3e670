#include "gateway/cli/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "streams.h"

namespace schemagate::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr auto kSchema = R"({"type":"object","properties":{"a":{"type":"string"}},"required":["b"]})";

std::size_t offset_in(std::string_view text, std::string_view pointer) {
  a2a::JsonDocument document;
  return offset_of(document.parse(text).value(), pointer);
}

TEST(OffsetOf, IsWhereTheValueBegins) {
  constexpr std::string_view kText = R"({"a": [1, {"b": 2}]})";
  EXPECT_EQ(offset_in(kText, ""), 0U);
  EXPECT_EQ(offset_in(kText, "/a"), kText.find('['));
  EXPECT_EQ(offset_in(kText, "/a/1/b"), kText.find('2'));
}

TEST(OffsetOf, StopsAtTheNearestValueThatExists) {
  constexpr std::string_view kText = R"({"a": [1]})";
  EXPECT_EQ(offset_in(kText, "/a/7/b"), kText.find('['));
  EXPECT_EQ(offset_in(kText, "/b"), 0U);
}

TEST(Validate, TellsEachViolationWithItsPlace) {
  Streams streams;
  const std::string file = write_file("i.json", "{\n  \"a\": 5\n}");
  const ValidateOptions options{.schema = write_file("s.json", kSchema), .files = {file}};
  EXPECT_EQ(validate_files(options, streams.console), kRefused);
  EXPECT_THAT(streams.out.str(), HasSubstr(file + ":1:1: "));
  EXPECT_THAT(streams.out.str(), HasSubstr("(required at #)\n"));
  EXPECT_THAT(streams.out.str(), HasSubstr(file + ":2:8: "));
  EXPECT_THAT(streams.out.str(), HasSubstr("(type at #/a)\n"));
  EXPECT_EQ(streams.err.str(), "");
}

TEST(Validate, EndsWithTheWorstOfItsFiles) {
  const std::string schema = write_file("s.json", kSchema);
  const std::string valid = write_file("valid.json", R"({"b":1})");
  const std::string invalid = write_file("invalid.json", "{}");
  const std::string broken = write_file("broken.json", "{");
  Streams streams;
  EXPECT_EQ(validate_files({.schema = schema, .files = {valid}}, streams.console), kDone);
  EXPECT_EQ(streams.out.str(), valid + ": valid\n");
  EXPECT_EQ(validate_files({.schema = schema, .files = {invalid, valid}}, streams.console), kRefused);
  EXPECT_EQ(validate_files({.schema = schema, .files = {broken, invalid}}, streams.console), kUsage);
  EXPECT_THAT(streams.err.str(), StartsWith(broken + ": "));
}

TEST(Validate, PrintsOneJsonDocument) {
  Streams streams;
  const std::string valid = write_file("valid.json", R"({"b":1})");
  const std::string broken = write_file("broken.json", "{");
  const ValidateOptions options{.schema = write_file("s.json", kSchema),
                                .files = {valid, broken, write_file("invalid.json", "{}")},
                                .output = Output::kJson};
  EXPECT_EQ(validate_files(options, streams.console), kUsage);
  const auto printed = a2a::parse_tree(streams.out.str());
  ASSERT_TRUE(printed) << streams.out.str();
  EXPECT_EQ((*printed)["valid"], false);
  ASSERT_EQ((*printed)["files"].size(), 3U);
  EXPECT_EQ((*printed)["files"][0]["valid"], true);
  EXPECT_EQ((*printed)["files"][0]["violations"], a2a::JsonTree::array());
  EXPECT_TRUE((*printed)["files"][1].contains("problem"));
  const auto& violation = (*printed)["files"][2]["violations"][0];
  EXPECT_EQ(violation["line"], 1);
  EXPECT_EQ(violation["column"], 1);
  EXPECT_EQ(violation["keyword"], "required");
  EXPECT_EQ(violation["missing"], "b");
  EXPECT_EQ((*printed)["files"][2]["total"], 1);
}

TEST(Validate, CountsWhatItDoesNotTell) {
  Streams streams;
  std::string many = "[";
  for (int i = 0; i < 100; ++i) many += i == 0 ? "1" : ",1";
  const std::string file = write_file("many.json", many + "]");
  const ValidateOptions options{.schema = write_file("s.json", R"({"items":{"type":"string"}})"),
                                .files = {file}};
  EXPECT_EQ(validate_files(options, streams.console), kRefused);
  EXPECT_THAT(streams.out.str(), HasSubstr(file + ": 36 more\n"));
}

TEST(Validate, SaysWhereASchemaCannotBeUsed) {
  Streams streams;
  const std::string schema = write_file("s.json", "{\n \"type\": 5}");
  EXPECT_EQ(check_schema({.schema = schema, .files = {}}, streams.console), kUsage);
  EXPECT_THAT(streams.err.str(), HasSubstr(schema + ":2:"));
  EXPECT_THAT(streams.err.str(), HasSubstr("(type at #"));
  EXPECT_EQ(check_schema({.schema = "/nowhere.json", .files = {}}, streams.console), kUsage);
}

TEST(Validate, WarnsOfDefinitionsThatCannotBeUsed) {
  Streams streams;
  const std::string schema =
      write_file("odd.json", R"({"$defs":{"odd":{"$schema":"https://example.org/odd","$id":"urn:odd"}}})");
  EXPECT_EQ(check_schema({.schema = schema, .files = {}}, streams.console), kDone);
  EXPECT_THAT(streams.out.str(), HasSubstr("can be used\nwarning: #/$defs/odd"));
  EXPECT_THAT(streams.out.str(), HasSubstr("nothing that is applied leads there"));
}

TEST(Validate, WarnsOfWhatIsProbablyMisspelt) {
  const std::string schema =
      write_file("odd.json", R"({"properties":{"text":{"type":"string","minLenght":1}},"required":["txt"]})");
  Streams streams;
  EXPECT_EQ(check_schema({.schema = schema, .files = {}}, streams.console), kDone);
  EXPECT_EQ(streams.out.str(), schema + R"(: can be used
warning: #/required/0: required names txt, which properties does not have; did you mean text?
warning: #/properties/text/minLenght: minLenght: not a keyword; did you mean minLength?
)");
  Streams json;
  EXPECT_EQ(check_schema({.schema = schema, .files = {}, .output = Output::kJson}, json.console), kDone);
  EXPECT_THAT(json.out.str(), HasSubstr(R"("warnings":["#/required/0: required names txt)"));
}

TEST(Validate, AssertsContentWhereAsked) {
  const std::string schema = write_file("c.json", R"({"items":{"contentMediaType":"application/json"}})");
  const std::string file = write_file("i.json", R"(["{no JSON"])");
  const auto code = [&](bool asserted) {
    Streams streams;
    return validate_files({.schema = schema, .files = {file}, .assert_content = asserted}, streams.console);
  };
  EXPECT_EQ(code(false), kDone);
  EXPECT_EQ(code(true), kRefused);
}

TEST(Validate, KnowsDraftsAndFormats) {
  const std::string file = write_file("i.json", R"(["no date"])");
  const auto code = [&file](const std::string& schema, const std::string& draft, bool formats) {
    Streams streams;
    return validate_files(
        {.schema = write_file("s.json", schema), .files = {file}, .draft = draft, .assert_format = formats},
        streams.console);
  };
  const std::string format = R"({"items":{"format":"date"}})";
  EXPECT_EQ(code(format, "2020-12", false), kDone);
  EXPECT_EQ(code(format, "2020-12", true), kRefused);
  const std::string tuple = R"({"items":[{"type":"number"}]})";  // no tuple any more in 2020-12
  EXPECT_EQ(code(tuple, "draft-07", false), kRefused);
  EXPECT_EQ(code(tuple, "2019-09", false), kRefused);
  EXPECT_EQ(code(tuple, "2020-12", false), kUsage);
}

TEST(Validate, FindsRegisteredDocuments) {
  const std::string schema = write_file("s.json", R"({"$ref":"urn:x/parts/number.json"})");
  const std::string file = write_file("i.json", R"("no number")");
  const std::string part = write_file("number.json", R"({"type":"number"})");
  const auto code = [&schema, &file](std::string registered) {
    Streams streams;
    return validate_files({.schema = schema, .files = {file}, .registered = {std::move(registered)}},
                          streams.console);
  };
  EXPECT_EQ(code("urn:x/parts/number.json=" + part), kRefused);
  EXPECT_EQ(code("urn:x/parts/other.json=" + part), kUsage);
  EXPECT_EQ(code("=" + part), kUsage);
  EXPECT_EQ(code(part), kUsage);
  EXPECT_EQ(code("urn:x=/nowhere"), kUsage);
}

}  // namespace
}  // namespace schemagate::cli
