// Counts of members and elements, multiples, and long strings of an `enum`: where the fast paths tell them by
// one comparison, the verdict must be that of the plain way.
#include "plain_verdict.h"

namespace schemagate::json_schema {
namespace {

TEST(Counts, OfMembersHoldBesideEveryOtherKeyword) {
  const std::vector<std::string> instances = {"{}",
                                              R"({"a":1})",
                                              R"({"b":1})",
                                              R"({"a":1,"b":2})",
                                              R"({"a":"x"})",
                                              R"({"c":[]})",
                                              R"({"a":1,"c":null})",
                                              R"({"b":2,"c":""})",
                                              "[]",
                                              R"([{},{"a":1}])",
                                              R"([{"a":1}])",
                                              R"([{"a":1,"b":1}])",
                                              R"({"d":{}})",
                                              R"({"d":{"a":1}})",
                                              R"({"d":{"a":""}})",
                                              R"({"e":[]})",
                                              R"({"d":{},"e":[[]]})",
                                              R"({"a":{},"b":[]})",
                                              R"({"a":1,"d":[]})"};
  for (const std::string counts :
       {R"("minProperties":1)", R"("minProperties":2)", R"("minProperties":1,"maxProperties":1)"}) {
    for (const std::string rest :
         {R"({COUNTS})", R"({COUNTS,"required":["a"]})", R"({COUNTS,"properties":{"a":{"type":"integer"}}})",
          R"({COUNTS,"additionalProperties":{"type":"integer"}})",
          R"({COUNTS,"patternProperties":{"^[ab]":{"type":"integer"}}})",
          R"({COUNTS,"properties":{"a":{},"b":{}},"additionalProperties":false})",
          R"({"items":{COUNTS,"properties":{"a":{"type":"integer"}}}})",
          R"({"properties":{"d":{COUNTS,"properties":{"a":{"type":"integer"}}},"e":{"items":{COUNTS}}}})",
          R"({"additionalProperties":{"anyOf":[{"type":["integer","array"]},{COUNTS}]}})",
          R"({"allOf":[{COUNTS},{"properties":{"a":{"type":"integer"}}}]})",
          R"({"allOf":[{"if":{COUNTS},"then":{"required":["c"]}},{"if":{"required":["b"]},"then":{}}]})",
          R"({"allOf":[{"if":{COUNTS,"properties":{"a":{"const":1}}},"then":{"required":["c"]}},
               {"if":{"properties":{"b":{"const":2}}},"then":{"required":["c"]}}]})",
          R"({"allOf":[{"if":{COUNTS,"properties":{"a":{"const":1}}},"then":{"required":["c"]}},
               {"if":{"properties":{"b":{"const":2}}},"then":{"maxProperties":3}}]})",
          R"({"oneOf":[{COUNTS,"properties":{"a":{}}},{"required":["b"]}]})", R"({"not":{COUNTS}})"}) {
      std::string schema = rest;
      for (std::size_t at; (at = schema.find("COUNTS")) != schema.npos;) schema.replace(at, 6, counts);
      expect_plain_verdicts(schema, instances);
    }
  }
}

TEST(Counts, OfElementsAreToldFromNone) {
  const std::vector<std::string> instances = {
      "[]",           "[[]]",           R"([[],["x"]])",  R"([["x"]])",     R"([[1]])",
      R"({"a":[]})",  R"({"a":["x"]})", R"({"a":[1]})",   R"({"a":[[]]})",  R"({"a":["x",1]})",
      R"({"b":[1]})", R"({"b":{}})",    R"({"b":["x"]})", R"({"b":[[""]]})"};
  for (const std::string_view schema :
       {R"({"properties":{"a":{"items":{"type":"string"},"minItems":1},"b":{"minItems":1}}})",
        R"({"properties":{"a":{"anyOf":[{"type":"null"},{"items":{"type":"string"},"minItems":1}]}}})",
        R"({"properties":{"a":{"minItems":2,"items":{"type":"string"}},"b":{"maxItems":0}}})",
        R"({"additionalProperties":{"type":"array","items":{"type":["array","string"]},"minItems":1}})",
        R"({"items":{"items":{"type":"string"},"minItems":1}})", R"({"items":{"items":{"type":"string"}}})",
        R"({"items":{"prefixItems":[{"type":"string"}],"items":{"type":"string"}}})",
        R"({"required":["a"],"properties":{"a":{"items":false}}})"})
    expect_plain_verdicts(schema, instances);
}

TEST(Counts, OfMembersAndMultiplesOfIntegersAreExact) {
  const std::vector<std::string> numbers = {"0",
                                            "3",
                                            "-3",
                                            "4",
                                            "9",
                                            "12",
                                            "-4",
                                            "12.0",
                                            "1.2e1",
                                            "120e-1",
                                            "9223372036854775807",
                                            "7",
                                            "1.5",
                                            "-6",
                                            "\"3\"",
                                            "[]",
                                            "-9223372036854775808"};
  for (const std::string divisor :
       {"1", "3", "3.0", "1.5", "0.5", "7", "1e18", "9223372036854775807", "1e-5"}) {
    for (const std::string bounds :
         {"", R"(,"minimum":0)", R"(,"exclusiveMaximum":9)", R"(,"minimum":1e400)"}) {
      expect_plain_verdicts(R"({"multipleOf":)" + divisor + bounds + '}', numbers);
      expect_plain_verdicts(R"({"type":"integer","multipleOf":)" + divisor + bounds + '}', numbers);
    }
  }
}

// Texts of every size that differ in one place from one of the constants.
TEST(Counts, OfBytesAreCoveredInStringsOfAnEnum) {
  for (std::size_t size = 0; size <= 40; ++size) {
    const std::string text = std::string("abcdefghijklmnopqrstuvwxyz0123456789ABCDEF").substr(0, size);
    std::vector<std::string> instances = {'"' + text + '"', '"' + text + "x\"", "\"\"", "1"};
    for (std::size_t at = 0; at < size; ++at) {
      std::string other = text;
      other[at] = '#';
      instances.push_back('"' + other + '"');
      EXPECT_EQ(verdict(compiled(R"({"enum":["first",")" + text + R"("]})"), instances.back()),
                Verdict::kInvalid);
    }
    expect_plain_verdicts(R"({"enum":["first",")" + text + R"("]})", instances);
    expect_plain_verdicts(R"({"enum":["first",")" + text + R"(",1]})", instances);
  }
}

// What stands for the root must not hide what the root says.
TEST(Counts, OfSchemasAtTheRootStandTogether) {
  const std::vector<std::string> instances = {"1",   "1.0", "1.5",        "\"x\"", "[]",
                                              "[1]", "{}",  R"({"a":1})", "null"};
  for (const std::string_view schema :
       {R"({"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"string"}},{"type":"null"}]})",
        R"({"oneOf":[{"type":"integer"},{"type":"object","required":["a"]}]})",
        R"({"allOf":[{"type":["integer","object"]},{"required":["b"]}]})",
        R"({"anyOf":[{"type":"number"},{"type":"integer"}]})", "true", "false",
        R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"array"}}})"})
    expect_plain_verdicts(schema, instances);
}

}  // namespace
}  // namespace schemagate::json_schema
