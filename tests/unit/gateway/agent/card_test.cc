// publish_card(): what clients see of an agent.
#include "gateway/agent/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "gateway/config/agent_config.h"

namespace schemagate {

using object_schemas::CardProblem;

namespace {

using a2a::JsonTree;
using testing::IsEmpty;

constexpr std::string_view kAgentCard = R"({
  "name": "Fight", "description": "Compares fighters", "version": "2.1.0", "protocolVersion": "0.3.0",
  "url": "http://10.0.0.9:9001/rpc", "preferredTransport": "JSONRPC", "iconUrl": "http://icons.example/f.png",
  "documentationUrl": "http://docs.example/", "provider": {"organization": "O", "url": "http://o.example"},
  "additionalInterfaces": [{"url": "http://10.0.0.9:9001/grpc", "transport": "GRPC"}],
  "supportedInterfaces": [{"url": "http://10.0.0.9:9001/new", "protocolBinding": "GRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": false, "pushNotifications": true, "stateTransitionHistory": true,
                   "extensions": [{"uri": "https://example.org/other", "params": {"x": 1}}]},
  "securitySchemes": {"k": {"type": "apiKey", "in": "header", "name": "X-Key"}}, "security": [{"k": []}],
  "supportsAuthenticatedExtendedCard": true, "signatures": [{"protected": "e30", "signature": "AA"}],
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "x-unknown": {"deep": [1, 2.50]},
  "skills": [{"id": "fight-comparison", "name": "N", "description": "D", "tags": ["t"], "security": [{"k": []}],
              "x-more": true},
             {"id": "other", "name": "N2", "description": "D2", "tags": ["t"]}]})";

CardResult publish(std::string_view card, std::string overlay = "", std::string_view base = "http://gw/fight",
                   bool http_json = true) {
  AgentConfig agent;
  agent.http_json = http_json;
  agent.card_text = std::move(overlay);
  agent.upstream_headers = {{"X-Key", Secret("k-1")}};
  return publish_card(*a2a::parse_tree(card), agent, {.base_url = std::string(base)});
}

JsonTree tree(const Representation& card) {
  return *a2a::parse_tree(card.body);
}

bool has_fatal(const CardResult& result, std::string_view path) {
  return std::ranges::any_of(result.problems,
                             [path](const CardProblem& p) { return p.fatal && p.path == path; });
}

JsonTree expected_interfaces(const std::string& url) {
  return {{{"url", url}, {"protocolBinding", "JSONRPC"}, {"protocolVersion", "1.0"}},
          {{"url", url}, {"protocolBinding", "JSONRPC"}, {"protocolVersion", "0.3"}},
          {{"url", url}, {"protocolBinding", "HTTP+JSON"}, {"protocolVersion", "1.0"}},
          {{"url", url}, {"protocolBinding", "HTTP+JSON"}, {"protocolVersion", "0.3"}}};
}

TEST(PublishCard, GivesV03ItsMembersOnly) {
  const auto card = tree(publish(kAgentCard).cards.v0_3);
  EXPECT_EQ(card["protocolVersion"], "0.3.0");
  EXPECT_EQ(card["url"], "http://gw/fight");
  EXPECT_EQ(card["preferredTransport"], "JSONRPC");
  EXPECT_EQ(card["additionalInterfaces"],
            JsonTree::array({{{"url", "http://gw/fight"}, {"transport", "JSONRPC"}},
                             {{"url", "http://gw/fight"}, {"transport", "HTTP+JSON"}}}));
  EXPECT_EQ(card["supportsAuthenticatedExtendedCard"], false);
  EXPECT_FALSE(card.contains("supportedInterfaces"));
  EXPECT_FALSE(card["capabilities"].contains("extendedAgentCard"));
}

TEST(PublishCard, GivesV10ItsMembersOnly) {
  const auto card = tree(publish(kAgentCard).cards.v1_0);
  EXPECT_EQ(card["supportedInterfaces"], expected_interfaces("http://gw/fight"));
  EXPECT_EQ(card["capabilities"]["extendedAgentCard"], false);
  for (const auto* name : {"protocolVersion", "url", "preferredTransport", "additionalInterfaces",
                           "supportsAuthenticatedExtendedCard"}) {
    EXPECT_FALSE(card.contains(name)) << name;
  }
}

// A client puts a path behind the URL of HTTP+JSON, and calls that of JSON-RPC as it is.
TEST(PublishCard, PutsASlashBehindTheRootsUrlOfJsonRpcOnly) {
  const auto card = tree(publish(kAgentCard, "", "http://gw").cards.v1_0);
  EXPECT_EQ(card["supportedInterfaces"][0]["url"], "http://gw/");
  EXPECT_EQ(card["supportedInterfaces"][2]["url"], "http://gw");
}

TEST(PublishCard, NamesHttpJsonOnlyWhereItIsOffered) {
  const auto cards = publish(kAgentCard, "", "http://gw/fight", false).cards;
  EXPECT_EQ(tree(cards.v1_0)["supportedInterfaces"].size(), 2U);
  EXPECT_EQ(tree(cards.v0_3)["additionalInterfaces"].size(), 1U);
}

TEST(PublishCard, GivesTheHybridTheMembersOfBoth) {
  const auto cards = publish(kAgentCard).cards;
  const auto hybrid = tree(cards.hybrid);
  for (const auto& one : {tree(cards.v0_3), tree(cards.v1_0)}) {
    for (const auto& [name, value] : one.items()) {
      if (name == "capabilities") continue;
      EXPECT_EQ(hybrid[name], value) << name;
    }
  }
}

TEST(PublishCard, OffersItsOwnCapabilitiesAndTheAgentsExtensions) {
  const auto capabilities = tree(publish(kAgentCard).cards.v0_3)["capabilities"];
  EXPECT_EQ(capabilities["streaming"], true);
  EXPECT_EQ(capabilities["pushNotifications"], false);
  EXPECT_FALSE(capabilities.contains("stateTransitionHistory"));
  EXPECT_EQ(capabilities["extensions"],
            *a2a::parse_tree(R"([{"uri":"https://example.org/other","params":{"x":1}}])"));
}

// Pitfall 1: an internal host in a published card.
TEST(PublishCard, LeaksNoUrlOfTheAgent) {
  const auto cards = publish(kAgentCard).cards;
  for (const auto& body : {cards.hybrid.body, cards.v0_3.body, cards.v1_0.body}) {
    EXPECT_EQ(body.find("10.0.0.9"), std::string::npos);
    EXPECT_NE(body.find("http://icons.example/f.png"), std::string::npos);
    EXPECT_NE(body.find("http://docs.example/"), std::string::npos);
    EXPECT_NE(body.find("http://o.example"), std::string::npos);
  }
}

// Pitfall 13: a signature that no longer matches.
TEST(PublishCard, DropsSignaturesAndSecurityThatAreNotTheGateways) {
  const auto card = tree(publish(kAgentCard).cards.hybrid);
  EXPECT_FALSE(card.contains("signatures"));
  EXPECT_FALSE(card.contains("security"));
  EXPECT_FALSE(card.contains("securitySchemes"));
  EXPECT_FALSE(card["skills"][0].contains("security"));
}

TEST(PublishCard, KeepsMembersThatItDoesNotKnow) {
  const auto card = tree(publish(kAgentCard).cards.v1_0);
  EXPECT_EQ(card["x-unknown"], *a2a::parse_tree(R"({"deep":[1,2.50]})"));
  EXPECT_EQ(card["skills"][0]["x-more"], true);
  EXPECT_EQ(card["version"], "2.1.0");
}

// OS-10: an agent without schemas declares nothing.
TEST(PublishCard, DeclaresNothingWithoutAContract) {
  const auto result = publish(kAgentCard);
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_FALSE(tree(result.cards.hybrid).contains("schemas"));
  EXPECT_EQ(result.cards.hybrid.body.find("object-schemas"), std::string::npos);
}

TEST(PublishCard, LaysTheConfiguredCardOver) {
  const auto result = publish(kAgentCard, R"({"name":"New","provider":{"organization":"P"},
    "skills":[{"id":"other","name":"Renamed"},{"id":"third","name":"N3","description":"D3","tags":["t"]}]})");
  EXPECT_THAT(result.problems, IsEmpty());
  const auto card = tree(result.cards.hybrid);
  EXPECT_EQ(card["name"], "New");
  EXPECT_EQ(card["description"], "Compares fighters");
  EXPECT_EQ(card["provider"], *a2a::parse_tree(R"({"organization":"P"})"));
  ASSERT_EQ(card["skills"].size(), 3u);
  EXPECT_EQ(card["skills"][0]["name"], "N");
  EXPECT_EQ(card["skills"][1],
            *a2a::parse_tree(R"({"id":"other","name":"Renamed","description":"D2","tags":["t"]})"));
  EXPECT_EQ(card["skills"][2]["id"], "third");
}

// What the agent offers does not vanish because the configured card declares something too.
TEST(PublishCard, MergesTheConfiguredExtensionsByUri) {
  const auto result = publish(kAgentCard, R"({"capabilities":{"extensions":[
    {"uri":"https://example.org/new"},{"uri":"https://example.org/other","description":"O"}]}})");
  EXPECT_THAT(result.problems, IsEmpty());
  EXPECT_EQ(tree(result.cards.v0_3)["capabilities"]["extensions"],
            *a2a::parse_tree(R"([{"uri":"https://example.org/other","params":{"x":1},"description":"O"},
                                 {"uri":"https://example.org/new"}])"));
}

TEST(PublishCard, TakesConfiguredExtensionsWhereTheAgentHasNone) {
  for (const auto* card : {R"({})", R"({"capabilities":7})", R"({"capabilities":{"extensions":{}}})"}) {
    auto agent_card = tree({.body = std::string(kAgentCard), .etag = ""});
    agent_card.update(*a2a::parse_tree(card));
    const auto result =
        publish(a2a::dump_tree(agent_card), R"({"capabilities":{"extensions":[{"uri":"u:new"}]}})");
    EXPECT_NE(result.cards.v0_3.body.find(R"({"uri":"u:new"}])"), std::string::npos) << card;
  }
}

TEST(PublishCard, WarnsOfConfiguredMembersThatAreItsOwn) {
  const auto result =
      publish(kAgentCard, R"({"url":"http://x","securitySchemes":{},"capabilities":{"streaming":false}})");
  ASSERT_EQ(result.problems.size(), 3u);
  EXPECT_EQ(result.problems[0].path, "/url");
  EXPECT_FALSE(result.problems[0].fatal);
  EXPECT_EQ(result.problems[2].path, "/capabilities/streaming");
  EXPECT_EQ(tree(result.cards.v0_3)["capabilities"]["streaming"], true);
  EXPECT_EQ(tree(result.cards.v0_3)["url"], "http://gw/fight");
}

TEST(PublishCard, TellsTheOperatorThatTheAgentAsksForCredentials) {
  const auto without = publish_card(*a2a::parse_tree(kAgentCard), {}, {.base_url = "http://gw"}).problems;
  ASSERT_EQ(without.size(), 1U);
  EXPECT_FALSE(without[0].fatal);
  EXPECT_EQ(without[0].path, "/security");
  EXPECT_THAT(without[0].message, testing::HasSubstr("asks for credentials (k), which"));
  EXPECT_THAT(without[0].message, testing::HasSubstr("upstream.headers"));
  EXPECT_THAT(publish(kAgentCard).problems, IsEmpty()) << "there it has headers";
}

// X-17: what the agent does not say comes from the configured card.
TEST(PublishCard, NeedsTheRequiredMembersFromOneOfTheTwo) {
  const auto bare = publish("{}");
  for (const auto* path :
       {"/name", "/description", "/version", "/defaultInputModes", "/defaultOutputModes", "/skills"}) {
    EXPECT_TRUE(has_fatal(bare, path)) << path;
  }
  EXPECT_EQ(bare.cards.hybrid.body, "");
  const auto given =
      publish("{}", R"({"name":"n","description":"d","version":"1","defaultInputModes":["text/plain"],
    "defaultOutputModes":["text/plain"],"skills":[{"id":"a","name":"n","description":"d","tags":["t"]}]})");
  EXPECT_THAT(given.problems, IsEmpty());
  EXPECT_NE(given.cards.hybrid.body, "");
}

TEST(PublishCard, HasALimitOnWhatACardLists) {
  const std::tuple<const char*, std::size_t, bool> rows[] = {{"skills", 10'001, true},
                                                             {"supportedInterfaces", 101, true},
                                                             {"supportedInterfaces", 100, false},
                                                             {"additionalInterfaces", 101, true},
                                                             {"signatures", 101, true},
                                                             {"defaultInputModes", 10'001, true},
                                                             {"defaultOutputModes", 10'001, true}};
  for (const auto& [list, count, is_refused] : rows) {
    JsonTree card = *a2a::parse_tree(kAgentCard);
    card[list] = JsonTree::array();
    for (std::size_t i = 0; i < count; ++i) card[list].push_back("x");
    const CardResult result = publish(a2a::dump_tree(card));
    EXPECT_EQ(has_fatal(result, std::string("/") + list), is_refused) << list;
    EXPECT_EQ(result.cards.v1_0.body.empty(), is_refused) << list;
  }
  JsonTree card = *a2a::parse_tree(kAgentCard);
  card["skills"][1]["inputModes"] = JsonTree(std::vector<std::string>(10'001, "text/plain"));
  EXPECT_TRUE(has_fatal(publish(a2a::dump_tree(card)), "/skills/1/inputModes"));
}

TEST(PublishCard, WarnsOfIncompleteSkillsAndEmptyLists) {
  const auto result = publish(R"({"name":"n","description":"d","version":"1","defaultInputModes":[],
    "defaultOutputModes":["text/plain"],"skills":[{"id":"a"}]})");
  ASSERT_EQ(result.problems.size(), 4u);
  EXPECT_TRUE(std::ranges::none_of(result.problems, &CardProblem::fatal));
  EXPECT_EQ(result.problems[0].path, "/defaultInputModes");
  EXPECT_EQ(result.problems[1].path, "/skills/0/name");
}

TEST(PublishCard, SurvivesMembersOfAnyType) {
  for (const std::string value :
       {"null", "true", "7", "\"x\"", "[]", "{}", "[1,null,\"x\",[],{},{\"id\":1}]"}) {
    for (const std::string name :
         {"name", "skills", "capabilities", "defaultInputModes", "schemas", "supportedInterfaces"}) {
      auto card = *a2a::parse_tree(kAgentCard);
      card[name] = *a2a::parse_tree(value);
      const auto result = publish(a2a::dump_tree(card), R"({"skills":[{"id":"other","name":"R"}]})");
      const bool fatal = std::ranges::any_of(result.problems, &CardProblem::fatal);
      EXPECT_EQ(result.cards.hybrid.body.empty(), fatal) << name << value;
    }
  }
  EXPECT_TRUE(has_fatal(publish("[]"), ""));
}

TEST(PublishCard, GivesTheRootAgentAPath) {
  EXPECT_EQ(tree(publish(kAgentCard, "", "http://gw").cards.v0_3)["url"], "http://gw/");
  EXPECT_EQ(tree(publish(kAgentCard, "", "https://gw:8443/a").cards.v0_3)["url"], "https://gw:8443/a");
}

TEST(PublishCard, TagsTheBodyWithItsHash) {
  const auto cards = publish(kAgentCard).cards;
  EXPECT_THAT(cards.hybrid.etag, testing::MatchesRegex("\"[0-9a-f]{64}\""));
  EXPECT_EQ(cards.hybrid.etag, publish(kAgentCard).cards.hybrid.etag);
  EXPECT_NE(cards.hybrid.etag, cards.v1_0.etag);
  EXPECT_NE(cards.hybrid.etag, publish(kAgentCard, R"({"name":"x"})").cards.hybrid.etag);
}

}  // namespace
}  // namespace schemagate
