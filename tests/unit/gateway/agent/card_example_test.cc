// The card that the example configuration publishes, against the text of the extension (OS-16).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gateway/agent/card.h"
#include "gateway/config/file.h"
#include "gateway/config/load.h"

namespace schemagate {
namespace {

using a2a::JsonTree;

const std::string kSourceFolder = SCHEMAGATE_SOURCE_DIR;

// What an agent that knows nothing of schemas says of itself.
constexpr std::string_view kPlainCard =
    R"({"name":"Fight","description":"Compares fighters","version":"1.0.0",
  "protocolVersion":"0.3.0","url":"http://127.0.0.1:9001/","capabilities":{},
  "defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
  "skills":[{"id":"fight-comparison","name":"fight","description":"-","tags":["-"]}]})";

JsonTree read_json(const std::string& path) {
  const auto text = read_file(path, 1 << 20);
  EXPECT_TRUE(text) << path;
  return *a2a::parse_tree(*text);
}

class ExampleCard : public testing::Test {
 protected:
  void SetUp() override {
    const auto loaded = load_config(kSourceFolder + "/examples/gateway.yaml");
    for (const auto& problem : loaded.problems) ADD_FAILURE() << problem.path << ": " << problem.message;
    ASSERT_TRUE(loaded.config);
    result_ =
        publish_card(*a2a::parse_tree(kPlainCard), loaded.config->agents.at(0), {.base_url = "http://gw"});
    for (const auto& problem : result_.problems) ADD_FAILURE() << problem.path << ": " << problem.message;
    spec_ = read_json(kSourceFolder + "/tests/unit/gateway/agent/data/object_schemas_v1_card.json");
  }
  std::vector<JsonTree> cards() const {
    return {*a2a::parse_tree(result_.cards.hybrid.body), *a2a::parse_tree(result_.cards.v0_3.body),
            *a2a::parse_tree(result_.cards.v1_0.body)};
  }
  CardResult result_;
  JsonTree spec_;
};

// OS-11, OS-16, X-4: the root member, in every representation.
TEST_F(ExampleCard, HasTheSchemasOfTheSpecification) {
  for (const auto& card : cards()) EXPECT_EQ(card["schemas"], spec_["schemas"]);
}

// OS-1, OS-2, OS-16, X-4: the declaration with its mirror of the schemas, never required.
TEST_F(ExampleCard, DeclaresTheExtension) {
  for (const auto& card : cards()) {
    ASSERT_EQ(card["capabilities"]["extensions"].size(), 1u);
    const auto& declaration = card["capabilities"]["extensions"][0];
    const auto& expected = spec_["capabilities"]["extensions"][0];
    EXPECT_EQ(declaration["uri"], expected["uri"]);
    EXPECT_EQ(declaration["description"], expected["description"]);
    EXPECT_EQ(declaration["params"]["schemas"], spec_["schemas"]);
    EXPECT_FALSE(declaration.contains("required"));
  }
}

// OS-13, OS-14, OS-16: the skill with all its members and values.
TEST_F(ExampleCard, HasTheSkillOfTheSpecification) {
  for (const auto& card : cards()) {
    ASSERT_EQ(card["skills"].size(), 1u);
    for (const auto& [name, value] : spec_["skills"][0].items())
      EXPECT_EQ(card["skills"][0][name], value) << name;
    EXPECT_EQ(card["skills"][0].size(), spec_["skills"][0].size());
  }
}

}  // namespace
}  // namespace schemagate
