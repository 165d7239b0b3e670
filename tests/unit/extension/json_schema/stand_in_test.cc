// Schemas made of others that one stands for, where each type of value is left to one of them: every verdict
// is that of the plain way.
#include "plain_verdict.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

std::vector<std::string> values() {
  std::vector<std::string> all = {"null", "true",  "1",        "5",  "1.0", "1.5",     "5.5",     "1e2",
                                  "\"\"", "\"a\"", "\"long\"", "[]", "[1]", "[\"a\"]", "[1.5,2]", "[[]]"};
  for (const std::string member : {"null", "1", "1.0", "1.5", "\"a\"", "\"long\"", "[]", "[1]", "[\"a\"]",
                                   "{}", R"({"a":1})", R"({"a":"a"})"}) {
    all.push_back(R"({"a":)" + member + "}");
    all.push_back(R"({"a":)" + member + R"(,"b":)" + member + "}");
    all.push_back(R"({"z":true,"a":)" + member + "}");
  }
  all.emplace_back("{}");
  return all;
}

// Each value itself, as a member, as an element, and both.
std::vector<std::string> placed_values() {
  std::vector<std::string> all;
  for (const std::string& value : values()) {
    all.push_back(value);
    all.push_back(R"({"a":)" + value + "}");
    all.push_back("[" + value + "]");
    all.push_back("[1," + value + "," + value + "]");
    all.push_back(R"({"b":[)" + value + R"(,{}],"c":)" + value + "}");
  }
  return all;
}

const auto kMadeOfOthers = {
    R"({"anyOf":[{"type":"string","minLength":2},{"type":"array","items":{"type":"integer"}}]})",
    R"({"oneOf":[{"type":"string","minLength":2},{"type":"object","required":["a"]},{"type":"null"}]})",
    R"({"anyOf":[{"type":"integer","minimum":3},{"type":"number","maximum":1}]})",
    R"({"anyOf":[{"type":"integer","minimum":3},{"type":["number","null"]}]})",
    R"({"oneOf":[{"type":"integer","minimum":3},{"type":"number","maximum":1}]})",
    R"({"oneOf":[{"type":"integer","minimum":3},{"type":"string"}]})",
    R"({"oneOf":[{"type":["null","boolean"]},{"type":["boolean","string"]}]})",
    R"({"oneOf":[{"minLength":2,"type":["string","boolean"]},{"type":"array"},false]})",
    R"({"anyOf":[{"minLength":2},{"minimum":3}]})",
    R"({"oneOf":[{"minLength":2},{"minimum":3}]})",
    R"({"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"type":"object","required":["b"]}]})",
    R"({"anyOf":[{"anyOf":[{"type":"string"},{"type":"integer","maximum":2}]},{"type":"array","maxItems":1}]})",
    R"({"type":["string","array"],"anyOf":[{"type":"string","maxLength":1},{"type":["array","object"]}]})",
    R"({"type":"object","oneOf":[{"type":"object","required":["a"]},{"type":"string"}],"maxProperties":1})",
    R"({"maxLength":1,"allOf":[{"type":["string","integer"]},{"minimum":2},{"required":["a"]}]})",
    R"({"maxLength":3,"allOf":[{"minLength":2}]})",
    R"({"allOf":[{"type":"integer"},{"minimum":2},{"type":["number","string"]}]})",
    R"({"allOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"properties":{"b":{"minLength":2}}}]})",
    R"({"allOf":[{"type":["object","array"],"required":["a"]},{"required":["b"],"items":{"type":"string"}}]})",
    R"({"allOf":[{"anyOf":[{"type":"string"},{"type":"object","additionalProperties":{"type":"integer"}}]},
        {"description":"x"}]})",
    R"({"anyOf":[{"enum":["a","b",1]},{"type":"array"}]})",
    R"({"anyOf":[{"type":"array","items":{"$ref":"#/$defs/x"}},{"type":"string"}]})",
    R"({"type":"array","items":{"type":"string"},"allOf":[{"type":"array","minItems":1}]})",
    R"({"patternProperties":{"^a":{"type":"integer"}},"anyOf":[{"type":["object","string"]},{"type":"null"}]})",
    R"({"type":"object","properties":{"a":{}},"allOf":[{"properties":{"b":{}}}],"unevaluatedProperties":false})",
    R"({"properties":{"a":{}},"allOf":[{"properties":{"b":{}}}],"unevaluatedProperties":false,"unevaluatedItems":false})"};

TEST(StandIn, DecidesAsTheSchemasThatItStandsFor) {
  for (const std::string made : kMadeOfOthers) {
    const std::string defs = R"(,"$defs":{"x":)" + made + R"(,"y":{"$ref":"#/$defs/x"}}})";
    for (const std::string place :
         {R"({"$ref":"#/$defs/x")", R"({"$ref":"#/$defs/y","title":"x")",
          R"({"properties":{"a":{"$ref":"#/$defs/x"}})", R"({"items":{"$ref":"#/$defs/x","title":"x"})",
          R"({"prefixItems":[true],"items":{"$ref":"#/$defs/y"})",
          R"({"additionalProperties":{"items":{"$ref":"#/$defs/x"}})",
          R"({"patternProperties":{"^a":{"$ref":"#/$defs/x"}},"not":{"$ref":"#/$defs/x"})",
          R"({"anyOf":[{"$ref":"#/$defs/x"},{"required":["c"]}],"unevaluatedProperties":{"type":"integer"})"})
      expect_plain_verdicts(place + defs, placed_values());
  }
}

// Results of schemas are cached where references double. What stands for them has results as well.
TEST(StandIn, KeepsDoublingChainsLinear) {
  const std::string schema = R"({"$ref":"#/$defs/x","$defs":{
      "x":{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"$ref":"#/$defs/one"}}}]},
      "one":{"anyOf":[{"$ref":"#/$defs/two"},{"$ref":"#/$defs/x"}]},
      "two":{"oneOf":[{"$ref":"#/$defs/three"},{"type":"string"}]},
      "three":{"type":"object","properties":{"a":{"$ref":"#/$defs/x"},"no":false},"required":["no"]}}})";
  std::string instance = "{}";
  for (int i = 0; i < 60; ++i) instance = R"({"b":1,"a":)" + instance + "}";
  EXPECT_EQ(verdict(schema, instance), Verdict::kValid);
}

TEST(StandIn, KeepsDoublingChainsThroughArraysLinear) {
  const std::string schema = R"({"$ref":"#/$defs/x","$defs":{
      "x":{"anyOf":[{"type":"null"},{"type":"array","items":{"$ref":"#/$defs/both"}}]},
      "both":{"oneOf":[{"$ref":"#/$defs/never"},{"$ref":"#/$defs/x"}]},
      "never":{"type":"array","prefixItems":[{"$ref":"#/$defs/x"}],"minItems":2,"items":false}}})";
  std::string instance = "[]";
  for (int i = 0; i < 60; ++i) instance = "[" + instance + "]";
  EXPECT_EQ(verdict(schema, instance), Verdict::kValid);
}

}  // namespace
}  // namespace schemagate::json_schema
