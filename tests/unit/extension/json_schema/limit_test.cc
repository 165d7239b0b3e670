// Every limit lets its own number pass and stops the next.
#include <gmock/gmock.h>

#include "validation.h"

namespace schemagate::json_schema {
namespace {

using testing::HasSubstr;

CompileOptions with(std::size_t Limits::* limit, std::size_t value) {
  CompileOptions options;
  options.limits.*limit = value;
  return options;
}

// The meta-schemas have to fit, too, so the limits here are not small.
TEST(Limit, OfASchemaIsExact) {
  const std::string title = R"({"title":")" + std::string(20'000, 't') + "\"}";
  compiled(title, with(&Limits::schema_bytes_max, title.size()));
  EXPECT_THAT(refused(title, with(&Limits::schema_bytes_max, title.size() - 1)).message,
              HasSubstr("the schema has 20012 bytes; schema_bytes_max is 20011"));
  const std::string pattern(300, 'a');
  for (const std::string& schema :
       {R"({"pattern":")" + pattern + "\"}", R"({"patternProperties":{")" + pattern + "\":true}}"}) {
    compiled(schema, with(&Limits::pattern_bytes_max, 300));
    EXPECT_THAT(refused(schema, with(&Limits::pattern_bytes_max, 299)).message,
                HasSubstr("a pattern has more than pattern_bytes_max = 299 bytes"));
  }
}

// What explain() and validate() say of a limit must be the same.
Verdict limited(const std::string& schema, const std::string& instance, std::size_t Limits::* limit,
                std::size_t value) {
  const Validator validator = compiled(schema, with(limit, value));
  const Report found = report(validator, instance);
  EXPECT_EQ(found.verdict, verdict(validator, instance)) << schema;
  return found.verdict;
}

TEST(Limit, OfDepthCountsSchemasInOneAnother) {
  const std::string instance = std::string(100, '[') + std::string(100, ']');
  for (const std::string schema :
       {R"({"items":{"$ref":"#"}})", R"({"prefixItems":[{"$ref":"#"}]})",
        R"({"contains":{"$ref":"#"},"minContains":0})", R"({"unevaluatedItems":{"$ref":"#"}})"}) {
    EXPECT_EQ(limited(schema, instance, &Limits::depth_max, 100), Verdict::kValid) << schema;
    EXPECT_EQ(limited(schema, instance, &Limits::depth_max, 99), Verdict::kLimit) << schema;
    EXPECT_EQ(report(compiled(schema, with(&Limits::depth_max, 99)), instance).limit, "depth_max") << schema;
  }
}

// Numbers from 0 on.
std::string numbers(std::size_t count) {
  std::string text = "[";
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "" : ",") + std::to_string(i);
  return text + "]";
}

TEST(Limit, OfStepsCountsSchemasAndTheirChildren) {
  // A step for the array, one for each element, and one must be left.
  const std::string schema = R"({"items":{"minimum":0}})";
  EXPECT_EQ(limited(schema, numbers(5000), &Limits::steps_max, 5002), Verdict::kValid);
  EXPECT_EQ(limited(schema, numbers(5000), &Limits::steps_max, 5001), Verdict::kLimit);
  // The schema takes a step for each branch of its allOf, leaves included, unless one node stands for all.
  const std::string branches =
      R"({"items":{"minimum":0},"allOf":[true,{"type":"array"}],"not":{"type":"null"}})";
  EXPECT_EQ(limited(branches, numbers(5000), &Limits::steps_max, 5004), Verdict::kValid);
  EXPECT_EQ(limited(branches, numbers(5000), &Limits::steps_max, 5003), Verdict::kLimit);
}

TEST(Limit, OfStepsCountsPatterns) {
  const std::string schema = R"({"items":{"pattern":"b|c"}})";
  std::string instance = "[\"b\"";
  for (int i = 1; i < 5000; ++i) instance += ",\"b\"";
  instance += "]";
  EXPECT_EQ(limited(schema, instance, &Limits::steps_max, 10'002), Verdict::kValid);
  EXPECT_EQ(limited(schema, instance, &Limits::steps_max, 10'001), Verdict::kLimit);
}

TEST(Limit, OfViolationsKeepsAsManyAndCountsTheOthers) {
  for (const std::size_t kept : {1u, 2u, 3u, 4u}) {
    const Report found =
        report(compiled(R"({"items":{"type":"null"}})", with(&Limits::violations_max, kept)), "[1,2,3]");
    EXPECT_EQ(found.violations.size(), std::min<std::size_t>(kept, 3));
    EXPECT_EQ(found.total, 3u);
    EXPECT_EQ(found.violations[0].instance_pointer, "/0");
    EXPECT_EQ(found.limit, "");
  }
}

TEST(Limit, OfAnnotationsIsExact) {
  a2a::JsonDocument document;
  const auto instance = document.parse("[1,2]");
  const std::string schema = R"({"$schema":"http://json-schema.org/draft-07/schema","items":{"title":"t"}})";
  EXPECT_EQ(compiled(schema, with(&Limits::annotations_max, 2)).annotate(*instance).verdict, Verdict::kValid);
  EXPECT_EQ(compiled(schema, with(&Limits::annotations_max, 1)).annotate(*instance).verdict, Verdict::kLimit);
}

TEST(Limit, OfStepsCountsTheMembersOfTheWholeInstance) {
  std::string members = R"({"m0":0)";
  for (int i = 1; i < 20'000; ++i) members += ",\"m" + std::to_string(i) + "\":0";
  members += '}';
  const std::string schema = R"({"properties":{"m0":{"type":"integer"}}})";
  const std::string list = R"({"items":)" + schema + "}";
  EXPECT_EQ(limited(schema, members, &Limits::steps_max, 20'002), Verdict::kValid);
  EXPECT_EQ(limited(schema, members, &Limits::steps_max, 20'001), Verdict::kLimit);
  EXPECT_EQ(limited(list, '[' + members + ']', &Limits::steps_max, 20'001), Verdict::kLimit);
}

// The instance may be valid.
TEST(Limit, OfAReportIsNoViolation) {
  const Report found =
      report(compiled(R"({"items":{"minimum":0}})", with(&Limits::steps_max, 5001)), numbers(5000));
  EXPECT_EQ(found.verdict, Verdict::kLimit);
  EXPECT_EQ(found.limit, "steps_max");
  EXPECT_EQ(found.total, 0u);
  EXPECT_EQ(found.violations.size(), 0u);
}

}  // namespace
}  // namespace schemagate::json_schema
