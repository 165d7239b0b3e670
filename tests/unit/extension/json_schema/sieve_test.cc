// Members that pass by the place of their name in an index: names that fall into the place of another one's,
// and every type of value, must get the verdict of the plain way.
#include "extension/json_schema/graph/property_table.h"
#include "extension/json_schema/values/types.h"
#include "plain_verdict.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

constexpr auto kMemberValues = {"null", "true",    "1",    "1.5", "\"\"",      "\"long\"",      "[]",
                                "[1]",  "[\"x\"]", "[[]]", "{}",  "{\"x\":1}", "{\"x\":\"y\"}", "{\"x\":[]}"};

std::string object_of(std::string_view name, std::string_view value) {
  return R"({"b":true,")" + std::string(name) + "\":" + std::string(value) + R"(,"z":[]})";
}

bool takes(std::string_view schema, const std::string& instance) {
  return verdict(compiled(schema), instance) == Verdict::kValid;
}

TEST(Sieve, LetsNothingPassThatThePlainWayRefuses) {
  const auto schemas = {
      R"({"properties":{"a":{"type":"integer"},"b":{"type":"boolean"},"c":{"type":["string","null"]}}})",
      R"({"properties":{"a":{"type":"array","items":{"type":"string"}},"b":true,"c":false}})",
      R"({"properties":{"a":{"type":"array","items":{"type":"string"},"minItems":1},"b":true,"c":{"minItems":1}}})",
      R"({"properties":{"a":{"anyOf":[{"type":"string"},{"items":{"type":"string"},"minItems":1}]},"c":{"minItems":2}}})",
      R"({"additionalProperties":{"type":["array","boolean"],"minItems":1}})",
      R"({"patternProperties":{"^a":{"type":"array","items":{"type":"string"}},"c":{"type":["null","object"],
          "additionalProperties":false}},"additionalProperties":{"items":false}})",
      R"({"properties":{"a":{"items":{"type":"string"}},"c":{"type":"object","additionalProperties":{"type":"string"}}},
          "patternProperties":{"a":{"minItems":1}},"required":["b"]})",
      R"({"properties":{"a":{"maxProperties":0},"b":{},"c":{"additionalProperties":{"type":"string"}}}})",
      R"({"properties":{"a":{"minLength":2},"b":{},"c":{"minimum":2}},"required":["b","c"]})",
      R"({"properties":{"a":{"type":"string"},"b":{},"z":{}},"additionalProperties":{"type":"integer"}})",
      R"({"properties":{"b":{},"z":{}},"additionalProperties":{"items":{"type":"integer"}},"required":["a"]})",
      R"({"properties":{"a":{"type":"string"},"b":{},"z":{}},"additionalProperties":false})"};
  const auto names = {"a", "c", "y", "aa", "a name that is longer than any other of these"};
  for (const std::string_view schema : schemas) {
    const Validator validator = compiled(schema);
    for (const std::string_view name : names) {
      for (const std::string_view value : kMemberValues)
        expect_plain_verdict(validator, schema, object_of(name, value));
    }
  }
}

TEST(Sieve, KnowsTheNamesThatShareAPlace) {
  std::string properties = R"("b":{})";
  for (int i = 0; i < 30; ++i) properties += ",\"name" + std::to_string(i) + R"(":{"type":"string"})";
  const std::string schema = R"({"properties":{)" + properties + R"(},"required":["b"]})";
  const Validator validator = compiled(schema);
  for (int i = 0; i < 400; ++i) {
    const std::string name = "name" + std::to_string(i);
    EXPECT_EQ(verdict(validator, object_of(name, "1")), i < 30 ? Verdict::kInvalid : Verdict::kValid) << name;
    EXPECT_EQ(verdict(validator, object_of(name, "\"\"")), Verdict::kValid) << name;
  }
}

// More names than an index takes.
TEST(Sieve, HoldsNoMembersOfManyNames) {
  std::string properties = R"("b":{})";
  for (int i = 0; i < 200; ++i) properties += ",\"a" + std::to_string(i) + R"(":{"items":{"type":"string"}})";
  const std::string schema = R"({"properties":{)" + properties +
                             R"(},"additionalProperties":{"type":["array","object"],"maxItems":1}})";
  const Validator validator = compiled(schema);
  for (const std::string_view name : {"a0", "a199", "a200"}) {
    for (const std::string_view value : kMemberValues)
      expect_plain_verdict(validator, schema, object_of(name, value));
  }
}

// Names of one size with the same first and last eight bytes have one key, and so one place.
TEST(Sieve, KnowsTheNamesThatShareAKey) {
  constexpr std::string_view kSchema = R"({"properties":{"beginning-one-the-end":{"type":"string"},
      "beginning-two-the-end":{"type":"boolean"},"z":{}}})";
  EXPECT_TRUE(takes(kSchema, R"({"beginning-one-the-end":"x","beginning-two-the-end":true})"));
  EXPECT_FALSE(takes(kSchema, R"({"beginning-two-the-end":"x"})"));
  EXPECT_FALSE(takes(kSchema, R"({"beginning-one-the-end":true})"));
  EXPECT_TRUE(takes(kSchema, R"({"beginning-six-the-end":1})"));
}

TEST(Sieve, CountsWhatIsRequired) {
  constexpr std::string_view kSchema =
      R"({"properties":{"a":{},"b":{"type":"string"}},"required":["a","c"]})";
  EXPECT_TRUE(takes(kSchema, R"({"a":1,"c":2,"d":3})"));
  EXPECT_TRUE(takes(kSchema, R"({"c":[],"b":"","a":{}})"));
  EXPECT_FALSE(takes(kSchema, R"({"a":1,"b":"","d":3})"));
  EXPECT_FALSE(takes(kSchema, R"({"b":"","d":3,"e":4})"));
  EXPECT_FALSE(takes(kSchema, "{}"));
}

TEST(Sieve, IsNoneWhereEveryNameMatters) {
  Property refused("");
  PropertyTable table;
  table.add("a").required = true;
  table.index();
  table.sift(refused);
  EXPECT_FALSE(table.is_sieve());
}

}  // namespace
}  // namespace schemagate::json_schema
