// Values at the edge of what the fast paths answer: verdict and report, document and tree must agree, and be
// right.
#include "validation.h"

namespace schemagate::json_schema {
namespace {

void expect(const std::string& schema, const std::string& instance, bool valid) {
  const Validator validator = compiled(schema);
  EXPECT_EQ(verdict(validator, instance), valid ? Verdict::kValid : Verdict::kInvalid)
      << schema << ' ' << instance;
  EXPECT_EQ(report(validator, instance).violations.empty(), valid) << schema << ' ' << instance;
  const auto tree = nlohmann::json::parse(instance);
  EXPECT_EQ(validator.validate(tree), valid ? Verdict::kValid : Verdict::kInvalid)
      << schema << ' ' << instance;
}

void expect_bound(const std::string& keyword, const std::string& bound, const std::string& valid,
                  const std::string& invalid) {
  const std::string schema = R"({")" + keyword + "\":" + bound + "}";
  expect(schema, valid, true);
  expect(schema, invalid, false);
  expect(R"({"type":"integer",")" + keyword + "\":" + bound + "}", valid, true);
}

TEST(FastPath, BoundsOfIntegersAreExact) {
  expect_bound("minimum", "5", "5", "4");
  expect_bound("maximum", "5", "5", "6");
  expect_bound("exclusiveMinimum", "5", "6", "5");
  expect_bound("exclusiveMaximum", "5", "4", "5");
  expect_bound("minimum", "-9223372036854775807", "-9223372036854775807", "-9223372036854775808");
  expect_bound("maximum", "9223372036854775806", "9223372036854775806", "9223372036854775807");
  expect_bound("exclusiveMinimum", "9223372036854775807", "9223372036854775808", "9223372036854775807");
  expect_bound("exclusiveMaximum", "-9223372036854775807", "-9223372036854775808", "-9223372036854775807");
  expect_bound("maximum", "9223372036854775807", "9223372036854775807", "9223372036854775808");
  expect(R"({"exclusiveMaximum":-9223372036854775808})", "-9223372036854775808", false);
}

TEST(FastPath, TheNarrowerOfTwoBoundsHolds) {
  for (const char* schema :
       {R"({"minimum":1,"exclusiveMinimum":2})", R"({"minimum":3,"exclusiveMinimum":1})"}) {
    expect(schema, "3", true);
    expect(schema, "2", false);
    expect(schema, "3.5", true);
    expect(schema, "2.0", false);
  }
  for (const char* schema :
       {R"({"maximum":9,"exclusiveMaximum":8})", R"({"maximum":7,"exclusiveMaximum":9})"}) {
    expect(schema, "7", true);
    expect(schema, "8", false);
    expect(schema, "6.5", true);
    expect(schema, "8.0", false);
  }
}

TEST(FastPath, FractionsAtTheirBoundAreCompared) {
  expect(R"({"minimum":0.1})", "0.1", true);
  expect(R"({"minimum":0.1})", "0.09", false);
  expect(R"({"exclusiveMinimum":0.1})", "0.1", false);
  expect(R"({"maximum":0.1})", "0.1", true);
  expect(R"({"exclusiveMaximum":0.1})", "0.1", false);
  expect(R"({"minimum":0.5,"multipleOf":0.5})", "1.25", false);
  expect(R"({"minimum":0.5,"multipleOf":0.5})", "1.5", true);
  expect(R"({"minimum":1,"multipleOf":3})", "4", false);
  expect(R"({"minimum":0.5})", "0", false);
  expect(R"({"minimum":0.5})", "1", true);
}

TEST(FastPath, IntegersAreToldFromFractions) {
  expect(R"({"type":"integer"})", "1.0", true);
  expect(R"({"type":"integer"})", "1.5", false);
  expect(R"({"type":"integer","minimum":2})", "1.0", false);
  expect(R"({"type":"integer","minimum":2})", "2.5", false);
  expect(R"({"type":["integer","string"],"minimum":2,"enum":[2,3.0]})", "3", true);
  expect(R"({"type":"number","minimum":2})", "2.5", true);
  expect(R"({"type":"number"})", "2.5", true);
}

TEST(FastPath, LengthsAreCountedInCodePoints) {
  for (const char* text : {"abcd", "äöüß", "€€€€", "😀😀😀😀"}) {
    const std::string instance = '"' + std::string(text) + '"';
    expect(R"({"minLength":4,"maxLength":4})", instance, true);
    expect(R"({"minLength":5})", instance, false);
    expect(R"({"maxLength":3})", instance, false);
  }
  expect(R"({"minLength":1})", R"("")", false);
  expect(R"({"maxLength":0})", R"("")", true);
}

TEST(FastPath, PatternsHoldBesideLengths) {
  expect(R"({"pattern":"^[0-9]{8}$","minLength":9})", R"("12345678")", false);
  expect(R"({"pattern":"^[0-9]{8}$","maxLength":8})", R"("12345678")", true);
  expect(R"({"pattern":"^[0-9]{8}$"})", R"("1234567a")", false);
  expect(R"({"pattern":"^[0-9]{8}$"})", R"("123456789")", false);
}

// Up to eight values are compared in turn, texts of up to 16 bytes without a call; more are found by hash.
TEST(FastPath, EveryValueOfAnEnumIsFound) {
  std::vector<std::string> values = {R"("a")",
                                     R"("0123456789abcdef")",
                                     R"("0123456789abcdefg")",
                                     R"("")",
                                     "1",
                                     "null",
                                     R"({"a":[1]})",
                                     "2.5",
                                     "true",
                                     "[]"};
  for (std::size_t count = 1; count <= values.size(); ++count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + values[i];
    for (std::size_t i = 0; i < values.size(); ++i)
      expect(R"({"enum":[)" + list + "]}", values[i], i < count);
    for (const char* other :
         {R"("b")", R"("0123456789abcdeg")", R"("0123456789abcdefh")", "0", "false", "{}", "[1]"})
      expect(R"({"enum":[)" + list + "]}", other, false);
  }
}

TEST(FastPath, ObjectsKnowTheirMembersInAnyOrder) {
  const std::string schema =
      R"({"properties":{"a":{"type":"integer"},"b":{"type":"string"},"c":{},"d":{},"e":{}},
      "required":["a","e","x"],"additionalProperties":{"type":"null"}})";
  expect(schema, R"({"a":1,"b":"","e":0,"x":null})", true);
  expect(schema, R"({"x":null,"e":0,"b":"","a":1,"y":null})", true);
  expect(schema, R"({"x":null,"e":0,"b":""})", false);
  expect(schema, R"({"a":1,"e":0,"x":1})", false);
  expect(schema, R"({"a":1,"e":0,"x":null,"y":1})", false);
  expect(schema, R"({"a":"","e":0,"x":null})", false);
  expect(R"({"properties":{"a":{}},"minProperties":2})", R"({"a":1})", false);
  expect(R"({"properties":{"a":{}},"maxProperties":1})", R"({"a":1,"b":1})", false);
  expect(R"({"properties":{"a":{}},"propertyNames":{"maxLength":1}})", R"({"bb":1})", false);
  expect(R"({"properties":{"a":{}},"patternProperties":{"^b":false}})", R"({"bb":1})", false);
  expect(R"({"properties":{"a":{}},"dependentRequired":{"a":["b"]}})", R"({"a":1})", false);
}

TEST(FastPath, UnionsOfTypesStillApplyTheRest) {
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"maxLength":2})", R"("abc")", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"minimum":2})", "1", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"not":{"const":1}})", "1", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"enum":[2]})", "1", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"oneOf":[{"const":2}]})", "1", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"if":{"const":1},"then":false})", "1", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}],"allOf":[{"const":2}]})", "1", false);
  expect(R"({"anyOf":[{"type":"string","maxLength":1},{"type":"integer"}]})", R"("ab")", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}]})", "1.5", false);
  expect(R"({"anyOf":[{"type":"string"},{"type":"integer"}]})", "[]", false);
}

TEST(FastPath, ItemsBeyondAPrefixHaveTheirOwnSchema) {
  const std::string schema =
      R"({"prefixItems":[{"type":"null"},{"type":"string"}],"items":{"type":"integer"}})";
  expect(schema, R"([null,"a",1,2])", true);
  expect(schema, R"([null])", true);
  expect(schema, R"([null,1])", false);
  expect(schema, R"([null,"a","b"])", false);
  expect(R"({"contains":{"const":1},"minContains":0})", "[]", true);
  expect(R"({"contains":{"const":1},"minContains":2})", "[1,2,1]", true);
  expect(R"({"contains":{"const":1},"minContains":2})", "[1,2]", false);
  expect(R"({"contains":{"const":1},"maxContains":1})", "[2,1,1]", false);
}

}  // namespace
}  // namespace schemagate::json_schema
