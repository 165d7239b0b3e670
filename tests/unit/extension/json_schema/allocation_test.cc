// A valid instance costs no memory from the heap once everything is warm.
#include "allocations.h"
#include "extension/json_schema/schema_compiler.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

struct Pair {
  std::string schema;
  std::string instance;
};

template <class Instance>
std::size_t allocations(const Validator& validator, const Instance& instance) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(validator.validate(instance), Verdict::kValid);
  const std::size_t before = allocations_so_far();
  const Verdict verdict = validator.validate(instance);
  const std::size_t after = allocations_so_far();
  EXPECT_EQ(verdict, Verdict::kValid);
  return after - before;
}

const Pair kPairs[] = {
    {R"({"type":"object","properties":{"a":{"type":"string","pattern":"^\\d{4}$"},"b":{"minimum":0.5}},
         "required":["a"],"additionalProperties":false})",
     R"({"a":"2026","b":1.5})"},
    {R"({"patternProperties":{"(a|b)+c":{"type":"integer"}},"propertyNames":{"maxLength":9},"maxProperties":3})",
     R"({"abc":1,"bac":2})"},
    {R"({"pattern":"^(?=.*\\d)(?=.*[a-z]).{3,}$"})", R"("a1b2c3")"},
    {R"({"items":{"enum":["a","b",1,2.50,null,true,"x","y","z","w"]},"contains":{"const":"x"},"minContains":1})",
     R"(["a",1,2.5,null,"x"])"},
    {R"({"const":{"a":[1,{"b":null}],"c":"d"}})", R"({"c":"d","a":[1.0,{"b":null}]})"},
    {R"({"uniqueItems":true})", R"([1,"1",[1],{"a":1},{"a":2},1.5,[1,2],null,{"b":[{"c":1}]}])"},
    {R"({"prefixItems":[{"type":"integer"}],"contains":{"type":"string"},"unevaluatedItems":false})",
     R"([1,"a","b"])"},
    {R"({"allOf":[{"properties":{"a":true}}],"anyOf":[{"required":["x"]},{"properties":{"b":{"type":"integer"}}}],
         "if":{"required":["b"]},"then":{"properties":{"c":true}},"unevaluatedProperties":false})",
     R"({"a":1,"b":2,"c":3})"},
    {R"({"oneOf":[{"type":"integer","multipleOf":3},{"type":"number","multipleOf":0.01,"exclusiveMaximum":5}],
         "not":{"type":"string"}})",
     "4.75"},
    {R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"b":{"minProperties":2}}})", R"({"a":1,"b":2})"},
    {R"({"$id":"https://example.org/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
         "$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","type":"object","properties":{"data":true,
         "children":{"type":"array","items":{"$dynamicRef":"#node"}}}}}})",
     R"({"data":1,"children":[{"data":[2]},{"children":[]}]})"},
    {R"({"type":"integer","minimum":-5,"maximum":123456789012345678901234567890})", "12345678901234567890"},
};

TEST(Allocation, NoneForAValidDocumentWhenWarm) {
  for (const auto& [schema, instance] : kPairs) {
    a2a::JsonDocument document;
    const auto value = document.parse(instance);
    ASSERT_TRUE(value);
    EXPECT_EQ(allocations(compiled(schema), *value), 0u) << schema;
  }
}

TEST(Allocation, NoneForAValidTreeWhenWarm) {
  for (const auto& [schema, instance] : kPairs) {
    EXPECT_EQ(allocations(compiled(schema), nlohmann::json::parse(instance)), 0u) << schema;
  }
}

TEST(Allocation, NoneForALargeDocumentOfSharedSchemas) {
  std::string instance = "[";
  for (int i = 0; i < 20'000; ++i) instance += R"({"a":{"b":[1,2]}},)";
  instance += "{}]";
  const Validator validator = compiled(R"({"items":{"$ref":"#/$defs/o"},"$defs":{
      "o":{"properties":{"a":{"$ref":"#/$defs/p"}},"minProperties":0},
      "p":{"properties":{"b":{"items":{"$ref":"#/$defs/n"}},"c":{"$ref":"#/$defs/n"}}},"n":{"minimum":0}}})");
  a2a::JsonDocument document;
  const auto value = document.parse(instance, kWide);
  ASSERT_TRUE(value);
  EXPECT_EQ(allocations(validator, *value), 0u);
}

TEST(Allocation, NoneForAssertedFormatsWhenWarm) {
  const std::pair<std::string, std::string> formats[] = {{"date-time", "2026-11-22T03:00:00Z"},
                                                         {"uri", "https://example.org/a?b#c"},
                                                         {"ipv6", "2001:db8::1"},
                                                         {"email", "a@example.org"},
                                                         {"hostname", "example.org"},
                                                         {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380"},
                                                         {"duration", "P1DT2H"},
                                                         {"json-pointer", "/a/b"}};
  for (const auto& [format, text] : formats) {
    const Validator validator = compiled(R"({"format":")" + format + "\"}", {.assert_format = true});
    EXPECT_EQ(allocations(validator, nlohmann::json(text)), 0u) << format;
  }
}

// A meta-schema is some hundred times what a small schema is.
TEST(Allocation, ManySchemasShareTheirMetaSchema) {
  SchemaCompiler compiler;
  const auto compile = [&compiler] {
    const std::size_t before = allocations_so_far();
    EXPECT_TRUE(compiler.compile(R"({"type":"object"})"));
    return allocations_so_far() - before;
  };
  const std::size_t first = compile();
  EXPECT_LT(compile(), first / 10);
}

}  // namespace
}  // namespace schemagate::json_schema
