// Rewritings of a schema that must not change what it says, applied to many schemas and instances; and the
// agreement of all ways to ask.
#include <algorithm>
#include <array>
#include <vector>

#include "plain_verdict.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

using nlohmann::json;

const std::vector<std::string>& schemas() {
  static const std::vector<std::string> kSchemas = {
      R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a"]})",
      R"({"properties":{"a":{"minimum":2}},"patternProperties":{"^b":{"maxLength":2}},"additionalProperties":false})",
      R"({"allOf":[{"properties":{"a":true}},{"required":["b"]}],"unevaluatedProperties":false})",
      R"({"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":true}}],
          "unevaluatedProperties":{"type":"null"}})",
      R"({"oneOf":[{"type":"integer"},{"multipleOf":0.5},{"type":"array","maxItems":1}]})",
      R"({"prefixItems":[{"type":"integer"}],"items":{"type":"string"},"minItems":1})",
      R"({"contains":{"type":"integer"},"minContains":2,"unevaluatedItems":{"type":"string"}})",
      R"({"if":{"required":["a"]},"then":{"required":["b"]},"else":{"maxProperties":1}})",
      R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"maxProperties":2}}})",
      R"({"not":{"enum":[1,"ab",null,[1]]},"uniqueItems":true})",
      R"({"propertyNames":{"pattern":"^[ab]$"},"minProperties":1})",
      R"({"type":["string","array"],"minLength":2,"minItems":2})",
  };
  return kSchemas;
}

const std::vector<std::string>& instances() {
  static const std::vector<std::string> kInstances = {
      "null",
      "true",
      "0",
      "1",
      "1.0",
      "0.5",
      "0.25",
      "-7",
      "1e3",
      R"("")",
      R"("a")",
      R"("ab")",
      R"("äöü")",
      "[]",
      "[1]",
      R"(["x"])",
      R"([1,"x"])",
      R"([1,2,"x"])",
      R"([1,1])",
      R"([1,2,null])",
      "{}",
      R"({"a":1})",
      R"({"a":3,"b":"x"})",
      R"({"b":"xyz"})",
      R"({"a":1,"b":2,"c":null})",
      R"({"c":1})",
      R"({"bb":"x"})",
      R"({"a":null,"b":"x","c":"y"})",
      R"({"a":"1"})",
  };
  return kInstances;
}

// `rewrite` maps a schema to one of the same meaning.
template <class Rewrite>
void expect_same_meaning(Rewrite rewrite) {
  for (const std::string& schema : schemas()) {
    const Validator original = compiled(schema);
    const std::string other = rewrite(json::parse(schema)).dump();
    const Validator rewritten = compiled(other);
    for (const std::string& instance : instances()) {
      EXPECT_EQ(verdict(original, instance), verdict(rewritten, instance)) << schema << '\n'
                                                                           << other << '\n'
                                                                           << instance;
    }
  }
}

TEST(Metamorphic, WrappingInAllOfKeepsTheVerdict) {
  expect_same_meaning([](const json& schema) { return json{{"allOf", {schema}}}; });
}

TEST(Metamorphic, WrappingInOneAlternativeKeepsTheVerdict) {
  expect_same_meaning([](const json& schema) { return json{{"anyOf", {schema}}}; });
  expect_same_meaning([](const json& schema) { return json{{"oneOf", {schema, false}}}; });
}

TEST(Metamorphic, MovingToDefinitionsKeepsTheVerdict) {
  expect_same_meaning(
      [](const json& schema) { return json{{"$ref", "#/$defs/s"}, {"$defs", {{"s", schema}}}}; });
}

TEST(Metamorphic, MovingToAnotherResourceKeepsTheVerdict) {
  expect_same_meaning([](json schema) {
    schema["$id"] = "https://e.org/inner";
    return json{{"$ref", "inner"}, {"$id", "https://e.org/outer"}, {"$defs", {{"s", schema}}}};
  });
}

TEST(Metamorphic, DoubleNegationKeepsTheVerdict) {
  expect_same_meaning([](const json& schema) { return json{{"not", {{"not", schema}}}}; });
}

TEST(Metamorphic, ConditionsKeepTheVerdict) {
  expect_same_meaning([](const json& schema) { return json{{"if", true}, {"then", schema}}; });
  expect_same_meaning([](const json& schema) { return json{{"if", schema}, {"else", false}}; });
}

TEST(Metamorphic, DynamicReferenceToOneTargetKeepsTheVerdict) {
  expect_same_meaning([](json schema) {
    schema["$dynamicAnchor"] = "x";
    return json{{"$dynamicRef", "#x"}, {"$defs", {{"s", schema}}}};
  });
}

TEST(Metamorphic, OrderOfKeywordsKeepsTheVerdict) {
  for (const std::string& schema : schemas()) {
    const auto ordered = nlohmann::ordered_json::parse(schema);
    std::vector<std::pair<std::string, nlohmann::ordered_json>> members;
    for (const auto& [name, value] : ordered.items()) members.emplace_back(name, value);
    auto reversed = nlohmann::ordered_json::object();
    for (auto at = members.rbegin(); at != members.rend(); ++at) reversed[at->first] = at->second;
    for (const std::string& instance : instances()) {
      EXPECT_EQ(verdict(schema, instance), verdict(reversed.dump(), instance)) << schema << '\n' << instance;
    }
  }
}

TEST(Metamorphic, DraftsAgreeOnWhatTheyShare) {
  const std::string shared = R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"maxLength":2}},
      "required":["a"],"additionalProperties":{"type":"null"}})";
  for (const Dialect dialect : {Dialect::k2019_09, Dialect::kDraft7}) {
    CompileOptions options;
    options.default_dialect = dialect;
    const Validator other = compiled(shared, options);
    for (const std::string& instance : instances())
      EXPECT_EQ(verdict(shared, instance), verdict(other, instance));
  }
}

// One meaning, written for 2020-12, 2019-09 and draft-07.
TEST(Metamorphic, RewritingForAnotherDraftKeepsTheVerdict) {
  const std::vector<std::array<std::string, 3>> rewritten = {
      {R"({"prefixItems":[{"type":"integer"},{"type":"string"}],"items":{"type":"null"}})",
       R"({"items":[{"type":"integer"},{"type":"string"}],"additionalItems":{"type":"null"}})",
       R"({"items":[{"type":"integer"},{"type":"string"}],"additionalItems":{"type":"null"}})"},
      {R"({"$ref":"#/$defs/t","required":["a"],"$defs":{"t":{"type":"object"}}})",
       R"({"$ref":"#/$defs/t","required":["a"],"$defs":{"t":{"type":"object"}}})",
       R"({"allOf":[{"$ref":"#/definitions/t"},{"required":["a"]}],"definitions":{"t":{"type":"object"}}})"},
      {R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"maxProperties":2}}})",
       R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"maxProperties":2}}})",
       R"({"dependencies":{"a":["b"],"b":{"maxProperties":2}}})"},
      {R"({"items":{"$ref":"#n"},"$defs":{"x":{"$anchor":"n","type":["integer","string"]}}})",
       R"({"items":{"$ref":"#n"},"$defs":{"x":{"$anchor":"n","type":["integer","string"]}}})",
       R"({"items":{"$ref":"#n"},"definitions":{"x":{"$id":"#n","type":["integer","string"]}}})"},
      {R"({"$dynamicAnchor":"n","type":["object","integer"],"additionalProperties":{"$dynamicRef":"#n"}})",
       R"({"$recursiveAnchor":true,"type":["object","integer"],"additionalProperties":{"$recursiveRef":"#"}})",
       R"({"type":["object","integer"],"additionalProperties":{"$ref":"#"}})"},
      {R"({"properties":{"a":true},"unevaluatedProperties":false})",
       R"({"properties":{"a":true},"unevaluatedProperties":false})",
       R"({"properties":{"a":true},"additionalProperties":false})"}};
  std::vector<std::string> asked = instances();
  for (const char* more :
       {"[]", "[1]", R"([1,"x"])", R"(["x",1])", R"([1,"x",null])", R"([1,"x",0])", R"({"a":1})",
        R"({"a":1,"b":2})", R"({"a":1,"b":2,"c":3})", R"({"a":{"b":1}})", R"({"a":{"b":"x"}})"})
    asked.emplace_back(more);
  for (const auto& [newest, older, oldest] : rewritten) {
    CompileOptions options;
    options.default_dialect = Dialect::k2019_09;
    const Validator in_2019 = compiled(older, options);
    options.default_dialect = Dialect::kDraft7;
    const Validator in_draft_7 = compiled(oldest, options);
    for (const std::string& instance : asked) {
      EXPECT_EQ(verdict(in_2019, instance), verdict(newest, instance)) << older << '\n' << instance;
      EXPECT_EQ(verdict(in_draft_7, instance), verdict(newest, instance)) << oldest << '\n' << instance;
    }
  }
}

TEST(Metamorphic, AllWaysToAskAgree) {
  for (const std::string& schema : schemas()) {
    const Validator validator = compiled(schema);
    for (const std::string& instance : instances()) {
      expect_plain_verdict(validator, schema, instance);
      const Verdict expected = verdict(validator, instance);
      EXPECT_EQ(validator.validate(nlohmann::ordered_json::parse(instance)), expected);
      EXPECT_EQ(report(validator, instance).violations.empty(), expected == Verdict::kValid) << schema << '\n'
                                                                                             << instance;
      EXPECT_EQ(validator.explain(json::parse(instance)).violations.empty(), expected == Verdict::kValid);
    }
  }
}

}  // namespace
}  // namespace schemagate::json_schema
