// Where references lead: documents, resources, anchors and pointers.
#include <gmock/gmock.h>

#include "validation.h"

namespace schemagate::json_schema {
namespace {

using testing::HasSubstr;

// Whether `reference` leads to a schema that takes null and nothing else.
bool leads(const std::string& reference, const std::string& definitions) {
  const std::string schema =
      R"({"$id":"https://e.org/dir/root","$ref":")" + reference + "\"," + definitions + "}";
  const Validator validator = compiled(schema);
  return verdict(validator, "null") == Verdict::kValid && verdict(validator, "1") == Verdict::kInvalid;
}

std::string leads_nowhere(const std::string& reference, const std::string& definitions) {
  return refused(R"({"$id":"https://e.org/dir/root","$ref":")" + reference + "\"," + definitions + "}")
      .message;
}

TEST(Reference, FollowsPointersByNameAndIndex) {
  const std::string list = R"("$defs":{"l":{"allOf":[true,{"type":"null"},true]},"a/b~c %":{"type":"null"}})";
  EXPECT_TRUE(leads("#/$defs/l/allOf/1", list));
  EXPECT_TRUE(leads("#/%24defs/a~1b~0c%20%25", list));
  EXPECT_TRUE(leads("root#/$defs/l/allOf/1", list));
  EXPECT_TRUE(leads("/dir/root#/$defs/l/allOf/1", list));
  for (const char* pointer :
       {"#/$defs/l/allOf/01", "#/$defs/l/allOf/3", "#/$defs/l/allOf/-1", "#/$defs/l/allOf/1x",
        "#/$defs/l/allOf/", "#/$defs/x", "#/$defs/l/allOf/1/type/x"})
    EXPECT_THAT(leads_nowhere(pointer, list), HasSubstr("nothing at \"" + std::string(pointer + 1)))
        << pointer;
  EXPECT_TRUE(leads("#/$defs/l/allOf/0", R"("$defs":{"l":{"allOf":[{"type":"null"}]}})"));
}

TEST(Reference, FollowsIdentifiersAndAnchors) {
  const std::string inner =
      R"("$defs":{"d":{"$id":"sub/in","$defs":{"x":{"$anchor":"here","type":"null"}}}})";
  EXPECT_TRUE(leads("sub/in#here", inner));
  EXPECT_TRUE(leads("https://e.org/dir/sub/in#/$defs/x", inner));
  EXPECT_TRUE(leads("#/$defs/d/$defs/x", inner));
  EXPECT_THAT(leads_nowhere("#here", inner),
              HasSubstr(R"(no anchor "here" in "https://e.org/dir/root#here")"));
  EXPECT_THAT(leads_nowhere("in#here", inner), HasSubstr("is not a registered document; nothing is fetched"));
}

TEST(Reference, OfDraft7HasAnchorsInIdentifiers) {
  CompileOptions options;
  options.default_dialect = Dialect::kDraft7;
  const Validator validator =
      compiled(R"({"$ref":"#here","definitions":{"x":{"$id":"#here","type":"null"}}})", options);
  EXPECT_EQ(verdict(validator, "null"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, "1"), Verdict::kInvalid);
}

TEST(Reference, OfDraft7HidesItsSiblings) {
  CompileOptions options;
  options.default_dialect = Dialect::kDraft7;
  const Validator validator = compiled(
      R"({"properties":{"a":{"$ref":"#/definitions/n","$id":"https://e.org/hidden","minimum":5}},
          "definitions":{"n":{"type":"integer"}}})",
      options);
  EXPECT_EQ(verdict(validator, R"({"a":1})"), Verdict::kValid);
}

TEST(Reference, NamesWhoAskedForABrokenDocument) {
  Documents documents;
  documents.add("https://e.org/broken#", "{");
  CompileOptions options;
  options.documents = &documents;
  const SchemaProblem problem = refused(R"({"items":{"$ref":"https://e.org/broken"}})", options);
  EXPECT_EQ(problem.location, "https://e.org/broken");
  EXPECT_THAT(problem.message, HasSubstr("(referenced at \"/items/$ref\")"));
}

TEST(Reference, LaterDocumentsReplaceEarlierOnes) {
  Documents documents;
  documents.add("https://e.org/d", R"({"type":"string"})");
  documents.add("https://e.org/other", "true");
  documents.add("https://e.org/d#", R"({"type":"null"})");
  ASSERT_NE(documents.find("https://e.org/d#x"), nullptr);
  EXPECT_EQ(*documents.find("https://e.org/d"), R"({"type":"null"})");
  EXPECT_EQ(documents.find("https://e.org/"), nullptr);
}

TEST(Reference, LoopsThatNeverDescendAreRefused) {
  constexpr std::string_view kLoop = "the schema refers to itself without descending into the instance";
  for (const char* keyword : {"allOf", "anyOf", "oneOf"})
    EXPECT_EQ(refused(R"({")" + std::string(keyword) + R"(":[true,{"$ref":"#"}]})").message, kLoop)
        << keyword;
  for (const char* keyword : {"not", "if"})
    EXPECT_EQ(refused(R"({")" + std::string(keyword) + R"(":{"$ref":"#"}})").message, kLoop) << keyword;
  EXPECT_EQ(refused(R"({"if":true,"then":{"$ref":"#"}})").message, kLoop);
  EXPECT_EQ(refused(R"({"if":true,"else":{"$ref":"#"}})").message, kLoop);
  EXPECT_EQ(refused(R"({"dependentSchemas":{"a":{"$ref":"#"}}})").message, kLoop);
  for (const char* keyword : {"items", "contains", "additionalProperties", "unevaluatedItems"})
    compiled(R"({")" + std::string(keyword) + R"(":{"$ref":"#"}})");
}

// A meta-schema under https://e.org/meta with these vocabularies.
CompileOptions with_vocabularies(Documents& documents, const std::string& vocabularies,
                                 const std::string& draft = "https://json-schema.org/draft/2020-12/schema") {
  documents.add("https://e.org/meta", R"({"$id":"https://e.org/meta","$schema":")" + draft +
                                          R"(","$vocabulary":{)" + vocabularies + "}}");
  CompileOptions options;
  options.documents = &documents;
  return options;
}

constexpr std::string_view kVocabulary = R"("https://json-schema.org/draft/2020-12/vocab/)";

TEST(Dialect, OfAMetaSchemaHasItsVocabulariesOnly) {
  Documents documents;
  const CompileOptions options = with_vocabularies(
      documents, std::string(kVocabulary) + R"(applicator":true,"https://e.org/mine":false)");
  const Validator validator =
      compiled(R"({"$schema":"https://e.org/meta","type":"null","properties":{"a":false}})", options);
  EXPECT_EQ(verdict(validator, "1"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, R"({"a":1})"), Verdict::kInvalid);
}

TEST(Dialect, WithAnUnknownRequiredVocabularyIsRefused) {
  Documents documents;
  const CompileOptions options = with_vocabularies(documents, R"("https://e.org/mine":true)");
  EXPECT_THAT(refused(R"({"$schema":"https://e.org/meta"})", options).message,
              HasSubstr(R"(vocabulary "https://e.org/mine" is required but unknown)"));
}

TEST(Dialect, CanAssertFormats) {
  for (const bool asserts : {false, true}) {
    Documents documents;
    const CompileOptions options =
        with_vocabularies(documents, std::string(kVocabulary) +
                                         (asserts ? "format-assertion\":true" : "format-annotation\":true"));
    const Validator validator = compiled(R"({"$schema":"https://e.org/meta","format":"date"})", options);
    EXPECT_EQ(verdict(validator, R"("x")"), asserts ? Verdict::kInvalid : Verdict::kValid);
  }
}

TEST(Dialect, OfAnUnsupportedDraftIsRefused) {
  Documents documents;
  const CompileOptions options = with_vocabularies(documents, "", "http://json-schema.org/draft-06/schema#");
  EXPECT_THAT(refused(R"({"$schema":"https://e.org/meta"})", options).message,
              HasSubstr("is itself in no supported draft"));
}

// As the official suite expects of its remotes.
TEST(Reference, ADocumentTakesTheDialectOfWhoRefersToIt) {
  Documents documents;
  documents.add("https://example.org/list", R"({"items":[{"type":"integer"}],"additionalItems":false})");
  documents.add(
      "https://example.org/new",
      R"({"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"type":"integer"}]})");
  CompileOptions options;
  options.documents = &documents;
  const std::string old = R"({"$schema":"http://json-schema.org/draft-07/schema","allOf":[{"$ref":)";
  const Validator validator = compiled(old + R"("https://example.org/list"}]})", options);
  EXPECT_EQ(verdict(validator, "[1]"), Verdict::kValid);
  EXPECT_EQ(verdict(validator, "[1,2]"), Verdict::kInvalid);
  EXPECT_EQ(verdict(compiled(old + R"("https://example.org/new"}]})", options), R"(["a"])"),
            Verdict::kInvalid);
  EXPECT_EQ(refused(R"({"$ref":"https://example.org/list"})", options).keyword, "items");
}

}  // namespace
}  // namespace schemagate::json_schema
