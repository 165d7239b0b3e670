// Larger documents of the shapes that configuration files, records and languages have in the field.
#include "corpora.h"

namespace schemagate {

namespace {

Corpus invoice() {
  return {"invoice",
          R"({"type":"object","required":["number","issued","seller","buyer","lines","total"],
              "additionalProperties":false,"properties":{
              "number":{"type":"string","pattern":"^[A-Z]{2}-\\d{4}-\\d{6}$"},
              "issued":{"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"},"due_days":{"type":"integer","minimum":0},
              "currency":{"enum":["EUR","USD","GBP","JPY","CHF","SEK","NOK","DKK","PLN","CZK"]},
              "seller":{"$ref":"#/definitions/party"},"buyer":{"$ref":"#/definitions/party"},
              "lines":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/line"}},
              "total":{"type":"number","minimum":0},"note":{"type":["string","null"],"maxLength":2000}},
              "definitions":{
              "party":{"type":"object","required":["name","address"],"additionalProperties":false,"properties":{
              "name":{"type":"string","minLength":1,"maxLength":200},"tax_id":{"type":"string"},
              "address":{"type":"object","required":["street","city","country"],"properties":{
              "street":{"type":"string"},"city":{"type":"string"},"zip":{"type":"string"},
              "country":{"type":"string","pattern":"^[A-Z]{2}$"}},"additionalProperties":false}}},
              "line":{"type":"object","required":["sku","quantity","price"],"additionalProperties":false,"properties":{
              "sku":{"type":"string","pattern":"^[A-Z0-9-]{3,32}$"},"text":{"type":"string","maxLength":500},
              "quantity":{"type":"integer","minimum":1,"maximum":100000},"price":{"type":"number","minimum":0},
              "vat":{"enum":[0,7,19]},"tags":{"type":"array","items":{"type":"string"},"maxItems":10}}}}})",
          R"({"number":"DE-2026-000815","issued":"2026-11-22","due_days":14,"currency":"EUR",
              "seller":{"name":"Wheels and More","tax_id":"DE123456789",
              "address":{"street":"Harbour Road 1","city":"Hamburg","zip":"20457","country":"DE"}},
              "buyer":{"name":"Northern Cycles","address":{"street":"Main Street 9","city":"Oslo","country":"NO"}},
              "lines":[)" +
              repeated(40, R"({"sku":"PART-@","text":"Part number @ of the order","quantity":3,"price":12.5,
              "vat":19,"tags":["stock","metal"]})") +
              R"(],"total":1785.0,"note":null})"};
}

Corpus api_description() {
  const std::string operation =
      R"({"summary":"Reads item @","tags":["items"],"parameters":[{"name":"id","in":"path","required":true,
          "schema":{"type":"string"}},{"name":"limit","in":"query","schema":{"type":"integer"}}],
          "responses":{"200":{"description":"The item"},"404":{"description":"No such item"}}})";
  return {"api_description",
          R"({"type":"object","required":["openapi","info","paths"],"properties":{
              "openapi":{"type":"string","pattern":"^3\\.1\\.\\d+$"},"info":{"$ref":"#/definitions/info"},
              "paths":{"type":"object","patternProperties":{"^/":{"$ref":"#/definitions/path"}},
              "additionalProperties":false}},"patternProperties":{"^x-":true},"additionalProperties":false,
              "definitions":{
              "info":{"type":"object","required":["title","version"],"properties":{"title":{"type":"string"},
              "version":{"type":"string"}},"patternProperties":{"^x-":true},"additionalProperties":false},
              "path":{"type":"object","properties":{"get":{"$ref":"#/definitions/operation"},
              "put":{"$ref":"#/definitions/operation"},"post":{"$ref":"#/definitions/operation"},
              "delete":{"$ref":"#/definitions/operation"}},"patternProperties":{"^x-":true},"additionalProperties":false},
              "operation":{"type":"object","required":["responses"],"properties":{"summary":{"type":"string"},
              "tags":{"type":"array","items":{"type":"string"}},"operationId":{"type":"string"},
              "parameters":{"type":"array","items":{"$ref":"#/definitions/parameter"}},
              "responses":{"type":"object","minProperties":1,"patternProperties":{"^[1-5](?:\\d{2}|XX)$":{
              "type":"object","required":["description"],"properties":{"description":{"type":"string"}}}},
              "additionalProperties":false}},"patternProperties":{"^x-":true},"additionalProperties":false},
              "parameter":{"type":"object","required":["name","in"],"properties":{"name":{"type":"string"},
              "in":{"enum":["path","query","header","cookie"]},"required":{"type":"boolean"},
              "schema":{"type":["object","boolean"]}},
              "if":{"properties":{"in":{"const":"path"}}},
              "then":{"properties":{"required":{"const":true}},"required":["required"]}}}})",
          R"({"openapi":"3.1.0","info":{"title":"Items","version":"1.0"},"x-origin":"made","paths":{)" +
              repeated(25, R"("/items/@":{"get":)" + operation + R"(,"put":)" + operation + "}") + "}}"};
}

Corpus pipeline() {
  return {"pipeline",
          R"({"type":"object","required":["jobs"],"additionalProperties":false,"properties":{
              "name":{"type":"string"},"on":{"oneOf":[{"type":"string"},{"type":"array","items":{"type":"string"}},
              {"type":"object"}]},"env":{"$ref":"#/definitions/env"},
              "jobs":{"type":"object","propertyNames":{"pattern":"^[A-Za-z_][A-Za-z0-9_-]*$"},
              "additionalProperties":{"$ref":"#/definitions/job"}}},"definitions":{
              "env":{"type":"object","additionalProperties":{"type":["string","number","boolean"]}},
              "job":{"type":"object","required":["runs-on","steps"],"properties":{"runs-on":{"type":"string"},
              "needs":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"},"minItems":1}]},
              "timeout-minutes":{"type":"number","exclusiveMinimum":0},"env":{"$ref":"#/definitions/env"},
              "steps":{"type":"array","minItems":1,"items":{"$ref":"#/definitions/step"}}},"additionalProperties":false},
              "step":{"oneOf":[
              {"type":"object","required":["run"],"properties":{"name":{"type":"string"},"run":{"type":"string"},
              "env":{"$ref":"#/definitions/env"},"shell":{"enum":["bash","sh","pwsh"]}},"additionalProperties":false},
              {"type":"object","required":["uses"],"properties":{"name":{"type":"string"},
              "uses":{"type":"string","pattern":"^[^#]+#.+$"},"with":{"$ref":"#/definitions/env"},
              "env":{"$ref":"#/definitions/env"}},"additionalProperties":false}]}}})",
          R"({"name":"build","on":["push","pull_request"],"env":{"CI":true,"LEVEL":3},"jobs":{)" +
              repeated(8, R"("job_@":{"runs-on":"debian-12","needs":["lint"],"timeout-minutes":30,"steps":[
              {"uses":"actions/checkout#v4","with":{"depth":1}},{"name":"Build","run":"make -j2","shell":"bash"},
              {"name":"Test","run":"make test","env":{"SEED":"42"}}]})") +
              "}}"};
}

// Every node of the tree is one of ten shapes, told apart by the members that they have.
Corpus expression() {
  std::string branches = R"({"type":["number","string","boolean","null"]},
      {"type":"object","required":["property"],"properties":{"property":{"type":"string"}},"additionalProperties":false})";
  for (const char* name : {"and", "or", "=", "<", ">", "like", "between", "in"}) {
    branches += R"(,{"type":"object","required":["op","args"],"properties":{"op":{"const":")" +
                std::string(name) +
                R"("},"args":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/expression"}}},
                "additionalProperties":false})";
  }
  const std::string comparison = R"({"op":"<","args":[{"property":"size_@"},@]})";
  const std::string choice =
      R"({"op":"or","args":[{"op":"=","args":[{"property":"kind"},"a"]},{"op":"like","args":[{"property":"name"},"x%"]}]})";
  return {"expression",
          R"({"$ref":"#/$defs/expression","$defs":{"expression":{"anyOf":[)" + branches + "]}}}",
          R"({"op":"and","args":[)" + repeated(12, comparison) + "," + choice + "," + choice + "]}", false};
}

// Types that extend one another and are closed at the end: what `unevaluatedProperties` is for.
Corpus closed_hierarchy() {
  return {"closed_hierarchy",
          R"({"type":"array","items":{"$ref":"#/$defs/device"},"$defs":{
              "entity":{"type":"object","required":["id"],"properties":{"id":{"type":"string"},
              "labels":{"type":"object","additionalProperties":{"type":"string"}}}},
              "located":{"allOf":[{"$ref":"#/$defs/entity"}],"properties":{"site":{"type":"string"},
              "rack":{"type":"integer"}}},
              "device":{"allOf":[{"$ref":"#/$defs/located"}],"properties":{"kind":{"enum":["switch","server"]},
              "state":{"type":"string"}},"required":["kind"],
              "if":{"properties":{"kind":{"const":"server"}}},
              "then":{"properties":{"cores":{"type":"integer"},"memory":{"type":"integer"}},"required":["cores"]},
              "else":{"properties":{"ports":{"type":"integer"}},"required":["ports"]},
              "unevaluatedProperties":false}}})",
          "[" + repeated(25, R"({"id":"d@","labels":{"owner":"team"},"site":"north","rack":@,"kind":"server",
              "state":"up","cores":32,"memory":256},{"id":"s@","site":"south","kind":"switch","ports":48})") +
              "]",
          false};
}

Corpus telemetry() {
  return {"telemetry",
          R"({"type":"array","items":{"type":"object","required":["ts","host","metrics"],"properties":{
              "ts":{"type":"integer","minimum":0},"host":{"type":"string","maxLength":64},
              "level":{"enum":["debug","info","warn","error"]},
              "metrics":{"type":"object","patternProperties":{"_ms$":{"type":"number","minimum":0},
              "_count$":{"type":"integer","minimum":0}},"additionalProperties":{"type":"number"}},
              "trace":{"type":"string","pattern":"^[0-9a-f]{32}$"}},"additionalProperties":false}})",
          "[" + repeated(60, R"({"ts":17637@,"host":"node-@","level":"info","metrics":{"parse_ms":0.25,
              "total_ms":3,"request_count":@,"load":0.5},"trace":"0123456789abcdef0123456789abcdef"})") +
              "]"};
}

Corpus features() {
  return {
      "features",
      R"({"type":"object","required":["type","features"],"properties":{"type":{"const":"FeatureCollection"},
              "features":{"type":"array","items":{"type":"object","required":["type","geometry"],"properties":{
              "type":{"const":"Feature"},"properties":{"type":["object","null"]},
              "geometry":{"oneOf":[{"$ref":"#/definitions/point"},{"$ref":"#/definitions/line"},
              {"$ref":"#/definitions/polygon"}]}}}}},"definitions":{
              "position":{"type":"array","minItems":2,"maxItems":3,"items":{"type":"number"}},
              "point":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"Point"},
              "coordinates":{"$ref":"#/definitions/position"}}},
              "line":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"LineString"},
              "coordinates":{"type":"array","minItems":2,"items":{"$ref":"#/definitions/position"}}}},
              "polygon":{"type":"object","required":["type","coordinates"],"properties":{"type":{"const":"Polygon"},
              "coordinates":{"type":"array","items":{"type":"array","minItems":4,
              "items":{"$ref":"#/definitions/position"}}}}}}})",
      R"({"type":"FeatureCollection","features":[)" +
          repeated(20, R"({"type":"Feature","properties":{"name":"P@"},"geometry":{"type":"Point",
              "coordinates":[8.@,53.5]}},{"type":"Feature","properties":null,"geometry":{"type":"Polygon",
              "coordinates":[[[0,0],[1,0.5],[1,1],[0.25,1],[0,0]]]}})") +
          "]}"};
}

}  // namespace

std::vector<Corpus> large_corpora() {
  return {invoice(),          api_description(), pipeline(), expression(),
          closed_hierarchy(), telemetry(),       features()};
}

}  // namespace schemagate
