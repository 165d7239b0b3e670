// Schemas and instances made to break validators: the right answer or a named limit, never a crash. How long
// they take is the benchmark's matter; the step budget bounds it here.
#include <string>

#include "validation.h"

namespace schemagate::json_schema {
namespace {

// Level n applies level n + 1 twice, by `keyword`, to the same value.
std::string doubling(std::string_view keyword, int levels) {
  std::string schema = R"({"$ref":"#/$defs/l0","$defs":{)";
  for (int i = 0; i < levels; ++i) {
    const std::string next = R"({"$ref":"#/$defs/l)" + std::to_string(i + 1) + "\"}";
    schema +=
        "\"l" + std::to_string(i) + "\":{\"" + std::string(keyword) + "\":[" + next + ',' + next + "]},";
  }
  return schema + "\"l" + std::to_string(levels) +
         R"(":{"type":"object","properties":{"a":{"minimum":1}}}}})";
}

std::string nested(char open, char close, std::size_t depth) {
  return std::string(depth, open) + std::string(depth, close);
}

nlohmann::json nested_arrays(std::size_t depth) {
  nlohmann::json value = nlohmann::json::array();
  for (std::size_t i = 1; i < depth; ++i) {
    nlohmann::json outer = nlohmann::json::array();
    outer.push_back(std::move(value));
    value = std::move(outer);
  }
  return value;
}

TEST(Hostile, DoublingAllOfStaysLinear) {
  const Validator validator = compiled(doubling("allOf", 60));
  EXPECT_EQ(verdict(validator, R"({"a":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"a":0})"), Verdict::kInvalid);
}

TEST(Hostile, DoublingAnyOfStaysLinear) {
  const Validator validator = compiled(doubling("anyOf", 60));
  EXPECT_EQ(verdict(validator, R"({"a":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"a":0})"), Verdict::kInvalid);
}

TEST(Hostile, DoublingStaysLinearUnderUnevaluatedProperties) {
  std::string schema = doubling("allOf", 60);
  schema.insert(1, R"("unevaluatedProperties":false,)");
  const Validator validator = compiled(schema);
  EXPECT_EQ(verdict(validator, R"({"a":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"a":1,"b":1})"), Verdict::kInvalid);
}

// Results are kept once a validation has taken many steps, here for `long`.
TEST(Hostile, AResultThatIsKeptTellsWhatItEvaluatedTheFirstTime) {
  std::string schema = R"({"$defs":{"shared":{"properties":{"a":{"minimum":1}}}},"properties":{
      "x":{"$ref":"#/$defs/shared","unevaluatedProperties":false},
      "y":{"$ref":"#/$defs/shared","unevaluatedProperties":false},"long":{"allOf":[true)";
  for (int i = 0; i < 60; ++i) schema += R"(,{"items":{"minimum":)" + std::to_string(-i) + "}}";
  const Validator validator = compiled(schema + "]}}}");
  std::string instance = R"({"long":[0)";
  for (int i = 1; i < 1'000; ++i) instance += ",0";
  EXPECT_EQ(verdict(validator, instance + R"(],"x":{"a":1}})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, instance + R"(],"x":{"a":1,"b":1}})"), Verdict::kInvalid);
}

TEST(Hostile, DoublingThroughChildrenStaysLinear) {
  const Validator validator = compiled(R"({"allOf":[
      {"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}],"required":["b"]})");
  std::string valid = R"({"b":1})";
  std::string invalid = "{}";
  for (int i = 0; i < 60; ++i) {
    valid = R"({"b":1,"a":)" + valid + "}";
    invalid = R"({"b":1,"a":)" + invalid + "}";
  }
  EXPECT_EQ(verdict(validator, valid), Verdict::kValid);
  EXPECT_EQ(verdict(validator, invalid), Verdict::kInvalid);
}

TEST(Hostile, DoublingGivesEachFaultOnce) {
  const Report found = report(doubling("allOf", 40), R"({"a":0})");
  EXPECT_EQ(found.verdict, Verdict::kInvalid);
  EXPECT_EQ(found.total, 1u);
  EXPECT_EQ(pointers(found), std::multiset<std::string>{"/a"});
}

TEST(Hostile, NestedAlternativesAreExplainedWithinTheBudget) {
  for (const char* keyword : {"anyOf", "oneOf"}) {
    const Report found = report(doubling(keyword, 60), R"({"a":0})");
    EXPECT_EQ(found.verdict, Verdict::kInvalid);
    EXPECT_EQ(found.limit, "") << keyword;
    EXPECT_EQ(pointers(found), std::multiset<std::string>{"/a"}) << keyword;
  }
}

TEST(Hostile, AlternativesNestedInTheInstanceAreExplainedWithinTheBudget) {
  const std::string schema = R"({"oneOf":[{"type":"number"},
      {"type":"object","properties":{"op":{"enum":["neg"]},"l":{"$ref":"#"}},"required":["op","l"]},
      {"type":"object","properties":{"op":{"enum":["abs","not"]},"l":{"$ref":"#"}},"required":["op","l"]}]})";
  std::string instance = R"("bad")";
  std::string pointer;
  for (int i = 0; i < 24; ++i) {
    instance = R"({"op":"neg","l":)" + instance + "}";
    pointer += "/l";
  }
  const Report found = report(schema, instance);
  EXPECT_EQ(found.limit, "");
  EXPECT_EQ(pointers(found), std::multiset<std::string>{pointer});
}

TEST(Hostile, DoublingThroughAliasesStaysLinear) {
  std::string schema = R"({"$ref":"#/$defs/l0","$defs":{)";
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    schema += "\"l" + n + R"(":{"allOf":[{"$ref":"#/$defs/x)" + n + R"("},{"$ref":"#/$defs/x)" + n +
              "\"}]}," + "\"x" + n + R"(":{"$ref":"#/$defs/l)" + std::to_string(i + 1) + "\"},";
  }
  schema += R"("l60":{"properties":{"a":{"minimum":1}}}}})";
  EXPECT_EQ(verdict(compiled(schema), R"({"a":1})"), Verdict::kValid);
  EXPECT_EQ(pointers(report(schema, R"({"a":0})")), std::multiset<std::string>{"/a"});
}

TEST(Hostile, AnInvalidInstanceHasAFaultThoughCollectingHitsALimit) {
  CompileOptions options;
  options.limits.steps_max = 15'000;
  std::string schema = R"({"anyOf":[{"items":{"minItems":1}})";
  for (int i = 0; i < 9; ++i) schema += R"(,{"items":{"minItems":1}})";
  std::string instance = "[[]";
  for (int i = 0; i < 1'000; ++i) instance += ",[]";
  const Report found = report(compiled(schema + "]}", options), instance + "]");
  EXPECT_EQ(found.verdict, Verdict::kInvalid);
  EXPECT_EQ(found.limit, "steps_max");
  ASSERT_EQ(found.violations.size(), 1u);
  EXPECT_EQ(found.violations[0].message,
            "does not match; what is wrong was not found within the limit steps_max");
}

TEST(Hostile, ALiteralOfASettledTypeCostsNoStep) {
  CompileOptions options;
  options.limits.steps_max = 4'000;
  std::string instance = "[1.0";
  for (int i = 0; i < 3'000; ++i) instance += ",1.0";
  const Validator validator =
      compiled(R"({"items":{"type":"integer","anyOf":[{"type":"integer"},{"minimum":5}]}})", options);
  EXPECT_EQ(verdict(validator, instance + "]"), Verdict::kValid);
}

TEST(Hostile, SelfReferenceIsRefused) {
  EXPECT_NE(refused(R"({"$ref":"#"})").message.find("refers to itself"), std::string::npos);
}

TEST(Hostile, MutualReferencesAreRefused) {
  const SchemaProblem problem = refused(
      R"({"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}})");
  EXPECT_NE(problem.message.find("refers to itself"), std::string::npos);
}

TEST(Hostile, DynamicLoopHitsTheDepthLimit) {
  const Report found = report(R"({"$dynamicAnchor":"n","$ref":"other","$defs":{"o":{"$id":"other",
      "$dynamicRef":"#n","$defs":{"n":{"$dynamicAnchor":"n"}}}}})",
                              "1");
  EXPECT_EQ(found.verdict, Verdict::kLimit);
  EXPECT_EQ(found.limit, "depth_max");
}

// Property a<n> has the type string by an anchor of the outer resource, any type by the inner one's.
std::string overriding_anchors(int count) {
  std::string outer, inner, properties;
  for (int i = 0; i < count; ++i) {
    const std::string name = "a" + std::to_string(i);
    outer += R"(,")" + name + R"(":{"$dynamicAnchor":")" + name + R"(","type":"string"})";
    inner += R"(,")" + name + R"(":{"$dynamicAnchor":")" + name + R"("})";
    properties += R"(,")" + name + R"(":{"$dynamicRef":"#)" + name + R"("})";
  }
  return R"({"$id":"https://example.org/outer","$ref":"inner","$defs":{"inner":{"$id":"inner","properties":{)" +
         properties.substr(1) + R"(},"$defs":{)" + inner.substr(1) + "}}" + outer + "}}";
}

TEST(Hostile, ManyDynamicAnchorsAreBoundToTheOutermostResource) {
  for (const int count : {20, 64, 65, 70, 2000}) {
    const Validator validator = compiled(overriding_anchors(count));
    const std::string last = 'a' + std::to_string(count - 1);
    EXPECT_EQ(verdict(validator, R"({"a0":"x",")" + last + R"(":"x"})"), Verdict::kValid) << count;
    for (int i = 0; i < count; ++i)
      EXPECT_EQ(verdict(validator, R"({"a)" + std::to_string(i) + R"(":1})"), Verdict::kInvalid) << i;
  }
}

TEST(Hostile, RecursiveSchemaTakesInstance200ArraysDeep) {
  EXPECT_EQ(verdict(R"({"type":"array","items":{"$ref":"#"}})", nested('[', ']', 200)), Verdict::kValid);
}

TEST(Hostile, Instance20000DeepIsALimit) {
  const Validator validator = compiled(R"({"items":{"$ref":"#"}})");
  EXPECT_EQ(validator.validate(nested_arrays(20'000)), Verdict::kLimit);
  EXPECT_EQ(validator.explain(nested_arrays(20'000)).limit, "depth_max");
}

TEST(Hostile, UnconstrainedInstance20000DeepIsValid) {
  EXPECT_EQ(compiled(R"({"type":"array"})").validate(nested_arrays(20'000)), Verdict::kValid);
}

TEST(Hostile, ComparingInstances20000DeepIsALimit) {
  nlohmann::json pair = nlohmann::json::array();
  pair.push_back(nested_arrays(20'000));
  pair.push_back(nested_arrays(20'000));
  EXPECT_EQ(compiled(R"({"uniqueItems":true})").validate(pair), Verdict::kLimit);
}

TEST(Hostile, UniqueItemsOnManyObjects) {
  std::string instance = "[";
  for (int i = 0; i < 40'000; ++i) instance += R"({"id":)" + std::to_string(i) + R"(,"name":"x"},)";
  const Validator validator = compiled(R"({"uniqueItems":true})");
  EXPECT_EQ(verdict(validator, instance + "0]"), Verdict::kValid);
  const Report found = report(validator, instance + R"({"name":"x","id":7.0}])");
  ASSERT_EQ(found.total, 1u);
  EXPECT_EQ(found.violations[0].message, "elements 7 and 40000 are equal");
}

TEST(Hostile, ManyProperties) {
  std::string schema = R"({"additionalProperties":false,"properties":{)";
  std::string instance = "{";
  for (int i = 0; i < 5'000; ++i) {
    schema += (i > 0 ? ",\"" : "\"") + std::to_string(i) + R"(":{"type":"integer"})";
    instance += '"' + std::to_string(4'999 - i) + R"(":1,)";
  }
  const Validator validator = compiled(schema + "}}");
  EXPECT_EQ(verdict(validator, instance + R"("0x":1})"), Verdict::kInvalid);
  instance.back() = '}';
  EXPECT_EQ(verdict(validator, instance), Verdict::kValid);
}

TEST(Hostile, ManyNamesWithEqualLongPrefixes) {
  const std::string prefix(200, 'p');
  std::string schema = R"({"required":["last"],"properties":{)";
  std::string instance = "{";
  for (int i = 0; i < 4'000; ++i) {
    schema += '"' + prefix + std::to_string(i) + R"(":{"type":"integer"},)";
    instance += '"' + prefix + std::to_string(3'999 - i) + R"(":1,)";
  }
  const Validator validator = compiled(schema + R"("last":true}})");
  EXPECT_EQ(verdict(validator, instance + R"("last":1})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, instance + R"("Last":1})"), Verdict::kInvalid);
}

std::string numbered(std::size_t number) {
  return 'm' + std::to_string(number);
}

TEST(Hostile, DependenciesOnManyNames) {
  std::string names;
  for (std::size_t i = 0; i < 5'000; ++i) names += '"' + numbered(19'999 - i) + "\",";
  names.back() = ']';
  std::string schema = R"({"dependentRequired":{)";
  for (std::size_t i = 0; i < 10; ++i) schema += '"' + numbered(i) + "\":[" + names + ',';
  schema.back() = '}';
  std::string instance = "{";
  for (std::size_t i = 0; i < 20'000; ++i) instance += '"' + numbered(i) + "\":1,";
  instance.back() = '}';
  const Validator validator = compiled(schema + '}');
  EXPECT_EQ(verdict(validator, instance), Verdict::kValid);
  instance[instance.find("m17000")] = 'M';
  EXPECT_EQ(verdict(validator, instance), Verdict::kInvalid);
}

TEST(Hostile, LongNumbersArePaidByTheDigit) {
  std::string divisors, bounds, types;
  for (int i = 0; i < 20; ++i) {
    divisors += R"({"multipleOf":7},)";
    bounds += R"({"minimum":1.5},)";
    types += R"({"type":"integer","if":true},)";  // with more than types, so that none stands for all
  }
  CompileOptions options;
  options.limits.steps_max = 400'000;
  const std::string number(500'000, '7');
  EXPECT_EQ(verdict(compiled(R"({"multipleOf":7})", options), number), Verdict::kValid);
  EXPECT_EQ(verdict(compiled(R"({"allOf":[)" + divisors + "true]}", options), number), Verdict::kLimit);
  EXPECT_EQ(verdict(compiled(R"({"allOf":[)" + bounds + "true]}", options), number), Verdict::kLimit);
  EXPECT_EQ(verdict(compiled(R"({"allOf":[)" + types + "true]}", options), number), Verdict::kLimit);
}

TEST(Hostile, LongStringAgainstNestedStar) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "ab";
  const Validator validator = compiled(R"({"pattern":"^(a|b)*$"})");
  EXPECT_EQ(verdict(validator, '"' + text + '"'), Verdict::kValid);
  EXPECT_EQ(verdict(validator, '"' + text + "c\""), Verdict::kInvalid);
}

TEST(Hostile, NestedQuantifiersStayLinear) {
  const std::string text = '"' + std::string(10'000, 'a') + "!\"";
  EXPECT_EQ(verdict(R"({"pattern":"^(a+)+$"})", text), Verdict::kInvalid);
}

TEST(Hostile, BacktrackingIsALimitNeverAMismatch) {
  const std::string text = '"' + std::string(40, 'a') + "!\"";
  const Report found = report(R"({"pattern":"^(a+)+(?=$)b?$"})", text);
  EXPECT_EQ(found.verdict, Verdict::kLimit);
  EXPECT_EQ(found.limit, "pattern match limit");
  EXPECT_TRUE(found.violations.empty());
}

TEST(Hostile, BacktrackingIsPaidFor) {
  const std::string text = '"' + std::string(17, 'a') + "!\"";
  std::string instance = '[' + text;
  for (int i = 0; i < 300; ++i) instance += ',' + text;
  EXPECT_EQ(verdict(R"({"contains":{"pattern":"^(a+)+(?=$)b?$"}})", '[' + text + ']'), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"contains":{"pattern":"^(a+)+(?=$)b?$"}})", instance + ']'), Verdict::kLimit);
}

TEST(Hostile, HashingIsPaidFor) {
  std::string zeros = "[[0";
  for (int i = 0; i < 60'000; ++i) zeros += ",0";
  zeros += "],0]";
  std::string unique = R"({"allOf":[{"uniqueItems":true})";
  std::string values = R"({"anyOf":[{"enum":[0,1,2,3,4,5,6,7,8,[]]})";
  for (int i = 0; i < 100; ++i) {
    unique += R"(,{"uniqueItems":true})";
    values += R"(,{"enum":[)" + std::to_string(i) + ",10,11,12,13,14,15,16,17,18,[]]}";
  }
  EXPECT_EQ(verdict(unique + "]}", zeros), Verdict::kLimit);
  EXPECT_EQ(verdict(values + "]}", zeros), Verdict::kLimit);
}

TEST(Hostile, LimitUnderNotIsALimit) {
  const std::string text = '"' + std::string(40, 'a') + "!\"";
  EXPECT_EQ(verdict(R"({"not":{"pattern":"^(a+)+(?=$)b?$"}})", text), Verdict::kLimit);
}

TEST(Hostile, HugeExponentsCostNothing) {
  EXPECT_EQ(verdict(R"({"multipleOf":3})", "1e999999999999999999999"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"multipleOf":4})", "1e999999999999999999999"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"maximum":1e400})", "1e401"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"type":"integer"})", "1e-400"), Verdict::kInvalid);
}

TEST(Hostile, ManyFaultsAreCappedAndCounted) {
  std::string instance = "[";
  for (int i = 0; i < 10'000; ++i) instance += "\"x\",";
  instance.back() = ']';
  const Report found = report(R"({"items":{"type":"integer"}})", instance);
  EXPECT_EQ(found.violations.size(), Limits().violations_max);
  EXPECT_EQ(found.total, 10'000u);
}

TEST(Hostile, LongValuesAreShortenedInMessages) {
  const Report found = report(R"({"type":"integer"})", '"' + std::string(1'000'000, 'x') + '"');
  ASSERT_EQ(found.total, 1u);
  EXPECT_LT(found.violations[0].message.size(), 200u);
}

TEST(Hostile, ManyAlternativesTimesManyElementsHitTheStepLimit) {
  std::string schema = R"({"items":{"allOf":[)";
  for (int i = 0; i < 20'000; ++i) schema += R"({"minimum":0},)";
  schema.back() = ']';
  std::string instance = "[";
  for (int i = 0; i < 20'000; ++i) instance += "1,";
  instance.back() = ']';
  const Report found = report(schema + "}}", instance);
  EXPECT_EQ(found.verdict, Verdict::kLimit);
  EXPECT_EQ(found.limit, "steps_max");
}

TEST(Hostile, SchemaLimitsAreNamed) {
  CompileOptions options;
  options.limits.schema_bytes_max = 100;
  EXPECT_NE(refused('"' + std::string(200, ' ') + '"', options).message.find("schema_bytes_max"),
            std::string::npos);
  options = {};
  options.limits.pattern_bytes_max = 10;
  EXPECT_NE(refused(R"({"pattern":"aaaaaaaaaaaaa"})", options).message.find("pattern_bytes_max"),
            std::string::npos);
  options = {};
  options.limits.schema_depth_max = 20;
  EXPECT_FALSE(refused(nested('[', ']', 30), options).message.empty());
}

TEST(Hostile, ExplosivePatternIsRefusedOrBounded) {
  const auto validator = Validator::compile(R"({"pattern":"((a{1,1000}){1,1000}){1,1000}$"})");
  if (!validator) {
    EXPECT_EQ(validator.error().keyword, "pattern");
    return;
  }
  EXPECT_NE(verdict(*validator, '"' + std::string(5'000, 'a') + "b\""), Verdict::kValid);
}

// A class of Unicode letters written out sixty times, with something behind it: RE2 takes long.
std::string expensive_pattern(int number) {
  return R"({"pattern":"^[\\p{L}\\p{N}]{1,60}x)" + std::to_string(number) + R"($"})";
}

TEST(Hostile, PatternsOfOneSchemaShareABudget) {
  std::string schema = R"({"allOf":[)";
  for (int i = 0; i < 100; ++i) schema += expensive_pattern(i) + ",";
  schema.back() = ']';
  const SchemaProblem problem = refused(schema + "}");
  EXPECT_EQ(problem.keyword, "pattern");
  EXPECT_TRUE(problem.location.starts_with("/allOf/")) << problem.location;
  EXPECT_NE(problem.message.find("pattern_instructions_max"), std::string::npos) << problem.message;
}

TEST(Hostile, APatternThatIsThereAlreadyCostsNothing) {
  std::string schema = R"({"allOf":[)";
  for (int i = 0; i < 1'000; ++i) schema += expensive_pattern(1) + ",";
  schema.back() = ']';
  EXPECT_EQ(verdict(compiled(schema + "}"), R"("éx1")"), Verdict::kValid);
}

TEST(Hostile, ManyFieldsWithNamesOfPeopleAreNoBurden) {
  std::string schema = R"({"properties":{)";
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(i);
    schema += "\"p" + number + R"(":{"pattern":"^[\\p{L} .-]{1,)" + number + R"(0}$"},)";
  }
  schema.back() = '}';
  const Validator validator = compiled(schema + "}");
  EXPECT_EQ(verdict(validator, R"({"p1":"Zoë D.-Ą"})"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"p1":"Zoë D.-Ąbcd"})"), Verdict::kInvalid);
}

TEST(Hostile, FormatsArePaidForByTheByte) {
  CompileOptions options;
  options.assert_format = true;
  std::string patterns;
  for (int i = 0; i < 300; ++i) patterns += R"((?:\\p{L}{60})|)";
  const std::string text = '"' + patterns + "x\"";
  EXPECT_EQ(verdict(compiled(R"({"format":"regex"})", options), text), Verdict::kValid);
  for (const std::string format : {"regex", "uri", "email"}) {
    options.limits.steps_max = 100;
    const Validator validator = compiled(R"({"format":")" + format + "\"}", options);
    const Report found = report(validator, '"' + std::string(10'000, 'a') + '"');
    EXPECT_EQ(found.limit, "steps_max") << format;
  }
}

TEST(Hostile, AChainOfReferencesIsFollowedOnce) {
  constexpr int kLength = 20'000;
  std::string schema = R"({"$ref":"#/$defs/d0","$defs":{)";
  for (int i = 0; i < kLength; ++i)
    schema += "\"d" + std::to_string(i) + R"(":{"$ref":"#/$defs/d)" + std::to_string(i + 1) + "\"},";
  schema += "\"d" + std::to_string(kLength) + R"(":{"type":"string"}}})";
  const Validator validator = compiled(schema);
  EXPECT_EQ(verdict(validator, R"("a")"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, "1"), Verdict::kInvalid);
}

TEST(Hostile, ReferencesToElementsOfALongArray) {
  std::string schema = R"({"$defs":{"all":{"anyOf":[)";
  std::string references;
  for (int i = 0; i < 2'000; ++i) {
    schema += R"({"const":)" + std::to_string(i) + "},";
    references += R"({"$ref":"#/$defs/all/anyOf/)" + std::to_string(i) + "\"},";
  }
  schema.back() = ']';
  references.back() = ']';
  const Validator validator = compiled(schema + R"(}},"prefixItems":[)" + references + "}");
  EXPECT_EQ(verdict(validator, "[0,1,2,3]"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, "[0,2]"), Verdict::kInvalid);
  EXPECT_EQ(
      refused(R"({"$ref":"#/enum/00","enum":)" + std::string("[1") + std::string(100, ' ') + ",2]}").keyword,
      "$ref");
}

TEST(Hostile, LongUrisAreRefused) {
  const std::string text(9'000, 'a');
  for (const std::string keyword : {"$id", "$ref"}) {
    const SchemaProblem problem = refused("{\"" + keyword + "\":\"urn:" + text + "\"}");
    EXPECT_EQ(problem.keyword, keyword);
    EXPECT_NE(problem.message.find("uri_bytes_max"), std::string::npos) << problem.message;
  }
}

}  // namespace
}  // namespace schemagate::json_schema
