// The table of keywords: what each says when it fails, what its value must be, and which draft has it.
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "extension/json_schema/keywords/keywords.h"
#include "validation.h"

namespace schemagate::json_schema {
namespace {

using testing::UnorderedElementsAre;

struct Failing {
  std::string keyword;
  std::string schema;
  std::string instance;
  std::string message;
};

const Failing kFailing[] = {
    {"false", "false", "1", "no value is allowed here, found 1"},
    {"type", R"({"type":"string"})", "1.5", "expected string, found number 1.5"},
    {"type", R"({"type":["null","array","object"]})", "true",
     "expected null or array or object, found boolean true"},
    {"type", R"({"type":"integer"})", "null", "expected integer, found null"},
    {"type", R"({"type":"integer"})", "2.5", "expected integer, found number 2.5"},
    {"const", R"({"const":{"a":1}})", "[2]", R"(expected {"a":1}, found [2])"},
    {"enum", R"({"enum":["a",1]})", "{}", R"(expected one of ["a",1], found {})"},
    {"multipleOf", R"({"multipleOf":0.5})", "0.7", "expected a multiple of 0.5, found 0.7"},
    {"minimum", R"({"minimum":3})", "2", "expected at least 3, found 2"},
    {"maximum", R"({"maximum":3})", "4", "expected at most 3, found 4"},
    {"exclusiveMinimum", R"({"exclusiveMinimum":3})", "3", "expected more than 3, found 3"},
    {"exclusiveMaximum", R"({"exclusiveMaximum":3})", "3", "expected less than 3, found 3"},
    {"minLength", R"({"minLength":3})", R"("äö")", "expected at least 3 characters, found 2"},
    {"maxLength", R"({"maxLength":3})", R"("abcd")", "expected at most 3 characters, found 4"},
    {"pattern", R"({"pattern":"^a"})", R"("b")", R"(expected text that matches "^a", found "b")"},
    {"format", R"({"format":"date"})", R"("now")",
     R"(expected text of format "date" (YYYY-MM-DD), found "now")"},
    {"format", R"({"format":"date"})", R"("2026-02-30")",
     R"(expected text of format "date", found "2026-02-30": there is no such day)"},
    {"format", R"({"format":"date-time"})", R"("2026-13-01T10:00:00Z")",
     R"(expected text of format "date-time", found "2026-13-01T10:00:00Z": there is no such day)"},
    {"format", R"({"format":"uri-template"})", R"("{")",
     R"(expected text of format "uri-template", found "{")"},
    {"enum", R"({"enum":["Red","blue"]})", R"("red")",
     R"(expected one of ["Red","blue"], found "red"; did you mean "Red"?)"},
    {"enum", R"({"enum":["Red","blue"]})", R"("bluue")",
     R"(expected one of ["Red","blue"], found "bluue"; did you mean "blue"?)"},
    {"enum", "{\"enum\":[1,\n2]}", "3", "expected one of [1,2], found 3"},
    {"enum", R"({"enum":["Red","blue"]})", R"("green")", R"(expected one of ["Red","blue"], found "green")"},
    {"minLength", R"({"propertyNames":{"minLength":1}})", R"({"":1})",
     "member name: expected at least 1 character, found 0"},
    {"required", R"({"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"required":["b"]}})",
     R"({"a":1})",
     R"(required member "b" is missing; asked for because the value is this: object with "a" = 1)"},
    {"type", R"({"if":{"type":"string","minLength":2},"else":{"type":"number"}})", "true",
     "expected number, found boolean true; asked for because the value is not this: string with a length "
     "of at least 2"},
    {"not", R"({"not":{"required":["a","b"],"properties":{"b":{"enum":[1,2]}}}})", R"({"a":0,"b":1})",
     R"(expected anything but object with "b" one of [1,2], "a", "b", found {"a":0,"b":1})"},
    {"not", R"({"not":{"title":"A circle","type":"object"}})", "{}",
     R"(expected anything but "A circle", found {})"},
    {"oneOf",
     R"({"oneOf":[{"title":"Square","required":["side"]},{"required":["radius"]},{"$ref":"#/$defs/s"}],
                  "type":"object","$defs":{"s":{"title":"Other","required":["x"],"properties":{"x":{"const":true}}}}})",
     R"({"side":1,"radius":2})",
     R"(expected exactly one alternative to match, but 0 ("Square") and 1 (object with "radius") both do; give what only one of them takes)"},
    {"contentEncoding", R"({"contentEncoding":"base64"})", R"("*")",
     R"(expected content of "base64", found "*")"},
    {"contentMediaType", R"({"contentMediaType":"application/json"})", R"("{")",
     R"(expected content of "application/json", found "{")"},
    {"minItems", R"({"minItems":2})", "[1]", "expected at least 2 elements, found 1"},
    {"maxItems", R"({"maxItems":1})", "[1,2]", "expected at most 1 element, found 2"},
    {"uniqueItems", R"({"uniqueItems":true})", "[1,2,1.0]", "elements 0 and 2 are equal"},
    {"contains", R"({"contains":{"type":"null"}})", "[1]",
     "expected an element like this: null; found none in [1]"},
    {"minContains", R"({"contains":{"type":"null"},"minContains":2})", "[null]",
     "expected at least 2 elements like this: null; found 1"},
    {"maxContains", R"({"contains":{"type":"null"},"maxContains":1})", "[null,null]",
     "expected at most 1 element like this: null; found 2"},
    {"items", R"({"prefixItems":[true],"items":false})", "[1,2]", "no value is allowed here, found 2"},
    {"additionalItems",
     R"({"$schema":"https://json-schema.org/draft/2019-09/schema","items":[true],"additionalItems":false})",
     "[1,2]", "no value is allowed here, found 2"},
    {"unevaluatedItems", R"({"anyOf":[{"prefixItems":[true]}],"unevaluatedItems":false})", "[1,2]",
     "no value is allowed here, found 2"},
    {"minProperties", R"({"minProperties":1})", "{}", "expected at least 1 member, found 0"},
    {"maxProperties", R"({"maxProperties":0})", R"({"a":1})", "expected at most 0 members, found 1"},
    {"required", R"({"required":["a"]})", "{}", R"(required member "a" is missing)"},
    {"required", R"({"required":[""]})", "{}", R"(required member "" is missing)"},
    {"dependentRequired", R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})",
     R"(member "a" requires member "b")"},
    {"dependencies", R"({"$schema":"http://json-schema.org/draft-07/schema","dependencies":{"a":["b"]}})",
     R"({"a":1})", R"(member "a" requires member "b")"},
    {"additionalProperties", R"({"additionalProperties":false})", R"({"a":1})", R"(unexpected member "a")"},
    {"additionalProperties", R"({"additionalProperties":false})", R"({"":1})",
     "no value is allowed here, found 1"},
    {"additionalProperties", R"({"properties":{"x":true},"additionalProperties":false})", R"({"abc":1})",
     R"(unexpected member "abc"; known members: "x")"},
    {"unevaluatedProperties",
     R"({"properties":{"name":true,"b":true},"allOf":[true],"unevaluatedProperties":false})", R"({"nam":1})",
     R"(unexpected member "nam"; did you mean "name"? known members: "name", "b")"},
    {"anyOf", R"({"anyOf":[{"type":"integer"},{"type":["null","number"]}]})", "true",
     "expected null or number, found boolean true"},
    {"oneOf", R"({"oneOf":[true,{"type":"integer"}]})", "1",
     "expected exactly one alternative to match, but 0 (any value) and 1 (integer) both do; give what only "
     "one of them takes"},
    {"oneOf", R"({"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":"a"}}},
                           {"type":"object","required":["k"],"properties":{"k":{"const":"b"}}}]})",
     R"({"k":"c"})", R"(expected member "k" to be one of "a", "b", found {"k":"c"})"},
    {"oneOf", R"({"oneOf":[{"const":1},{"const":2}]})", "3",
     "expected one of the alternatives: 1 | 2; found 3"},
    {"not", R"({"not":{"const":1}})", "1", "expected anything but 1, found 1"},
};

TEST(Keyword, SaysWhatWasExpectedAndFound) {
  CompileOptions options;
  options.assert_format = true;
  options.assert_content = true;
  for (const Failing& failing : kFailing) {
    const Report found = report(compiled(failing.schema, options), failing.instance);
    ASSERT_EQ(found.violations.size(), 1u) << failing.schema;
    EXPECT_EQ(found.violations[0].keyword, failing.keyword) << failing.schema;
    EXPECT_EQ(found.violations[0].message, failing.message) << failing.schema;
  }
}

// Whether `message` is `text` with its placeholders filled in.
bool is_filled(const std::string& message, std::string_view text) {
  std::string pattern = std::regex_replace(std::string(text), std::regex(R"([.?+*^$()\[\]|\\])"), R"(\$&)");
  pattern = std::regex_replace(pattern, std::regex(R"(\{[a-z ]+\})"), ".+");
  return std::regex_match(message, std::regex(pattern));
}

TEST(Keyword, EveryOneThatFailsIsTriedAbove) {
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const KeywordRule& rule = rule_of(static_cast<Keyword>(i));
    if (rule.errors[0].empty()) continue;
    const bool tried = std::ranges::any_of(kFailing, [&rule](const Failing& failing) {
      return failing.keyword == rule.name &&
             std::ranges::any_of(rule.errors, [&failing](std::string_view text) {
               return !text.empty() && is_filled(failing.message, text);
             });
    });
    EXPECT_TRUE(tried) << "add a row to kFailing: a schema with " << rule.name
                       << " that an instance violates";
  }
}

TEST(Keyword, IsFoundByItsNameOnly) {
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const KeywordRule& rule = rule_of(static_cast<Keyword>(i));
    ASSERT_NE(find_keyword(rule.name), nullptr);
    EXPECT_EQ(find_keyword(rule.name)->keyword, static_cast<Keyword>(i)) << rule.name;
  }
  for (const char* name : {"", "Type", "typ", "types", "title", "zzz", "$idx"})
    EXPECT_EQ(find_keyword(name), nullptr);
}

// The keywords that `draft` lacks of those that any draft has.
std::vector<std::string_view> lacking(Dialect draft, Vocabularies vocabularies = kAllVocabularies) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kKeywordCount; ++i) {
    const KeywordRule& rule = rule_of(static_cast<Keyword>(i));
    if (!rule.applies_in({draft, vocabularies, ""})) names.push_back(rule.name);
  }
  return names;
}

TEST(Keyword, IsOfTheDraftsThatDefineIt) {
  EXPECT_THAT(lacking(Dialect::k2020_12),
              UnorderedElementsAre("$recursiveRef", "$recursiveAnchor", "additionalItems", "false"));
  EXPECT_THAT(lacking(Dialect::k2019_09),
              UnorderedElementsAre("$dynamicRef", "$dynamicAnchor", "prefixItems", "false"));
  EXPECT_THAT(lacking(Dialect::kDraft7),
              UnorderedElementsAre("$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef",
                                   "$recursiveAnchor", "$defs", "prefixItems", "dependentSchemas",
                                   "unevaluatedItems", "unevaluatedProperties", "minContains", "maxContains",
                                   "dependentRequired", "false"));
}

TEST(Keyword, NeedsItsVocabulary) {
  EXPECT_THAT(lacking(Dialect::k2020_12, kAllVocabularies & ~kUnevaluated),
              UnorderedElementsAre("$recursiveRef", "$recursiveAnchor", "additionalItems", "false",
                                   "unevaluatedItems", "unevaluatedProperties"));
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2020-12/vocab/unevaluated"), kUnevaluated);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2019-09/vocab/applicator"),
            kApplicator | kUnevaluated);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2020-12/vocab/applicator"), kApplicator);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2019-09/vocab/format"), kFormatAnnotation);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2020-12/vocab/format"), kUnknownVocabulary);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2020-12/vocab/format-assertion"),
            kFormatAssertion);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2019-09/vocab/format-assertion"),
            kUnknownVocabulary);
  EXPECT_EQ(find_vocabulary("https://json-schema.org/draft/2020-12/vocab/content"), 0);
  EXPECT_EQ(find_vocabulary("https://example.org/vocab/core"), kUnknownVocabulary);
}

// A meta-schema of `draft` that asserts nothing: the compiler meets values that the draft's own would refuse.
CompileOptions unchecked(Documents& documents, const std::string& draft) {
  documents.add("https://e.org/any", R"({"$id":"https://e.org/any","$schema":")" + draft + "\"}");
  CompileOptions options;
  options.documents = &documents;
  return options;
}

SchemaProblem wrong(const std::string& members,
                    const std::string& draft = "https://json-schema.org/draft/2020-12/schema") {
  Documents documents;
  return refused(R"({"$schema":"https://e.org/any",)" + members + "}", unchecked(documents, draft));
}

TEST(Keyword, NamesWhatItsValueMustBe) {
  const std::pair<const char*, const char*> values[] = {
      {"type", "1"},
      {"type", R"("text")"},
      {"type", "[]"},
      {"type", R"(["null",7])"},
      {"enum", "{}"},
      {"minimum", R"("1")"},
      {"maximum", "null"},
      {"exclusiveMinimum", "true"},
      {"multipleOf", "0"},
      {"multipleOf", "-2"},
      {"multipleOf", "[]"},
      {"exclusiveMaximum", "{}"},
      {"minLength", "-1"},
      {"maxLength", "1.5"},
      {"pattern", "1"},
      {"minItems", R"("1")"},
      {"maxItems", "-1e0"},
      {"minContains", "null"},
      {"maxContains", "[]"},
      {"uniqueItems", "1"},
      {"prefixItems", "{}"},
      {"minProperties", "0.5"},
      {"properties", "[]"},
      {"maxProperties", "{}"},
      {"required", R"("a")"},
      {"patternProperties", "1"},
      {"required", "[1]"},
      {"dependentRequired", "[]"},
      {"allOf", "[]"},
      {"dependentSchemas", "1"},
      {"anyOf", "{}"},
      {"dependentRequired", R"({"a":1})"},
      {"oneOf", "[]"},
      {"$ref", "1"},
      {"$dynamicRef", "{}"},
      {"dependentRequired", R"({"a":[1]})"},
      {"multipleOf", "1234567890123456789012345678901234567"}};
  for (const auto& [keyword, value] : values) {
    const SchemaProblem problem = wrong('"' + std::string(keyword) + "\":" + value);
    EXPECT_EQ(problem.keyword, keyword) << value;
    EXPECT_EQ(problem.location, "/" + std::string(keyword)) << value;
    EXPECT_EQ(problem.message, "must be " + std::string(find_keyword(keyword)->value)) << keyword << value;
  }
  EXPECT_EQ(wrong(R"("items":[true])").message, "must be a schema; use prefixItems for a list");
  EXPECT_EQ(wrong(R"("not":1)").message, "a schema is an object or a boolean");
  EXPECT_EQ(wrong(R"("dependencies":{"a":[1]})").keyword, "dependencies");
}

TEST(Keyword, TakesEveryNotationOfACount) {
  for (const char* two : {"2", "2.0", "2e0", "0.2e1", "20e-1", "200e-2"}) {
    const std::string schema = R"({"maxItems":)" + std::string(two) + "}";
    EXPECT_EQ(verdict(schema, "[1,2]"), Verdict::kValid) << two;
    EXPECT_EQ(verdict(schema, "[1,2,3]"), Verdict::kInvalid) << two;
  }
  EXPECT_EQ(verdict(R"({"maxItems":12e1})", "[1]"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"minLength":1e17})", R"("a")"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"minLength":1e30})", R"("a")"), Verdict::kInvalid);
  EXPECT_EQ(verdict(R"({"maxLength":1e30})", R"("a")"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"maxLength":0.0})", R"("")"), Verdict::kValid);
  EXPECT_EQ(verdict(R"({"maxLength":0e9})", R"("a")"), Verdict::kInvalid);
}

TEST(Keyword, WithoutItsPartnerSaysNothing) {
  for (const char* schema : {R"({"then":false,"else":false})", R"({"minContains":5,"maxContains":0})",
                             R"({"if":false})", R"({"contentMediaType":"application/json"})"})
    EXPECT_EQ(verdict(schema, "[1]"), Verdict::kValid) << schema;
}

}  // namespace
}  // namespace schemagate::json_schema
