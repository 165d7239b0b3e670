// Which schemas are taken, and what is said about the others.
#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "extension/json_schema/format_uses.h"
#include "extension/json_schema/misspellings.h"
#include "extension/json_schema/schema_compiler.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

using testing::HasSubstr;

TEST(Compile, NamesKeywordAndPlaceOfAWrongValue) {
  const SchemaProblem problem = refused(R"({"properties":{"a":{"type":"strin"}}})");
  EXPECT_EQ(problem.location, "/properties/a/type");
  EXPECT_EQ(problem.keyword, "type");
}

TEST(Compile, RefusesTextThatIsNotJson) {
  EXPECT_THAT(refused("{").message, HasSubstr("JSON"));
}

TEST(Compile, RefusesDuplicateKeywords) {
  refused(R"({"type":"string","type":"integer"})");
}

// X-14: another dialect is refused by name.
TEST(Compile, RefusesAnotherDialectByName) {
  EXPECT_THAT(refused(R"({"$schema":"http://json-schema.org/draft-04/schema#"})").message,
              HasSubstr("draft-04"));
}

// X-14: nothing is fetched.
TEST(Compile, RefusesAReferenceToAnUnregisteredDocument) {
  const SchemaProblem problem = refused(R"({"items":{"$ref":"https://example.org/other"}})");
  EXPECT_EQ(problem.location, "/items/$ref");
  EXPECT_THAT(problem.message, HasSubstr("https://example.org/other"));
}

// RFC 3986 section 2.1: a percent sign begins an escape.
TEST(Compile, APercentSignInAReferenceIsEscaped) {
  EXPECT_TRUE(Validator::compile(R"({"$ref":"#/$defs/50%25","$defs":{"50%":{}}})"));
  const SchemaProblem problem = refused(R"({"$ref":"#/$defs/50%","$defs":{"50%":{}}})");
  EXPECT_EQ(problem.location, "/$ref");
  EXPECT_NE(problem.message.find("%25"), std::string::npos) << problem.message;
}

TEST(Compile, RefusesReferencesThatLeadNowhere) {
  EXPECT_EQ(refused(R"({"$ref":"#/$defs/a"})").keyword, "$ref");
  EXPECT_THAT(refused(R"({"$ref":"#a"})").message, HasSubstr("no anchor"));
}

TEST(Compile, RefusesPatternsThatNoEngineTakes) {
  EXPECT_EQ(refused(R"({"pattern":"("})").keyword, "pattern");
  EXPECT_EQ(refused(R"({"patternProperties":{"[":true}})").keyword, "patternProperties");
  EXPECT_THAT(refused(R"({"pattern":"(?<=a*)b"})").message, HasSubstr("lookbehind"));
}

TEST(Compile, RefusesPatternsThatAreNotOfEcmaScript) {
  const auto problem = [](const std::string& pattern) {
    return refused(R"({"pattern":")" + pattern + R"("})").message;
  };
  EXPECT_THAT(problem("(?<na~e>x)"), HasSubstr("a group name has letters"));
  EXPECT_THAT(problem("(?<1a>x)"), HasSubstr("begins with no digit"));
  EXPECT_THAT(problem("(?<>x)"), HasSubstr("a group name"));
  EXPECT_THAT(problem("(?<a>x)(?<a>y)"), HasSubstr("\"a\" is used twice"));
  for (const char* repeated : {"(?<=a)?", "(?<!a)*", "(?<=a){2}", "(?<=(b)a)+"})
    EXPECT_THAT(problem(repeated), HasSubstr("nothing to repeat")) << repeated;
  for (const char* taken : {"(?<$_é1>x)(?<名>y)\\\\k<名>", "((?<=a)b)?", "(?=a)?", "(?<=a)(b)*"})
    compiled(R"({"pattern":")" + std::string(taken) + R"("})");
}

TEST(Compile, RefusesTheSameIdentifierTwice) {
  EXPECT_EQ(refused(R"({"$defs":{"a":{"$id":"https://e.org/x"},"b":{"$id":"https://e.org/x"}}})").keyword,
            "$id");
  EXPECT_EQ(refused(R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})").keyword, "$anchor");
}

TEST(Compile, ReachesRegisteredDocuments) {
  Documents documents;
  documents.add("https://e.org/defs", R"({"$defs":{"n":{"type":"integer"}}})");
  CompileOptions options;
  options.documents = &documents;
  const Validator validator = compiled(R"({"$ref":"https://e.org/defs#/$defs/n"})", options);
  EXPECT_EQ(verdict(validator, "1"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, "1.5"), Verdict::kInvalid);
}

TEST(Compile, ChecksRegisteredDocumentsToo) {
  Documents documents;
  documents.add("https://e.org/defs", R"({"minimum":"1"})");
  CompileOptions options;
  options.documents = &documents;
  EXPECT_EQ(refused(R"({"$ref":"https://e.org/defs"})", options).location, "https://e.org/defs#/minimum");
}

TEST(Compile, TakesTheDialectOfEachResource) {
  constexpr std::string_view kItems =
      R"({"$id":"https://e.org/old","$schema":"http://json-schema.org/draft-07/schema#",
      "items":[{"type":"string"}]})";
  const Validator validator =
      compiled(R"({"$ref":"https://e.org/old","$defs":{"old":)" + std::string(kItems) + "}}");
  EXPECT_EQ(verdict(validator, R"([1])"), Verdict::kInvalid);
  EXPECT_EQ(verdict(validator, R"(["a",1])"), Verdict::kValid);
}

// `outer` and `inner` are keywords of the 2020-12 root and of the draft-07 resource in it, `core` of a
// 2020-12 resource in that one.
std::string mixed(std::string_view outer, std::string_view inner, std::string_view core) {
  const std::string newest = R"("$schema":"https://json-schema.org/draft/2020-12/schema",)";
  return "{" + newest + R"("$id":"http://e.org/","$defs":{"first":true,"old":{"$id":"old",
      "$schema":"http://json-schema.org/draft-07/schema#","definitions":{"new":{"$id":"new",)" +
         newest + std::string(core) + "}}," + std::string(inner) + "}}," + std::string(outer) + "}";
}

TEST(Compile, ChecksEachResourceInItsOwnDialect) {
  compiled(mixed(R"("minContains":1)", R"("minContains":"of no meaning","items":[true])", R"("title":"")"));
  EXPECT_EQ(refused(mixed(R"("properties":{"n":{"format":7}})", R"("title":"")", R"("title":"")")).location,
            "/properties/n/format");
  EXPECT_EQ(refused(mixed(R"("title":"")", R"("title":9)", R"("title":"")")).location, "/$defs/old/title");
  const SchemaProblem problem = refused(mixed(R"("title":"")", R"("title":"")", R"("deprecated":1)"));
  EXPECT_EQ(problem.location, "/$defs/old/definitions/new/deprecated");
  EXPECT_EQ(problem.keyword, "deprecated");
  EXPECT_EQ(refused(mixed(R"("title":"")", R"("title":"")", R"("items":[true])")).keyword, "items");
}

TEST(Compile, ChecksRegisteredDocumentsOfSeveralDialects) {
  Documents documents;
  documents.add("http://e.org/", mixed(R"("title":"")", R"("title":9)", R"("title":"")"));
  CompileOptions options;
  options.documents = &documents;
  EXPECT_EQ(refused(R"({"$ref":"http://e.org/"})", options).location, "http://e.org/#/$defs/old/title");
}

TEST(Compile, DefaultDialectIsForSchemasThatNameNone) {
  CompileOptions options;
  options.default_dialect = Dialect::kDraft7;
  EXPECT_EQ(verdict(compiled(R"({"items":[{"type":"string"}]})", options), "[1]"), Verdict::kInvalid);
}

// X-14: `format` annotates unless it is switched on.
TEST(Compile, AssertsFormatOnDemandOnly) {
  constexpr std::string_view kSchema = R"({"format":"date"})";
  EXPECT_EQ(verdict(kSchema, R"("tomorrow")"), Verdict::kValid);
  CompileOptions options;
  options.assert_format = true;
  EXPECT_EQ(verdict(compiled(kSchema, options), R"("tomorrow")"), Verdict::kInvalid);
  EXPECT_EQ(verdict(compiled(kSchema, options), R"("2025-02-29")"), Verdict::kInvalid);
  EXPECT_EQ(verdict(compiled(kSchema, options), R"("2024-02-29")"), Verdict::kValid);
}

// X-14: who looks after a schema can be told what its formats do.
TEST(Compile, TellsWhereFormatIsUsed) {
  constexpr std::string_view kSchema =
      R"({"properties":{"format":{"format":"date"},"x":{"items":{"format":"mood"}}},"enum":[{"format":"date"}]})";
  const auto told = [&](const CompileOptions& options) {
    std::vector<std::string> lines;
    for (const auto& [location, format, effect] : find_formats(kSchema, options))
      lines.push_back(location + " " + format + " " + std::to_string(static_cast<int>(effect)));
    return lines;
  };
  EXPECT_THAT(told({}),
              testing::ElementsAre("/properties/format/format date 1", "/properties/x/items/format mood 2"));
  EXPECT_THAT(told({.assert_format = true}),
              testing::ElementsAre("/properties/format/format date 0", "/properties/x/items/format mood 2"));
  EXPECT_THAT(find_formats("{", {}), testing::IsEmpty());
}

std::vector<std::string> misspelt(std::string_view schema, const CompileOptions& options = {}) {
  std::vector<std::string> lines;
  for (const auto& [location, keyword, message] : find_misspellings(schema, options))
    lines.push_back(location + " " + keyword + " " + message);
  return lines;
}

TEST(Misspellings, AreNamedWithWhatWasMeant) {
  EXPECT_THAT(
      misspelt(
          R"({"properties":{"text":{"type":"string","minLenght":1},"b":{"Enum":[1]}},"required":["txt"]})"),
      testing::ElementsAre(
          "/required/0 required required names txt, which properties does not have; did you mean text?",
          "/properties/text/minLenght minLenght minLenght: not a keyword; did you mean minLength?",
          "/properties/b/Enum Enum Enum: not a keyword; did you mean enum?"));
  EXPECT_THAT(misspelt(R"({"tpye":"string"})"), testing::SizeIs(1));
  EXPECT_THAT(misspelt(R"({"additionalproperties":false})"), testing::SizeIs(1));
  EXPECT_THAT(misspelt("{\"min\\nLength\":1}"),
              testing::ElementsAre(testing::EndsWith("min?Length: not a keyword; did you mean minLength?")));
}

TEST(Misspellings, WhatResemblesNothingIsAnAnnotation) {
  for (
      const std::string_view schema :
      {R"({"title":"a","description":"b","default":1,"examples":[],"example":1,"readOnly":true,"writeOnly":true,
            "deprecated":true,"$comment":"c","contentSchema":{},"$vocabulary":{},"nullable":true,"id":"a",
            "discriminator":{},"xml":{},"externalDocs":{},"x-typ":1,"unit":"m","":1})",
       R"({"properties":{"minLenght":{}},"enum":[{"tpye":1}],"const":{"tpye":1}})",  // no keywords there
       R"({"properties":{"a":{},"first":{}},"required":["b","first","fist"]})",      // "first" is taken
       R"({"required":["a"]})", R"({"definitions":{},"dependencies":{}})", "true", "{",
       R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#","minLenght":1})"}) {
    EXPECT_THAT(misspelt(schema), testing::IsEmpty()) << schema;
  }
}

TEST(Misspellings, AreFewAndLookingForThemEnds) {
  std::string members = R"("a":1)";
  for (char end = 'a'; end < 'u'; ++end) members += std::string(",\"type") + end + "\":1";
  EXPECT_THAT(misspelt("{" + members + "}"), testing::SizeIs(8));
  std::string many = R"({"a":1)";
  for (int i = 0; i < 3'000; ++i) many += ",\"x" + std::to_string(i) + "\":1";
  EXPECT_THAT(misspelt(many + R"(,"tpye":1})"), testing::IsEmpty());
}

TEST(Compile, BuiltInMetaSchemasValidateThemselves) {
  for (const std::string_view uri :
       {"https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema#"}) {
    const Validator validator = compiled(R"({"$ref":")" + std::string(uri) + "\"}");
    EXPECT_EQ(verdict(validator, R"({"type":"object","properties":{"a":{"minLength":1}}})"), Verdict::kValid)
        << uri;
    EXPECT_EQ(verdict(validator, R"({"type":"object","properties":{"a":{"minLength":-1}}})"),
              Verdict::kInvalid)
        << uri;
  }
}

// Meant for the thread sanitizer: one validator, many threads, every lazily built thing inside.
TEST(Validator, ServesManyThreadsAtOnce) {
  const Validator validator = compiled(R"({"type":"array","uniqueItems":true,"items":{"anyOf":[
      {"pattern":"^(a|b)*$"},{"pattern":"^(?=c)c+$"},{"enum":[1,2,3,4,5,6,7,8,9,10]},{"$ref":"#"}]}})");
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&validator] {
      for (int round = 0; round < 50; ++round) {
        EXPECT_EQ(verdict(validator, R"(["abab","ccc",7,["a",2.0]])"), Verdict::kValid);
        EXPECT_EQ(report(validator, R"(["abab","d",[11]])").verdict, Verdict::kInvalid);
      }
    });
  }
}

TEST(SchemaCompiler, SaysOfEachSchemaWhatIsSaidOfItAlone) {
  Documents documents;
  documents.add("https://example.org/strings",
                R"({"$schema":"https://json-schema.org/draft/2020-12/schema","required":["title"]})");
  const CompileOptions options{.documents = &documents};
  SchemaCompiler compiler(options);
  for (int round = 0; round < 2; ++round) {
    for (const char* schema :
         {R"({"type":"object"})", R"({"type":"objekt"})", R"({"$schema":"https://example.org/strings"})",
          R"({"$schema":"https://example.org/strings","title":"a"})",
          R"({"$schema":"https://example.org/no"})",
          R"({"$schema":"http://json-schema.org/draft-07/schema#","minimum":"1"})"}) {
      const auto alone = Validator::compile(schema, options);
      const auto among_others = compiler.compile(schema);
      ASSERT_EQ(among_others.has_value(), alone.has_value()) << schema;
      if (!alone) {
        EXPECT_EQ(among_others.error().message, alone.error().message);
      }
    }
  }
}

// Refused where an instance can come to it; elsewhere only told.
TEST(Compile, WhatNothingReachesIsAWarning) {
  const std::tuple<std::string, std::string, std::string> cases[] = {
      {R"({"$ref":"#/nowhere"})", "/$defs/it/$ref", "nothing at"},
      {R"({"$ref":"#/$defs/it"})", "/$defs/it", "refers to itself"},
      {R"({"pattern":"("})", "/$defs/it/pattern", "regular expression"},
      {R"({"$id":"urn:it","$schema":"urn:unknown","type":7})", "/$defs/it", "is unknown"},
      {R"({"$ref":"https://example.org/unregistered"})", "/$defs/it/$ref", "not a registered document"}};
  for (const auto& [definition, location, words] : cases) {
    const Validator validator = compiled(R"({"type":"string","$defs":{"it":)" + definition + "}}");
    EXPECT_EQ(verdict(validator, R"("a")"), Verdict::kValid);
    EXPECT_EQ(verdict(validator, "1"), Verdict::kInvalid);
    ASSERT_EQ(validator.warnings().size(), 1u) << definition;
    EXPECT_EQ(validator.warnings()[0].location, location);
    EXPECT_THAT(validator.warnings()[0].message, testing::HasSubstr(words));
    const SchemaProblem problem =
        refused(R"({"properties":{"a":{"$ref":"#/$defs/it"}},"$defs":{"it":)" + definition + "}}");
    EXPECT_THAT(problem.message, testing::HasSubstr(words)) << definition;
  }
  EXPECT_TRUE(compiled(R"({"$defs":{"a":{"type":"null"}}})").warnings().empty());
}

}  // namespace
}  // namespace schemagate::json_schema
