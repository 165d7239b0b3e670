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

// Elements of one type are checked together; each rule counts for every one of them.
TEST(FastPath, ElementsOfOneTypeAreCheckedOneByOne) {
  constexpr const char* kIntegers = R"({"items":{"type":"integer","minimum":1,"maximum":9}})";
  expect(kIntegers, "[1,5,9]", true);
  expect(kIntegers, "[1,5,10]", false);
  expect(kIntegers, "[0,5,9]", false);
  expect(kIntegers, "[1,5.0,9]", true);
  expect(kIntegers, "[1,5.5,9]", false);
  expect(R"({"items":{"multipleOf":3}})", "[3,6,9]", true);
  expect(R"({"items":{"multipleOf":3}})", "[3,6,10]", false);
  constexpr const char* kLine = R"({"items":{"items":{"type":"number"},"minItems":2,"maxItems":3}})";
  expect(kLine, "[[1,2],[1.5,2,3]]", true);
  expect(kLine, "[[1,2],[1]]", false);
  expect(kLine, "[[1,2],[1,2,3,4]]", false);
  expect(kLine, R"([[1,2],[1,"2"]])", false);
  expect(R"({"items":{"minItems":1}})", "[[1],[null]]", true);
  expect(R"({"items":{"minItems":1}})", "[[1],[]]", false);
  expect(R"({"items":{"prefixItems":[{"type":"string"}],"minItems":1}})", R"([["a",1],["b"]])", true);
  expect(R"({"items":{"prefixItems":[{"type":"string"}],"minItems":1}})", R"([["a",1],[1]])", false);
  constexpr const char* kObjects = R"({"items":{"required":["a"],"properties":{"a":{"type":"string"}}}})";
  expect(kObjects, R"([{"a":"x"},{"b":1,"a":""}])", true);
  expect(kObjects, R"([{"a":"x"},{"b":1}])", false);
  expect(R"({"items":{"type":"array","items":false}})", "[[],[]]", true);
  expect(R"({"items":{"type":"array","items":false}})", "[[],[1]]", false);
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

// Up to eight values are compared in turn, texts of up to 16 bytes without a call; of more, what is no scalar
// is found by its hash, the first one as well.
TEST(FastPath, EveryValueOfAnEnumIsFound) {
  std::vector<std::string> values = {R"({"a":[1]})",
                                     R"("a")",
                                     R"("0123456789abcdef")",
                                     R"("0123456789abcdefg")",
                                     R"("")",
                                     "1",
                                     "null",
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

TEST(FastPath, ScalarsOfALongEnumAreFoundByValue) {
  std::string list;
  for (int i = 0; i < 140; ++i) list += "\"value-" + std::to_string(i) + "\"," + std::to_string(3 * i) + ",";
  const std::string schema = R"({"enum":[)" + list + R"(7.0,2.5,true,-9223372036854775808]})";
  for (const char* member : {R"("value-0")", R"("value-139")", "0", "0.0", "417", "7", "7.0", "2.5", "true",
                             "-9223372036854775808"})
    expect(schema, member, true);
  for (const char* other : {R"("value-140")", R"("value-")", R"("")", "1", "420", "2.50001", "false", "null",
                            "9223372036854775808", "[]", "{}"})
    expect(schema, other, false);
  expect(R"({"enum":[null,false,1,2,3,4,5,6,7,8,9]})", "null", true);
  expect(R"({"enum":[null,false,1,2,3,4,5,6,7,8,9]})", "true", false);
}

TEST(FastPath, DigitsBeforeThePointDecideOnlyWhatTheyTell) {
  const std::string closed = R"({"minimum":-180,"maximum":180})";
  for (const char* within : {"179.999", "-179.999", "180.0", "-180.0", "-0.5", "0.5", "18.0e1", "1800.0e-1"})
    expect(closed, within, true);
  for (const char* outside : {"180.0000000001", "-180.0000000001", "180.5", "-180.5", "1.5e3",
                              "123456789012345678901.5", "-1.801e2"})
    expect(closed, outside, false);
  const std::string open = R"({"exclusiveMinimum":0,"exclusiveMaximum":2})";
  for (const char* within : {"0.5", "1.5", "0.00000000000000000000001", "1.9999999999999"})
    expect(open, within, true);
  for (const char* outside : {"0.0", "-0.0", "-0.5", "2.0", "2.0000000000001"}) expect(open, outside, false);
  // More digits than a double, and so a tree, holds.
  EXPECT_EQ(verdict(compiled(closed), "180.0000000000000000001"), Verdict::kInvalid);
  EXPECT_EQ(verdict(compiled(open), "1.99999999999999999999999"), Verdict::kValid);
  expect(R"({"maximum":0.5})", "0.25", true);
  expect(R"({"maximum":0.5})", "0.75", false);
}

TEST(FastPath, TuplesHaveASchemaForEachPosition) {
  const std::string schema =
      R"({"prefixItems":[{"type":"string"},{"type":"integer","minimum":1}],"items":{"type":"boolean"},"maxItems":4})";
  for (const char* valid : {"[]", R"(["a"])", R"(["a",1])", R"(["a",2,true])", R"(["a",2,true,false])"})
    expect(schema, valid, true);
  for (const char* invalid :
       {"[1]", R"(["a",0])", R"(["a",1,2])", R"(["a",1,true,null])", R"(["a",1,true,true,true])"})
    expect(schema, invalid, false);
  expect(R"({"prefixItems":[{"type":"string"}]})", R"(["a",1,{}])", true);
  expect(R"({"prefixItems":[{"type":"string"}],"items":false})", R"(["a",1])", false);
  expect(R"({"prefixItems":[{}],"unevaluatedItems":false})", "[1,2]", false);
  expect(R"({"prefixItems":[{}],"contains":{"type":"string"}})", "[1,2]", false);
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

// Names are told apart by their ends, by their middle, or by all that they are.
// Whose types the object itself knows: no name is looked at.
TEST(FastPath, MembersThatPassByTypeMayHaveAnyName) {
  constexpr const char* kNumbers = R"({"properties":{"a":{"type":"number"},"b":{"type":["number","null"]}}})";
  expect(kNumbers, "{}", true);
  expect(kNumbers, R"({"a":1,"b":2.5,"c":-1e3})", true);
  expect(kNumbers, R"({"a":1,"b":null})", true);
  expect(kNumbers, R"({"a":null,"b":1})", false);
  expect(kNumbers, R"({"b":1,"a":"1"})", false);
  expect(kNumbers, R"({"c":"1","a":1})", true);
  expect(R"({"properties":{"a":{"type":"integer"}}})", R"({"a":1,"b":1.5})", true);
  expect(R"({"properties":{"a":{"type":"integer"}}})", R"({"b":1,"a":1.5})", false);
  expect(R"({"properties":{"a":{"type":"integer"}}})", R"({"b":1,"a":2.0})", true);
  expect(R"({"properties":{"a":{"type":"string"}},"additionalProperties":false})", R"({"b":"x"})", false);
  expect(R"({"properties":{"a":{"type":"string"}},"additionalProperties":{"maxLength":1}})", R"({"b":"xx"})",
         false);
  expect(R"({"properties":{"a":{"type":"string"}},"required":["b"]})", R"({"a":"x"})", false);
  expect(R"({"properties":{"a":{"type":"string"}},"required":["b"]})", "{}", false);
  expect(R"({"required":["b"]})", R"({"a":"x"})", false);
  constexpr const char* kPatterned =
      R"({"properties":{"a":{"type":"string"}},"patternProperties":{"^b":{"type":"string"}}})";
  expect(kPatterned, R"({"a":"x","b1":"x","c":"x"})", true);
  expect(kPatterned, R"({"a":"x","b1":1})", false);
  expect(kPatterned, R"({"a":"x","c":1})", true);
  expect(R"({"patternProperties":{"^b":false}})", R"({"c":"x"})", true);
  expect(R"({"patternProperties":{"^b":false}})", R"({"b":"x"})", false);
  expect(R"({"patternProperties":{"^b":true},"additionalProperties":false})", R"({"c":"x"})", false);
  expect(R"({"items":{"properties":{"a":{"type":"number"}}}})", R"([{"a":1},{"b":2},{}])", true);
  expect(R"({"items":{"properties":{"a":{"type":"number"}}}})", R"([{"a":1},{"a":"2"}])", false);
}

TEST(FastPath, NamesThatBeginAndEndAlikeAreToldApart) {
  for (const std::string inner : {"-double-", "-single-", "-abcdefghijklmnop-double-qrstuvwxyz-"}) {
    const std::string name = "attribute" + inner + "quotes-of";
    std::string other = name;
    other[name.size() / 2 - 7] = '_';
    const std::string schema = R"({"properties":{")" + name + R"(":{"type":"null"},")" + other +
                               R"(":{"type":"boolean"},"attribute":{}},"additionalProperties":false})";
    expect(schema, "{\"" + name + "\":null,\"" + other + "\":true}", true);
    expect(schema, "{\"" + name + "\":true}", false);
    expect(schema, "{\"" + other + "\":null}", false);
    std::string unknown = name;
    unknown[name.size() / 2] = '_';
    expect(schema, "{\"" + unknown + "\":null}", false);
  }
}

TEST(FastPath, ChildrenOfScalarTypesAreEachLookedAt) {
  const std::string map = R"({"additionalProperties":{"type":["string","number"]}})";
  expect(map, "{}", true);
  expect(map, R"({"a":"","b":1,"c":1.5,"d":1e300})", true);
  expect(map, R"({"a":"","b":{"c":""}})", false);
  expect(map, R"({"a":[1],"b":""})", false);
  expect(map, R"({"a":"","b":"","c":null})", false);
  const std::string list = R"({"items":{"type":["string","number"]}})";
  expect(list, "[]", true);
  expect(list, R"(["",1,1.5,1e300])", true);
  expect(list, R"(["",["",""]])", false);
  expect(list, R"([{"a":""},""])", false);
  expect(list, R"(["","",true])", false);
  for (const char* inner : {"[0]", "[0,0,0,0,0]", "{\"a\":0}"}) {
    for (std::size_t position = 0; position < 9; ++position) {
      std::string elements;
      for (std::size_t i = 0; i < 9; ++i)
        elements += (i == 0 ? "" : ",") + std::string(i == position ? inner : "0");
      expect(list, "[" + elements + "]", false);
    }
  }
  expect(R"({"items":{"type":"integer"}})", "[1,1.0]", true);
  expect(R"({"items":{"type":"integer"}})", "[1,1.5]", false);
  expect(R"({"items":{"type":"array"}})", "[[1],[]]", true);
  expect(R"({"items":false})", "[]", true);
  expect(R"({"items":false})", "[1]", false);
  expect(R"({"additionalProperties":false})", R"({"a":1})", false);
}

// Members that are arrays or objects pass by the types of their children only where nothing else is asked.
TEST(FastPath, ContainersPassByTheTypesOfTheirChildren) {
  const auto expect_member = [](const std::string& schema, const std::string& member, bool valid) {
    expect(R"({"properties":{"a":)" + schema + "}}", R"({"b":[0],"a":)" + member + R"(,"c":{"d":0}})", valid);
    expect(R"({"additionalProperties":)" + schema + "}", R"({"b":)" + member + "}", valid);
  };
  constexpr const char* kWords = R"({"type":"array","items":{"type":"string"}})";
  expect_member(kWords, "[]", true);
  expect_member(kWords, R"(["x","y"])", true);
  expect_member(kWords, R"(["x",1])", false);
  expect_member(kWords, "{}", false);
  expect_member(R"({"items":{"type":"integer"}})", "[1,2.0]", true);
  expect_member(R"({"items":{"type":"integer"}})", "[1,2.5]", false);
  expect_member(R"({"items":{"type":"string"},"minItems":1})", "[]", false);
  expect_member(R"({"items":{"type":"string"},"maxItems":1})", R"(["x","y"])", false);
  expect_member(R"({"items":{"type":"string"},"uniqueItems":true})", R"(["x","x"])", false);
  expect_member(R"({"items":{"type":"string"},"contains":{"const":"x"}})", R"(["y"])", false);
  expect_member(R"({"prefixItems":[{"type":"integer"}],"items":{"type":"string"}})", R"(["x"])", false);
  expect_member(R"({"items":false})", "[]", true);
  expect_member(R"({"items":false})", "[null]", false);
  constexpr const char* kMap = R"({"type":"object","additionalProperties":{"type":"string"}})";
  expect_member(kMap, "{}", true);
  expect_member(kMap, R"({"x":"y"})", true);
  expect_member(kMap, R"({"x":1})", false);
  expect_member(kMap, "[]", false);
  expect_member(R"({"type":"object","required":["x"]})", "{}", false);
  expect_member(R"({"type":"object","minProperties":1})", "{}", false);
  expect_member(R"({"type":"object","propertyNames":{"maxLength":1}})", R"({"xy":1})", false);
  expect_member(R"({"type":"object","dependentRequired":{"x":["y"]}})", R"({"x":1})", false);
  expect_member(R"({"patternProperties":{"^x":{"type":"string"}}})", R"({"x":1})", false);
  expect_member(R"({"patternProperties":{"^x":{"type":"string"}}})", R"({"x":"1","y":"1"})", true);
  expect_member(R"({"unevaluatedProperties":false})", R"({"x":1})", false);
  expect_member(R"({"properties":{"x":{"type":"string"}},"unevaluatedProperties":false})", R"({"y":""})",
                false);
}

TEST(FastPath, ContainersPassTheirAlternativesByTheTypesOfTheirChildren) {
  const auto expect_member = [](const std::string& schema, const std::string& member, bool valid) {
    expect(R"({"properties":{"a":)" + schema + "}}", R"({"a":)" + member + "}", valid);
  };
  const std::string words = R"({"type":"array","items":{"type":"string"}})";
  const std::string numbers = R"({"type":"array","items":{"type":"number"}})";
  const auto either = [](const char* keyword, const std::string& one, const std::string& other) {
    return std::string(R"({")") + keyword + "\":[" + one + ',' + other + "]}";
  };
  for (const char* keyword : {"anyOf", "oneOf"}) {
    expect_member(either(keyword, R"({"type":"string"})", words), R"(["x"])", true);
    expect_member(either(keyword, R"({"type":"string"})", words), "[1]", false);
    expect_member(either(keyword, numbers, words), "[1]", true);
    expect_member(either(keyword, numbers, words), R"([1,"x"])", false);
  }
  expect_member(either("anyOf", numbers, words), "[]", true);
  expect_member(either("oneOf", numbers, words), "[]", false);
  expect_member(either("allOf", numbers, words), "[]", true);
  expect_member(either("allOf", numbers, words), "[1]", false);
  expect_member(either("allOf", R"({"type":"string"})", words), R"(["x"])", false);
  expect_member(R"({"anyOf":[true],"const":["x"]})", R"(["y"])", false);
  expect_member(R"({"anyOf":[true],"not":{"type":"array"}})", R"(["y"])", false);
  expect_member(R"({"anyOf":[true],"if":true,"then":{"maxItems":0}})", R"(["y"])", false);
  expect_member(R"({"type":"array","items":{"type":"string"},"anyOf":[{"minItems":2},{"maxItems":0}]})",
                R"(["y"])", false);
}

TEST(FastPath, ConditionsOfAllOfApplyWhereTheyMatch) {
  const std::string schema = R"({"allOf":[
      {"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"]}},
      {"if":{"properties":{"k":{"const":"b"}},"required":["k"]},"then":{"required":["y"]}},
      {"if":{"properties":{"k":{"const":"c"}}},"else":{"maxProperties":3}},
      {"maxProperties":4}]})";
  expect(schema, R"({"k":"a","x":1})", true);
  expect(schema, R"({"k":"a","y":1})", false);
  expect(schema, R"({"k":"b","y":1})", true);
  expect(schema, R"({"k":"b","x":1})", false);
  expect(schema, R"({"x":1})", true);  // without `k` the first condition matches, the second does not
  expect(schema, R"({"y":1})", false);
  expect(schema, R"({"k":"d"})", true);
  expect(schema, R"({"k":"d","l":1,"m":1,"n":1})", false);
  expect(schema, R"({"k":"c","l":1,"m":1,"n":1})", true);
  expect(schema, R"({"k":"c","l":1,"m":1,"n":1,"o":1})", false);
  expect(schema, "7", true);
}

// They match, so that what follows applies.
TEST(FastPath, ConditionsOfMembersThatAreNotThere) {
  const std::string schema = R"({"allOf":[
      {"if":{"properties":{"k":{"const":"a"}}},"then":{"properties":{"x":{"type":"string"}}}},
      {"if":{"properties":{"k":{"const":"b"}}},"then":{"properties":{"x":{"minLength":2}}}},
      {"if":{"properties":{"l":{"const":"c"}}}},
      {"if":{"properties":{"l":{"const":"d"}}},"then":{"$ref":"#/$defs/y"}},
      {"if":{"properties":{"l":{"const":"e"}},"additionalProperties":false},"then":false},
      {"$ref":"#/$defs/y"}],
      "$defs":{"y":{"if":{"properties":{"m":{"const":1}}},"then":{"properties":{"y":{"type":"null"}}}}}})";
  expect(schema, R"({"x":"xx"})", true);
  expect(schema, R"({"x":"x"})", false);
  expect(schema, R"({"x":1})", false);
  expect(schema, R"({"k":"a","x":"x"})", true);
  expect(schema, R"({"k":"b","x":1})", true);
  expect(schema, R"({"k":"b","x":"x"})", false);
  expect(schema, R"({"k":"c","x":"x"})", true);
  expect(schema, R"({"y":null,"x":"xx"})", true);
  expect(schema, R"({"y":1,"x":"xx"})", false);
  expect(schema, R"({"y":1,"x":"xx","m":2})", true);
  expect(schema, R"({"y":1,"x":"xx","m":1})", false);
  expect(schema, "{}", false);  // the fifth condition matches
  expect(schema, R"({"l":"e"})", false);
  expect(schema, R"({"l":"d"})", true);
  expect(schema, R"("x")", false);
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

TEST(FastPath, TypesOfWhichAnEnumHasEveryValuePass) {
  const std::string rule = R"({"enum":[2,true,false,null]})";
  for (const char* member : {"2", "2.0", "true", "false", "null"}) expect(rule, member, true);
  for (const char* other : {"1", "2.5", R"("true")", "[]", "{}"}) expect(rule, other, false);
  expect(R"({"enum":[2,true]})", "false", false);
  expect(R"({"enum":[true,false],"const":true})", "false", false);
  expect(R"({"enum":[true,null],"not":{"type":"null"}})", "null", false);
  expect(R"({"type":"boolean","enum":[true,false,null]})", "null", false);
  expect(R"({"enum":[true,false],"allOf":[{"const":true}]})", "false", false);
}

TEST(FastPath, BranchesOfAnnotationsDemandNothing) {
  const std::string text = R"({"type":"object","required":["a"]})";
  expect(R"({"allOf":[)" + text + R"(,{"title":"t"},true]})", R"({"a":1})", true);
  expect(R"({"allOf":[{},)" + text + R"(]})", "{}", false);
  expect(R"({"allOf":[{},{"title":"t"}]})", "{}", true);
  expect(R"({"allOf":[{},{"type":"string"},{"maxLength":1}]})", R"("ab")", false);
  expect(R"({"type":"string","allOf":[{},{"maxLength":1}]})", "1", false);
  expect(R"({"allOf":[{},{"properties":{"a":{}}}],"unevaluatedProperties":false})", R"({"a":1})", true);
  expect(R"({"allOf":[{},{"properties":{"a":{}}}],"unevaluatedProperties":false})", R"({"b":1})", false);
  expect(R"({"allOf":[{"allOf":[{},{"properties":{"a":{}}}]}],"unevaluatedProperties":false})", R"({"a":1})",
         true);
  expect(R"({"allOf":[{},{"unevaluatedProperties":false}]})", R"({"b":1})", false);
  expect(R"({"allOf":[{},{"type":"integer"}]})", "1.5", false);
}

// What tells alternatives apart must not tell apart what matches: each schema with instances that match one
// branch, several, and none.
TEST(FastPath, AlternativesToldApartByAnIntegerThatStandsLast) {
  const std::string schema = R"({"oneOf":[
      {"properties":{"a":{"type":"string"},"v":{"const":1}},"required":["v"]},
      {"properties":{"a":{"type":"integer"},"v":{"enum":[2,3]}},"required":["v"]},
      {"properties":{"v":{"const":-4}}}]})";
  expect(schema, R"({"a":"x","v":1})", true);
  expect(schema, R"({"a":"x","v":1.0})", true);
  expect(schema, R"({"a":1,"v":1})", false);
  expect(schema, R"({"v":3,"a":1})", true);
  expect(schema, R"({"v":2e0})", true);
  expect(schema, R"({"v":4})", false);
  expect(schema, R"({"v":-4})", true);
  expect(schema, R"({"v":"1"})", false);
  expect(schema, R"({"v":18446744073709551615})", false);
  expect(schema, R"({"a":true})", true);
  expect(schema, "{}", true);
  expect(schema, "[]", false);  // all three take what is no object
}

TEST(FastPath, AlternativesToldApartByWhatTheyRequireAndForbid) {
  const std::string schema = R"({"anyOf":[
      {"required":["a","b"]},
      {"properties":{"c":true},"additionalProperties":false,"minProperties":1},
      {"type":"object","properties":{"d":{"type":["string","null"]}},"required":["d"],
       "patternProperties":{"^x":{"type":"integer"}},"additionalProperties":{"type":"boolean"}},
      {"type":"array","items":{"type":"integer"}}]})";
  expect(schema, R"({"a":1,"b":1})", true);
  expect(schema, R"({"a":1})", false);
  expect(schema, R"({"c":1})", true);
  expect(schema, R"({"c":1,"e":1})", false);
  expect(schema, R"({"d":"","x1":1,"e":true})", true);
  expect(schema, R"({"d":null,"a":true})", true);
  expect(schema, R"({"d":null,"a":1})", false);
  expect(schema, R"({"d":null,"x1":""})", false);
  expect(schema, R"({"a":1,"b":1,"d":1,"c":1})", true);
  expect(schema, "{}", false);
  expect(schema, "[1]", true);
  expect(schema, R"("text")", true);  // `required` asks nothing of it
}

TEST(FastPath, AlternativesToldApartBehindReferencesAndAllOf) {
  const std::string schema = R"({"oneOf":[
      {"allOf":[{"$ref":"#/$defs/base"},{"properties":{"kind":{"const":"a"}},"required":["kind"]}]},
      {"allOf":[{"$ref":"#/$defs/base"},{"properties":{"kind":{"const":"b"}}}]},
      {"$ref":"#/$defs/other"}],
      "$defs":{"base":{"type":"object","properties":{"n":{"type":"integer"}}},
               "other":{"properties":{"kind":{"enum":["b","c",null]},"n":{"type":"string"}},"required":["n"]}}})";
  expect(schema, R"({"kind":"a","n":1})", true);
  expect(schema, R"({"kind":"b","n":1})", true);
  expect(schema, R"({"kind":"b","n":"1"})", true);
  expect(schema, R"({"kind":"b"})", true);
  expect(schema, R"({"kind":"c","n":"1"})", true);
  expect(schema, R"({"kind":null,"n":""})", true);
  expect(schema, R"({"kind":"d","n":""})", false);
  expect(schema, R"({"n":"x"})", true);
  expect(schema, R"({"n":1})", true);
  expect(schema, "1", true);
}

TEST(FastPath, TypesThatPassAlternativesAndNot) {
  expect(R"({"oneOf":[{"type":"string"},{"type":"integer","minimum":3},{"type":["number","null"]}]})",
         R"("a")", true);
  expect(R"({"oneOf":[{"type":"string"},{"type":"integer","minimum":3},{"type":["number","null"]}]})", "1.5",
         true);
  expect(R"({"oneOf":[{"type":"string"},{"type":"integer","minimum":3},{"type":["number","null"]}]})", "2",
         true);
  expect(R"({"oneOf":[{"type":"string"},{"type":"integer","minimum":3},{"type":["number","null"]}]})", "3.0",
         false);
  expect(R"({"oneOf":[{"type":"string"},{"type":"integer","minimum":3},{"type":["number","null"]}]})", "true",
         false);
  expect(R"({"oneOf":[{"type":"string"},{"maxLength":1}]})", R"("a")", false);
  expect(R"({"oneOf":[{"type":"string"},{"maxLength":1}]})", R"("ab")", true);
  expect(R"({"not":{"type":"integer"}})", "1.0", false);
  expect(R"({"not":{"type":"integer"}})", "1.5", true);
  expect(R"({"not":{"type":"string","maxLength":1},"minLength":1})", R"("")", false);
  expect(R"({"not":{"type":"string","maxLength":1},"minLength":1})", R"("ab")", true);
  expect(R"({"not":{"type":"null"}})", "null", false);
}

TEST(FastPath, NamesThatDifferInTheirMiddleOnly) {
  const std::string schema = R"({"properties":{"12345678-a-12345678":{"type":"integer"},
      "12345678-b-12345678":{"type":"string"},"c":{"type":"null"}},"additionalProperties":false})";
  expect(schema, R"({"12345678-b-12345678":"","c":null,"12345678-a-12345678":1})", true);
  expect(schema, R"({"12345678-b-12345678":1})", false);
  expect(schema, R"({"12345678-c-12345678":1})", false);
}

// Every size and position of a name, and its neighbours.
TEST(FastPath, NamesOfEverySize) {
  std::string properties;
  std::string instance;
  for (std::size_t size = 0; size < 20; ++size) {
    const std::string name = std::string("abcdefghijklmnopqrstuvwxyz").substr(0, size);
    properties += (size > 0 ? ",\"" : "\"") + name + R"(":{"const":)" + std::to_string(size) + "}";
    instance = "\"" + name + "\":" + std::to_string(size) + (size > 0 ? "," : "") + instance;
  }
  const std::string schema = R"({"additionalProperties":false,"properties":{)" + properties + "}}";
  expect(schema, "{" + instance + "}", true);
  expect(schema, R"({"abd":3})", false);
  expect(schema, R"({"abcdefghX":9})", false);
  expect(schema, R"({"abcdeXghijklm":13})", false);
  expect(schema, R"({"abc":4})", false);
}

TEST(FastPath, PatternsBesidePropertiesAndOthers) {
  const std::string schema = R"({"properties":{"a":{"type":"integer"},"xa":{"minimum":2}},"required":["a"],
      "patternProperties":{"^x":{"type":"integer"},"b$":{"type":"string"}},"additionalProperties":{"type":"null"}})";
  expect(schema, R"({"z":null,"a":1,"xa":2,"cb":""})", true);
  expect(schema, R"({"xa":2})", false);
  expect(schema, R"({"a":1,"xa":1})", false);
  expect(schema, R"({"a":1,"xa":2.5})", false);
  expect(schema, R"({"a":1,"xb":1})", false);
  expect(schema, R"({"a":1,"z":1})", false);
}

// Their elements are checked together, as those of any list, and compared afterwards.
TEST(FastPath, ElementsOfAUniqueListAreCheckedAndCompared) {
  constexpr const char* kNames =
      R"({"uniqueItems":true,"items":{"type":"string"},"minItems":1,"maxItems":3})";
  expect(kNames, R"(["a","b"])", true);
  expect(kNames, R"(["a","a"])", false);
  expect(kNames, R"(["a",1])", false);
  expect(kNames, "[]", false);
  expect(kNames, R"(["a","b","c","d"])", false);
  constexpr const char* kUniquePairs =
      R"({"items":{"uniqueItems":true,"items":{"type":"integer"},"minItems":2}})";
  expect(kUniquePairs, "[[1,2],[2,1]]", true);
  expect(kUniquePairs, "[[1,2],[2,2]]", false);
  expect(kUniquePairs, "[[1,2],[2]]", false);
  expect(kUniquePairs, "[[1,2],[2,1.5]]", false);
  constexpr const char* kKept = R"({"uniqueItems":true,"items":{"$ref":"#/$defs/a"},"unevaluatedItems":false,
      "$defs":{"a":{"maximum":9}}})";
  expect(kKept, "[1,2]", true);
  expect(kKept, "[1,10]", false);
  expect(kKept, "[1,1]", false);
}

TEST(FastPath, FewStringsAreUnique) {
  expect(R"({"uniqueItems":true})", R"(["a","b","ab",""])", true);
  expect(R"({"uniqueItems":true})", R"(["a","b","a"])", false);
  expect(R"({"uniqueItems":true})", R"(["1",1,"a"])", true);
  expect(R"({"uniqueItems":true})", R"(["a",{"a":1},{"a":1.0}])", false);
  expect(R"({"uniqueItems":true})", R"([{"a":1,"b":[2]},{"b":[2],"a":1}])", false);
  expect(R"({"uniqueItems":true})", R"([{"a":1,"b":[2]},{"b":[3],"a":1}])", true);
  expect(R"({"uniqueItems":true})", R"([{"a":"12345678x12345678"},{"a":"12345678y12345678"}])", true);
  expect(R"({"uniqueItems":true})", R"([[1,2],[2,1],[],{},null,false,true,0,"",18446744073709551615])", true);
  expect(R"({"uniqueItems":true})", R"([[[1]],[[2]],[[1]]])", false);
}

}  // namespace
}  // namespace schemagate::json_schema
