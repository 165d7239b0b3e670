// find_endpoint(): which interface of an agent's card is called.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gateway/agent/card.h"

namespace schemagate {
namespace {

using a2a::wire::Binding;
using a2a::wire::Version;

a2a::Result<UpstreamEndpoint> find(std::string_view card, std::optional<Version> version = {},
                                   const std::string& base = "http://agent:9001/base/x",
                                   std::optional<Binding> binding = {}) {
  AgentConfig agent;
  agent.upstream_binding = binding;
  agent.upstream_url = base;
  agent.upstream_version = version;
  return find_endpoint(*a2a::parse_tree(card), agent);
}

TEST(FindEndpoint, ReadsAV10Card) {
  const auto endpoint = find(R"({"supportedInterfaces":[
    {"url":"http://agent:9001/grpc","protocolBinding":"GRPC","protocolVersion":"1.0"},
    {"url":"http://agent:9001/rpc?x=1","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t1"}],
    "capabilities":{"streaming":true}})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://agent:9001/rpc?x=1");
  EXPECT_EQ(endpoint->protocol.version, Version::kV1_0);
  EXPECT_EQ(endpoint->tenant, "t1");
  EXPECT_TRUE(endpoint->streaming);
  EXPECT_FALSE(endpoint->declares_object_schemas);
}

TEST(FindEndpoint, ReadsAV03Card) {
  const auto endpoint = find(
      R"({"protocolVersion":"0.3.0","url":"http://agent:9001/","preferredTransport":"JSONRPC",
    "capabilities":{"streaming":false,"extensions":[{"uri":)"
      R"("https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]}})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://agent:9001/");
  EXPECT_EQ(endpoint->protocol.version, Version::kV0_3);
  EXPECT_FALSE(endpoint->streaming);
  EXPECT_TRUE(endpoint->declares_object_schemas);
}

a2a::Result<UpstreamEndpoint> find_over(Binding binding, std::string_view card) {
  return find(card, {}, "http://agent:9001", binding);
}

constexpr std::string_view kRestFirst03 =
    R"({"protocolVersion":"0.3.0","url":"http://agent:9001/rest","preferredTransport":"HTTP+JSON",
    "additionalInterfaces":[{"url":"http://agent:9001/grpc","transport":"GRPC"},
                            {"url":"http://agent:9001/rpc","transport":"JSONRPC"}]})";
constexpr std::string_view kRestFirst10 = R"({"supportedInterfaces":[
    {"url":"/grpc","protocolBinding":"GRPC","protocolVersion":"1.0"},
    {"url":"/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
    {"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
    {"url":"/old","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]})";

TEST(FindEndpoint, TakesTheInterfaceThatTheCardPrefers) {
  for (const std::string_view card : {kRestFirst03, kRestFirst10}) {
    const auto endpoint = find(card);
    ASSERT_TRUE(endpoint);
    EXPECT_EQ(endpoint->url, "http://agent:9001/rest");
    EXPECT_EQ(endpoint->protocol.binding, Binding::kHttpJson);
  }
  EXPECT_EQ(find(kRestFirst10)->protocol.version, Version::kV1_0);
}

TEST(FindEndpoint, PrefersJsonRpcAmongInterfacesWithoutAnOrder) {
  const auto endpoint =
      find(R"({"protocolVersion":"0.3.0","url":"/grpc","preferredTransport":"GRPC","additionalInterfaces":[
    {"url":"/rest","transport":"HTTP+JSON"},{"url":"/rpc","transport":"JSONRPC"}]})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://agent:9001/rpc");
  EXPECT_EQ(endpoint->protocol.binding, Binding::kJsonRpc);
}

TEST(FindEndpoint, FollowsTheConfiguredBinding) {
  for (const std::string_view card : {kRestFirst03, kRestFirst10}) {
    EXPECT_EQ(find_over(Binding::kJsonRpc, card)->url, "http://agent:9001/rpc");
    EXPECT_EQ(find_over(Binding::kHttpJson, card)->url, "http://agent:9001/rest");
  }
  const auto refused = find_over(Binding::kHttpJson, R"({"url":"/rpc"})");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the agent's card offers no HTTP+JSON interface of A2A 1.0 or 0.3");
}

TEST(FindEndpoint, SaysWhetherTheCardOffersTheConfiguredVersion) {
  constexpr std::string_view kOld = R"({"protocolVersion":"0.3.0","url":"/rpc"})";
  EXPECT_TRUE(find(kOld, Version::kV1_0)->version_undeclared);
  EXPECT_FALSE(find(kOld, Version::kV0_3)->version_undeclared);
  EXPECT_FALSE(find(kOld)->version_undeclared);
  EXPECT_TRUE(find(R"({"supportedInterfaces":[{"url":"/rpc"}]})", Version::kV0_3)->version_undeclared);
  for (const Version version : {Version::kV0_3, Version::kV1_0})
    EXPECT_FALSE(find(kRestFirst10, version)->version_undeclared);
}

TEST(FindEndpoint, TakesACardOfAnOlderVersion) {
  const auto endpoint = find(R"({"protocolVersion":"0.2.6","url":"/rpc","preferredTransport":"jsonrpc"})", {},
                             "http://agent:9001");
  ASSERT_TRUE(endpoint) << endpoint.error().message;
  EXPECT_EQ(endpoint->url, "http://agent:9001/rpc");
  EXPECT_EQ(endpoint->protocol, (a2a::wire::Protocol{Binding::kJsonRpc, Version::kV0_3}));
}

constexpr std::string_view kHybrid = R"({"protocolVersion":"0.3.0","url":"http://agent:9001/old",
  "supportedInterfaces":[{"url":"http://agent:9001/also-old","protocolBinding":"JSONRPC","protocolVersion":"0.3"},
                         {"url":"http://agent:9001/new","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]})";

TEST(FindEndpoint, Prefers10OverV03InAHybridCard) {
  EXPECT_EQ(find(kHybrid)->url, "http://agent:9001/new");
}

TEST(FindEndpoint, FollowsTheConfiguredVersion) {
  const auto endpoint = find(kHybrid, Version::kV0_3);
  EXPECT_EQ(endpoint->url, "http://agent:9001/also-old");
  EXPECT_EQ(endpoint->protocol.version, Version::kV0_3);
}

// Pitfall 4: cards that declare one version and speak the other.
TEST(FindEndpoint, UsesTheConfiguredVersionOnWhatTheCardOffers) {
  const auto v1_0 = find(R"({"protocolVersion":"0.3.0","url":"/rpc"})", Version::kV1_0);
  ASSERT_TRUE(v1_0);
  EXPECT_EQ(v1_0->protocol.version, Version::kV1_0);
  const auto v0_3 =
      find(R"({"supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]})",
           Version::kV0_3);
  ASSERT_TRUE(v0_3);
  EXPECT_EQ(v0_3->protocol.version, Version::kV0_3);
  EXPECT_EQ(find(R"({"protocolVersion":"0.2.5","url":"/rpc"})", Version::kV0_3)->url,
            "http://agent:9001/rpc");
}

// X-17: the extension's example card has neither url nor version.
TEST(FindEndpoint, TakesAPartialCardForV03AtTheConfiguredUrl) {
  const auto endpoint = find(R"({"skills":[]})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://agent:9001/base/x");
  EXPECT_EQ(endpoint->protocol.version, Version::kV0_3);
}

TEST(FindEndpoint, ResolvesRelativeUrls) {
  EXPECT_EQ(find(R"({"url":"/rpc"})")->url, "http://agent:9001/rpc");
  EXPECT_EQ(find(R"({"url":"rpc"})")->url, "http://agent:9001/base/rpc");
  EXPECT_EQ(find(R"({"url":"rpc"})", {}, "http://agent")->url, "http://agent/rpc");
}

// Pitfall 12: a card is not believed where it names another host: 169.254.169.254 is nobody's agent.
TEST(FindEndpoint, StaysAtTheConfiguredOrigin) {
  EXPECT_EQ(find(R"({"url":"http://169.254.169.254/latest"})")->url, "http://agent:9001/latest");
  EXPECT_EQ(find(R"({"url":"https://public.example/agent/"})")->url, "http://agent:9001/agent/");
  EXPECT_EQ(find(R"({"url":"//169.254.169.254/latest"})")->url, "http://agent:9001/latest");
}

TEST(FindEndpoint, UsesTheConfiguredEndpointAsItIs) {
  AgentConfig agent;
  agent.upstream_url = "http://agent:9001";
  agent.upstream_endpoint = "http://other:9002/rpc";
  EXPECT_EQ(find_endpoint(*a2a::parse_tree(kHybrid), agent)->url, "http://other:9002/rpc");
}

TEST(FindEndpoint, UsesTheConfiguredEndpointWithTheConfiguredBinding) {
  AgentConfig agent;
  agent.upstream_url = "http://agent:9001";
  agent.upstream_endpoint = "http://other:9002/rest";
  agent.upstream_binding = Binding::kHttpJson;
  const auto endpoint = find_endpoint(*a2a::parse_tree(kHybrid), agent);
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://other:9002/rest");
  EXPECT_EQ(endpoint->protocol.binding, Binding::kHttpJson);
}

TEST(FindEndpoint, RefusesCardsWithoutAUsableInterface) {
  for (
      const auto* card : {
          R"([])",
          R"({"supportedInterfaces":[]})",
          R"({"supportedInterfaces":[{"url":"http://a/","protocolBinding":"GRPC","protocolVersion":"1.0"}]})",
          R"({"supportedInterfaces":[{"url":"http://a/","protocolBinding":"JSONRPC","protocolVersion":"2.0"}]})",
          R"({"url":"http://a/","preferredTransport":"GRPC"})",
          R"({"url":"grpc://a/"})",
          R"({"url":"/a b"})",
          R"({"url":"/a\r\nX: y"})",
      }) {
    const auto endpoint = find(card);
    ASSERT_FALSE(endpoint) << card;
    EXPECT_EQ(endpoint.error().code, a2a::ErrorCode::kInvalidAgentResponse);
  }
}

TEST(FindEndpoint, SurvivesMembersOfAnyType) {
  for (const std::string value :
       {"null", "true", "7", "\"x\"", "[]", "{}", "[1,null,\"x\",[],{}]", "[{\"uri\":1}]"}) {
    for (const std::string name : {"supportedInterfaces", "additionalInterfaces", "url", "protocolVersion",
                                   "preferredTransport", "capabilities"}) {
      (void)find("{\"" + name + "\":" + value + "}").has_value();
    }
    (void)find("{\"capabilities\":{\"extensions\":" + value + ",\"streaming\":" + value + "}}").has_value();
  }
  EXPECT_FALSE(find(R"({"capabilities":{"streaming":"true"}})")->streaming);
}

a2a::Result<UpstreamEndpoint> find_by_websocket(const std::string& card,
                                                std::optional<Version> version = {}) {
  AgentConfig agent;
  agent.upstream_websocket = true;
  agent.upstream_url = "http://agent:9001/ws";
  agent.upstream_version = version;
  return find_endpoint(*a2a::parse_tree(card), agent);
}

TEST(FindEndpoint, OverWebSocketIsTheConfiguredUrlInTheVersionOfItsInterface) {
  const std::string uri = R"("https://schemagate.dev/bindings/websocket/v1")";
  const std::string v1_0 =
      R"({"supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},
    {"url":"wss://other/ws","protocolBinding":)" +
      uri + R"(,"protocolVersion":"VERSION","tenant":"t1"}]})";
  std::string old = v1_0;
  old.replace(old.find("VERSION"), 7, "0.3");
  std::string current = v1_0;
  current.replace(current.find("VERSION"), 7, "1.0");
  const std::vector<std::pair<std::string, Version>> cards{
      {current, Version::kV1_0},
      {old, Version::kV0_3},
      {R"({"protocolVersion":"0.3.0","url":"ws://other","preferredTransport":)" + uri + "}", Version::kV0_3},
      {R"({"supportedInterfaces":[],"additionalInterfaces":[{"url":"ws://other","transport":)" + uri + "}]}",
       Version::kV0_3},
      {R"({"protocolVersion":"0.3.0","url":"http://agent:9001/rpc"})", Version::kV0_3},
      {"{}", Version::kV1_0}};
  for (const auto& [card, version] : cards) {
    const auto endpoint = find_by_websocket(card);
    ASSERT_TRUE(endpoint) << card;
    EXPECT_EQ(endpoint->url, "http://agent:9001/ws");
    EXPECT_EQ(endpoint->protocol.binding, Binding::kJsonRpc);
    EXPECT_EQ(endpoint->protocol.version, version) << card;
    EXPECT_EQ(find_by_websocket(card, Version::kV0_3)->protocol.version, Version::kV0_3) << card;
  }
  EXPECT_EQ(find_by_websocket(current)->tenant, "t1");
}

}  // namespace
}  // namespace schemagate
