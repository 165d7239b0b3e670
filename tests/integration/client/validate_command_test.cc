#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "gateway/cli/validate.h"
#include "tests/unit/gateway/store/temporary_folder.h"

namespace schemagate {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class SchemaFiles : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
    return folder_.file(name);
  }

  SchemaFiles() { fs::create_directories(folder_.path() / "more"); }

  const TemporaryFolder folder_;
  std::string schema_ =
      file("schema.json", R"({"type":"object","required":["a"],"properties":{"n":{"type":"integer"}}})");
};

TEST_F(SchemaFiles, ValidateAcceptsWhatFits) {
  auto good = file("good.json", R"({"a":1,"n":2})");
  auto result = run({"schema", "validate", "--schema", schema_, good});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, good + ": valid\n");
}

TEST_F(SchemaFiles, ValidateTellsLineAndColumn) {
  auto bad = file("bad.json", "{\n  \"a\": 1,\n  \"n\": \"x\"\n}\n");
  auto result = run({"schema", "validate", "--schema", schema_, bad});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_THAT(result.out, HasSubstr(bad + ":3:8: "));
  EXPECT_THAT(result.out, HasSubstr("(type at #/n)"));
}

TEST_F(SchemaFiles, ValidatePrintsOneJsonDocument) {
  auto bad = file("bad.json", R"({"n":"x"})");
  auto result = run({"schema", "validate", "--schema", schema_, bad, "-", "-o", "json"}, R"({"a":1})");
  EXPECT_EQ(result.exit_code, 1);
  a2a::JsonDocument document;
  auto root = document.parse(result.out);
  ASSERT_TRUE(root) << result.out;
  EXPECT_EQ(root->find("valid")->boolean(), false);
  ASSERT_EQ(root->find("files")->size(), 2u);
  auto first = *root->find("files")->elements().begin();
  EXPECT_EQ(first.find("total")->int64(), 2);
  EXPECT_EQ(first.find("violations")->size(), 2u);
  const auto violations = nlohmann::json::parse(first.raw())["violations"];
  EXPECT_EQ(violations[0]["expected"], "\"integer\"");
  EXPECT_EQ(violations[0]["found"], "\"x\"");
  EXPECT_EQ(violations[1]["missing"], "a");
  EXPECT_EQ(violations[1]["siblings"], nlohmann::json::parse(R"(["n","a"])"));
}

TEST_F(SchemaFiles, ValidateEndsWithTwoForFilesThatCannotBeUsed) {
  auto broken = file("broken.json", "{\"a\":");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema_, broken}).exit_code, 2);
  EXPECT_EQ(run({"schema", "validate", "--schema", schema_, "/does/not/exist"}).exit_code, 2);
  EXPECT_EQ(run({"schema", "validate", "--schema", broken, schema_}).exit_code, 2);
  EXPECT_EQ(run({"schema", "validate", "--schema", schema_}).exit_code, 2);
}

TEST_F(SchemaFiles, ValidateReachesRegisteredDocuments) {
  file("more/text.json", R"({"type":"string"})");
  auto schema = file("ref.json", R"({"$ref":"https://example.test/more/text.json"})");
  auto instance = file("instance.json", "7");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance}).exit_code, 2);
  auto base = "https://example.test/more=" + folder_.file("more");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance, "--register", base}).exit_code, 1);
  auto single = "https://example.test/more/text.json=" + folder_.file("more/text.json");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance, "--register", single}).exit_code, 1);
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance, "--register", "nonsense"}).exit_code, 2);
}

TEST_F(SchemaFiles, ValidateAssertsFormatsOnDemand) {
  auto schema = file("format.json", R"({"format":"ipv4"})");
  auto instance = file("instance.json", R"("no address")");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance}).exit_code, 0);
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance, "--assert-format"}).exit_code, 1);
}

TEST_F(SchemaFiles, ValidateTakesTheDraftAsDefault) {
  auto schema = file("tuple.json", R"({"items":[{"type":"string"}]})");
  auto instance = file("instance.json", "[1]");
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance, "--draft", "draft-07"}).exit_code, 1);
  EXPECT_EQ(run({"schema", "validate", "--schema", schema, instance}).exit_code, 2);
}

TEST_F(SchemaFiles, CheckTellsWhereASchemaIsWrong) {
  EXPECT_EQ(run({"schema", "check", schema_}).exit_code, 0);
  auto wrong = file("wrong.json", "{\n  \"type\": \"sting\"\n}");
  auto result = run({"schema", "check", wrong});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr(wrong + ":2:"));
  result = run({"schema", "check", wrong, "-o", "json"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr(R"({"error":{"cause":"argument")"));
}

TEST(OffsetOf, FindsValuesAndTheNearestAncestor) {
  a2a::JsonDocument document;
  std::string text = R"({"a/b":[10,{"~":20}]})";
  auto root = document.parse(text);
  ASSERT_TRUE(root);
  EXPECT_EQ(cli::offset_of(*root, ""), 0u);
  EXPECT_EQ(cli::offset_of(*root, "/a~1b/0"), text.find("10"));
  EXPECT_EQ(cli::offset_of(*root, "/a~1b/1/~0"), text.find("20"));
  EXPECT_EQ(cli::offset_of(*root, "/a~1b/7/x"), text.find('['));
}

}  // namespace
}  // namespace schemagate
