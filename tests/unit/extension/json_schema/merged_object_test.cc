// Schemas of one allOf that look at the members of an object together: every verdict is that of the plain
// way.
#include "plain_verdict.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

Verdict verdict_of(const std::string& schema, const std::string& instance) {
  return verdict(compiled(schema), instance);
}

// Of up to three members, in both orders.
std::vector<std::string> objects() {
  const auto values = {"1",  "1.5", "2.0", "\"\"",       "\"long\"",           "null",
                       "[]", "[1]", "{}",  R"({"a":1})", R"({"a":"x","c":[]})"};
  std::vector<std::string> all = {"{}", "[]", "1", "\"x\"", "null"};
  for (const std::string a : values) {
    all.push_back(R"({"a":)" + a + "}");
    all.push_back(R"({"z":)" + a + "}");
    for (const std::string b : values) {
      all.push_back(R"({"a":)" + a + R"(,"b":)" + b + "}");
      all.push_back(R"({"b":)" + b + R"(,"z":true,"a":)" + a + "}");
    }
  }
  return all;
}

TEST(MergedObject, DecidesAsItsSchemasDoOneByOne) {
  const auto schemas = {
      R"({"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"b":{"type":"string"}}}]})",
      R"({"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"a":{"type":["number","string"]}}}]})",
      R"({"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"a":{"minimum":2}}}]})",
      R"({"allOf":[{"properties":{"a":{"type":"object","properties":{"a":{"type":"integer"}}}}},
          {"properties":{"a":{"required":["a"],"properties":{"c":{"maxItems":0}}}}}]})",
      R"({"properties":{"a":{}},"required":["a"],"allOf":[{"required":["a","b"]},{"type":"object"},true]})",
      R"({"properties":{"a":{}},"additionalProperties":false,"allOf":[{"properties":{"b":{"type":"null"}}}]})",
      R"({"properties":{"a":{"type":"string"}},"allOf":[{"properties":{"b":{}},"additionalProperties":false},
          {"additionalProperties":{"type":["string","integer"]}}]})",
      R"({"required":["a"],"allOf":[{"required":["b"],"additionalProperties":{"type":"integer"}},
          {"additionalProperties":{"minimum":2}}]})",
      R"({"allOf":[{"properties":{"a":{}}},{"properties":{"b":{"type":"string"}}},{"minProperties":2},
          {"patternProperties":{"^a":{"type":"integer"}}},{"anyOf":[{"required":["a"]},{"required":["z"]}]}]})",
      R"({"properties":{"a":{"type":"integer"}},"allOf":[{"properties":{"b":{}},"required":["b"]}],
          "oneOf":[{"required":["a"]},{"required":["z"]}],"not":{"properties":{"a":{"const":1}}}})",
      R"({"properties":{"a":{}},"allOf":[{"properties":{"b":{"type":"integer"}}},
          {"if":{"required":["a"]},"then":{"required":["b"]}},
          {"if":{"properties":{"a":{"const":1}}},"then":{"properties":{"b":{"minimum":2}}}}]})",
      R"({"properties":{"a":{"type":"integer"}},"$ref":"#/$defs/b","$defs":{"b":{"required":["b"]}}})",
      R"({"allOf":[{"type":"string"},{"properties":{"a":{}}},{"properties":{"b":{}}}]})",
      R"({"allOf":[{"allOf":[{"properties":{"a":{"type":"integer"}}},{"required":["a"]}]},
          {"properties":{"b":{"type":"string"}},"allOf":[{"properties":{"b":{"minLength":1}}}]}]})",
      R"({"items":{"allOf":[{"required":["a"]},{"required":["b"]}]},"unevaluatedProperties":false,
          "allOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]})",
      R"({"allOf":[{"properties":{"a":false}},{"properties":{"a":{},"b":{}}}]})",
      R"({"enum":[{},{"a":1},{"a":1,"b":1}],"allOf":[{"properties":{"a":{}}},{"required":["b"]}]})"};
  for (const std::string schema : schemas) expect_plain_verdicts(schema, objects());
}

TEST(MergedObject, TakesTogetherWhatConditionsAskThatKnowNoMember) {
  constexpr const char* kSchema =
      R"({"allOf":[{"if":{"properties":{"z":{"const":1}}},"then":{"properties":{"a":{"type":"integer"}}}},
          {"if":{"properties":{"z":{"const":2}}},"then":{"properties":{"a":{"minimum":2},"b":{"type":"string"}}}},
          {"if":{"properties":{"z":{"const":"x"}}},"then":{"required":["b"]}},
          {"if":{"properties":{"z":{"const":"y"}}},"then":{"type":["object","null"]}}]})";
  expect_plain_verdicts(kSchema, objects());
  EXPECT_EQ(verdict_of(kSchema, R"({"a":2,"b":"x"})"), Verdict::kValid);
  EXPECT_EQ(verdict_of(kSchema, R"({"a":1,"b":"x"})"), Verdict::kInvalid);
  EXPECT_EQ(verdict_of(kSchema, R"({"a":1.5,"b":"x","z":2})"), Verdict::kInvalid);
  EXPECT_EQ(verdict_of(kSchema, R"({"a":2})"), Verdict::kInvalid);
}

// Results of schemas are cached where references double. What is merged has none of its own.
TEST(MergedObject, KeepsDoublingChainsLinear) {
  const std::string schema =
      R"({"$ref":"#/$defs/both","$defs":{"x":{"properties":{"a":{"type":"object","allOf":
      [{"anyOf":[{"$ref":"#/$defs/one"},{"$ref":"#/$defs/two"}]}]}}},
      "one":{"$ref":"#/$defs/x","properties":{"no":false},"required":["no"]},
      "two":{"$ref":"#/$defs/x","properties":{"b":{}}},
      "both":{"allOf":[{"$ref":"#/$defs/x"},{"properties":{"c":{}}}]}}})";
  std::string instance = "{}";
  for (int i = 0; i < 40; ++i) instance = R"({"no":1,"a":)" + instance + "}";
  EXPECT_EQ(verdict_of(schema, instance), Verdict::kValid);
}

}  // namespace
}  // namespace schemagate::json_schema
