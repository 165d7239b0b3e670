#include "corpora.h"

namespace schemagate {

namespace {

std::string nested(int depth, const std::string& before, const std::string& core, const std::string& after) {
  std::string out = core;
  for (int i = 0; i < depth; ++i) out = before + out + after;
  return out;
}

std::string tree(int depth) {
  if (depth == 0) return R"({"data":1,"children":[]})";
  const std::string child = tree(depth - 1);
  return R"({"data":1,"children":[)" + child + ',' + child + ',' + child + "]}";
}

std::vector<Corpus> specification_corpora() {
  return {
      {"fight_comparison",
       R"({"type":"object","properties":{"a":{"description":"The name of the first contestant","type":"string"},
           "b":{"description":"The name of the second contestant","type":"string"}},
           "required":["a","b"],"additionalProperties":false})",
       R"({"a":"Godzilla","b":"King Kong"})"},
      {"fight_response",
       R"({"type":"object","properties":{"winner":{"title":"Winner","type":"string"},
           "probability":{"type":"number","minimum":0,"maximum":1},"rationale":{"type":"string"}},
           "required":["winner","probability","rationale"],"additionalProperties":false})",
       R"({"winner":"Godzilla","probability":0.62,"rationale":"Size, breath and a long record of wins over rivals."})"},
      {"flight_booking",
       R"({"type":"object","properties":{"origin":{"type":"string"},"destination":{"type":"string"},
           "departure_date":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},
           "cabin_class":{"type":"string","enum":["economy","premium","business","first"]},
           "passengers":{"type":"integer","minimum":1,"maximum":9},"other":{"type":"string"}},
           "required":["origin","destination","departure_date"],"additionalProperties":false})",
       R"({"origin":"PEK","destination":"SHA","departure_date":"2025-10-01","cabin_class":"economy","passengers":2})"},
  };
}

std::vector<Corpus> object_corpora() {
  return {
      {"flat_40",
       R"({"type":"object","required":["field3","field9"],"properties":{)" +
           repeated(40, R"("field@":{"type":"string","maxLength":40})") +
           R"(},"additionalProperties":false})",
       "{" + repeated(40, R"("field@":"value number @")") + "}"},
      {"wide_reordered",
       R"({"type":"object","properties":{)" +
           repeated(300, R"("property_with_a_long_name_@":{"type":"integer"})") +
           R"(},"additionalProperties":false})",
       R"({"property_with_a_long_name_299":1,"property_with_a_long_name_7":2,"property_with_a_long_name_150":3,
           "property_with_a_long_name_8":4,"property_with_a_long_name_201":5,"property_with_a_long_name_0":6})"},
      {"deep", R"({"$ref":"#/definitions/n","definitions":{"n":{"type":"object","required":["v"],
           "properties":{"v":{"type":"integer"},"next":{"$ref":"#/definitions/n"}},"additionalProperties":false}}})",
       nested(50, R"({"v":1,"next":)", R"({"v":2})", "}")},
      {"package_manifest",
       R"({"type":"object","required":["name","version"],"properties":{
           "name":{"type":"string","pattern":"^[a-z][a-z0-9_-]*$","maxLength":214},
           "version":{"type":"string","pattern":"^\\d+\\.\\d+\\.\\d+$"},
           "private":{"type":"boolean"},"keywords":{"type":"array","items":{"type":"string"},"uniqueItems":true},
           "dependencies":{"$ref":"#/definitions/versions"},"devDependencies":{"$ref":"#/definitions/versions"}},
           "definitions":{"versions":{"type":"object","additionalProperties":{"type":"string","minLength":1}}}})",
       R"({"name":"gateway","version":"1.20.3","private":true,"keywords":["agents","schema","json","http"],"dependencies":{)" +
           repeated(12, R"("library-@":"^1.@.0")") + R"(},"devDependencies":{)" +
           repeated(9, R"("tool-@":"~2.@.1")") + "}}"},
      {"extensible_object",
       R"({"type":"object","patternProperties":{"^x-":true,"^/":{"type":"object","required":["get"]}},
           "additionalProperties":false})",
       R"({"x-origin":1,"/users":{"get":{}},"/tasks":{"get":{},"post":{}},"x-note":"y"})"},
      {"conditional",
       R"({"type":"object","properties":{"country":{"enum":["US","CA","NL"]},"code":{"type":"string"}},
           "required":["country","code"],"if":{"properties":{"country":{"const":"US"}}},
           "then":{"properties":{"code":{"pattern":"^[0-9]{5}$"}}},
           "else":{"properties":{"code":{"pattern":"^[0-9]{4} ?[A-Z]{2}$"}}}})",
       R"({"country":"NL","code":"1012 AB"})"},
  };
}

std::vector<Corpus> array_and_union_corpora() {
  const std::string branch =
      R"({"type":"object","required":["kind","value@"],"properties":{"kind":{"const":"k@"},
      "value@":{"type":"integer"}},"additionalProperties":false})";
  return {
      {"users_array",
       R"({"type":"array","items":{"type":"object","required":["id","name","email"],"properties":{
           "id":{"type":"integer","minimum":0},"name":{"type":"string","minLength":1},"email":{"type":"string"},
           "tags":{"type":"array","items":{"type":"string"}},"active":{"type":"boolean"},"age":{"type":"number"},
           "address":{"type":"object","properties":{"street":{"type":"string"},
           "zip":{"type":"string","pattern":"^[0-9]{5}$"}}}}}})",
       "[" + repeated(300, R"({"id":@,"name":"user @","email":"mail","tags":["x","y","zz"],"active":true,
           "age":33.5,"address":{"street":"Main Street @","zip":"12345"}})") +
           "]"},
      {"number_matrix",
       R"({"type":"array","items":{"type":"array","items":{"type":"number"},"minItems":3,"maxItems":3}})",
       "[" + repeated(200, "[1.5,2,@]") + "]"},
      {"unique_strings", R"({"type":"array","items":{"type":"string"},"uniqueItems":true})",
       "[" + repeated(64, R"("entry number @")") + "]"},
      {"union_of_20", R"({"type":"array","items":{"oneOf":[)" + repeated(20, branch) + "]}}",
       "[" + repeated(20, R"({"kind":"k@","value@":1})") + "]"},
      {"union_of_types",
       R"({"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"},{"type":"null"},
           {"type":"array","items":{"type":"string"}}]}})",
       "[" + repeated(50, R"("s",@,null,["a","b"])") + "]"},
      {"unevaluated",
       R"({"allOf":[{"properties":{"kind":{"type":"string"}},"required":["kind"]}],
           "oneOf":[{"properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["x"]},
           {"properties":{"kind":{"const":"b"},"y":{"type":"string"}},"required":["y"]}],
           "unevaluatedProperties":false})",
       R"({"kind":"b","y":"hello"})", false},
      {"dynamic_tree",
       R"({"$id":"https://example.org/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false,
           "$defs":{"t":{"$id":"tree","$dynamicAnchor":"node","type":"object","properties":{"data":true,
           "children":{"type":"array","items":{"$dynamicRef":"#node"}}}}}})",
       tree(4), false},
  };
}

}  // namespace

std::string repeated(int count, const std::string& piece) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    std::string text = piece;
    for (auto at = text.find('@'); at != text.npos; at = text.find('@', at))
      text.replace(at, 1, std::to_string(i));
    out += (i > 0 ? "," : "") + text;
  }
  return out;
}

std::vector<Corpus> corpora() {
  std::vector<Corpus> all = specification_corpora();
  for (auto* more : {&object_corpora, &array_and_union_corpora, &large_corpora}) {
    for (Corpus& corpus : more()) all.push_back(std::move(corpus));
  }
  return all;
}

std::string large_schema() {
  return R"({"type":"object","properties":{"root":{"$ref":"#/definitions/d0"}},"definitions":{)" +
         repeated(
             1000,
             R"("d@":{"type":"object","description":"Definition number @, with prose of the usual length.",
             "properties":{"name":{"type":"string","minLength":1,"pattern":"^[a-z]+$"},"count":{"type":"integer"},
             "kind":{"enum":["one","two","three"]},"next":{"$ref":"#/definitions/d@"},
             "list":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"integer"}]}}},
             "required":["name"],"additionalProperties":false})") +
         "}}";
}

}  // namespace schemagate
