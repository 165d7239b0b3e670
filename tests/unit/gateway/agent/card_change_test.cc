#include "gateway/agent/card_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace schemagate {
namespace {

using a2a::JsonTree;
using testing::Ne;

JsonTree card() {
  return a2a::parse_tree(R"({"name":"Table","version":"1.0.0","defaultInputModes":["text/plain"],
    "defaultOutputModes":["text/plain"],"supportedInterfaces":[
      {"url":"https://a.example","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
    "skills":[{"id":"book","name":"Book","inputModes":["text/plain"]},{"id":"cancel","name":"Cancel"}]})")
      .value();
}

TEST(CardChange, IsNoneWhereTheCardSaysTheSame) {
  const JsonTree other_order = a2a::parse_tree(R"({"version":"1", "name":"Table"})").value();
  EXPECT_EQ(card_change(a2a::parse_tree(R"({"name":"Table","version":"1"})").value(), other_order),
            std::nullopt);
  EXPECT_EQ(card_change(card(), card()), std::nullopt);
}

TEST(CardChange, NamesWhatIsAnotherOfTheContract) {
  JsonTree after = card();
  after["version"] = "2.0.0";
  after["description"] = "Tables.";
  after["skills"][0]["inputModes"] = {"application/json"};
  after["skills"][1]["id"] = "refund";
  after["defaultOutputModes"] = {"application/json"};
  after["supportedInterfaces"].push_back({{"protocolBinding", "HTTP+JSON"}, {"protocolVersion", "1.0"}});
  const auto change = card_change(card(), after);
  ASSERT_TRUE(change);
  EXPECT_EQ(change->version_before, "1.0.0");
  EXPECT_EQ(change->version, "2.0.0");
  EXPECT_THAT(change->digest, Ne(change->digest_before));
  EXPECT_EQ(change->skills_added, "refund");
  EXPECT_EQ(change->skills_gone, "cancel");
  EXPECT_EQ(change->skills_changed, "book");
  EXPECT_EQ(change->modes_changed, "inputModes of book, defaultOutputModes");
  EXPECT_EQ(change->members_changed, "description");
  EXPECT_EQ(change->protocol_before, "JSONRPC 1.0");
  EXPECT_EQ(change->protocol, "JSONRPC 1.0, HTTP+JSON 1.0");
}

TEST(CardChange, KnowsTheProtocolOfBothVersions) {
  JsonTree before = a2a::parse_tree(R"({"name":"T","protocolVersion":"0.3.0"})").value();
  const auto change = card_change(before, card());
  ASSERT_TRUE(change);
  EXPECT_EQ(change->protocol_before, "JSONRPC 0.3.0");
}

TEST(CardChange, IsBoundedAndClean) {
  JsonTree after = card();
  for (int i = 0; i < 1000; ++i) after["skills"].push_back({{"id", "skill\x1b[2J\n" + std::to_string(i)}});
  const auto change = card_change(card(), after);
  ASSERT_TRUE(change);
  EXPECT_LE(change->skills_added.size(), 512U);
  EXPECT_EQ(change->skills_added.find('\x1b'), std::string::npos);
}

TEST(CardChange, ToleratesCardsOfAnyShape) {
  const JsonTree odd = a2a::parse_tree(R"({"skills":{"a":1},"supportedInterfaces":"x","version":3})").value();
  EXPECT_TRUE(card_change(odd, card()));
  EXPECT_TRUE(card_change(card(), odd));
  EXPECT_EQ(card_change(JsonTree::array(), card()), std::nullopt);
}

}  // namespace
}  // namespace schemagate
