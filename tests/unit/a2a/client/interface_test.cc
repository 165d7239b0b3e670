#include <gtest/gtest.h>

#include "a2a/client/card.h"

namespace schemagate::a2a::client {
namespace {

using wire::Version;

Outcome<AgentInterface> select(std::string_view card, std::optional<Version> version = std::nullopt) {
  JsonDocument document;
  auto root = document.parse(card);
  EXPECT_TRUE(root);
  return select_interface(*root, "http://host/.well-known/agent-card.json", version);
}

constexpr std::string_view kHybrid = R"({"name":"x","url":"http://host/v03","protocolVersion":"0.3.0",
  "preferredTransport":"JSONRPC","capabilities":{"streaming":true},"supportedInterfaces":[
  {"url":"http://host/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
  {"url":"http://host/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t"}]})";

TEST(AgentInterface, PrefersVersion1OfAHybridCardInTheOrderOfTheCard) {
  auto interface = select(kHybrid);
  ASSERT_TRUE(interface);
  EXPECT_EQ(*interface,
            (AgentInterface{"http://host/rest", Version::kV1_0, "", true, wire::Binding::kHttpJson}));
}

TEST(AgentInterface, TakesTheOtherVersionWhenAsked) {
  auto interface = select(kHybrid, Version::kV0_3);
  ASSERT_TRUE(interface);
  EXPECT_EQ(*interface, (AgentInterface{"http://host/v03", Version::kV0_3, "", true}));
}

TEST(AgentInterface, ReadsAnAdditionalInterfaceOfVersion03) {
  auto interface = select(R"({"url":"http://host/grpc","preferredTransport":"GRPC","protocolVersion":"0.3.0",
    "additionalInterfaces":[{"url":"/rpc","transport":"JSONRPC"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/rpc");
  EXPECT_EQ(interface->version, Version::kV0_3);
  EXPECT_FALSE(interface->streaming);
}

TEST(AgentInterface, IsHttpJsonWhereThereIsNoJsonRpc) {
  auto interface = select(R"({"supportedInterfaces":[
    {"url":"/old","protocolBinding":"HTTP+JSON","protocolVersion":"0.3"},
    {"url":"/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/rest");
  EXPECT_EQ(interface->binding, wire::Binding::kHttpJson);
  interface = select(R"({"url":"/old","preferredTransport":"HTTP+JSON"})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->binding, wire::Binding::kHttpJson);
}

TEST(AgentInterface, TakesAnOldCardForVersion03) {
  EXPECT_EQ(select(R"({"url":"http://host/a"})")->version, Version::kV0_3);
  EXPECT_EQ(select(R"({"url":"http://host/a","protocolVersion":"0.2.6"})")->version, Version::kV0_3);
}

TEST(AgentInterface, ReadsVersion03AmongSupportedInterfaces) {
  auto interface = select(R"({"supportedInterfaces":[
    {"url":"http://host/a","protocolBinding":"jsonrpc","protocolVersion":"0.3"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->version, Version::kV0_3);
}

TEST(AgentInterface, BelievesTheCallerMoreThanTheCard) {
  auto interface = select(R"({"url":"http://host/a","protocolVersion":"0.3.0"})", Version::kV1_0);
  ASSERT_TRUE(interface);
  EXPECT_EQ(*interface, (AgentInterface{"http://host/a", Version::kV1_0, "", false}));
}

TEST(AgentInterface, IsOfTheNewVersionWhateverItsBinding) {
  auto interface = select(R"({"url":"/old","supportedInterfaces":[
    {"url":"/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/rest");
  EXPECT_EQ(interface->protocol(), (wire::Protocol{wire::Binding::kHttpJson, Version::kV1_0}));
}

TEST(AgentInterface, IsOneThatCanBeCalled) {
  auto interface = select(R"({"supportedInterfaces":[
    {"url":"localhost:11000","protocolBinding":"JSONRPC"},{"url":"/b","protocolBinding":"JSONRPC"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/b");
}

TEST(AgentInterface, IsTheFirstOfSeveral) {
  auto interface = select(R"({"supportedInterfaces":[
    {"url":"","protocolBinding":"JSONRPC"},
    {"url":"/a","protocolBinding":"JSONRPC"},
    {"url":"/b","protocolBinding":"JSONRPC"}]})");
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/a") << "one without a URL is passed over";
  EXPECT_EQ(interface->version, Version::kV1_0) << "which v1.0 interfaces are when they do not say";
}

TEST(AgentInterface, InTheVersionThatTheCallerWantsIsTheOneThatDeclaresIt) {
  auto interface = select(R"({"url":"/new","protocolVersion":"1.0","additionalInterfaces":[
    {"url":"/rest","transport":"HTTP+JSON"}],"supportedInterfaces":[
    {"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]})",
                          Version::kV0_3);
  ASSERT_TRUE(interface);
  EXPECT_EQ(interface->url, "http://host/rpc");
}

TEST(AgentInterface, StreamsOnlyWhenTheCardSaysSo) {
  for (const auto& [capabilities, streams] : {std::pair(R"({"streaming":true})", true),
                                              {R"({"streaming":false})", false},
                                              {R"({"streaming":"true"})", false},
                                              {"{}", false},
                                              {"7", false}}) {
    auto interface = select(R"({"url":"/a","capabilities":)" + std::string(capabilities) + "}");
    ASSERT_TRUE(interface) << capabilities;
    EXPECT_EQ(interface->streaming, streams) << capabilities;
  }
}

TEST(AgentInterface, IsFoundRelativeToTheCard) {
  JsonDocument document;
  const auto root = document.parse(R"({"url":"/a"})");
  ASSERT_TRUE(root);
  EXPECT_EQ(select_interface(*root, "https://h:8443/x/card.json?y")->url, "https://h:8443/a");
  const auto lost = select_interface(*root, "card.json");
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().cause, Cause::kArgument);
}

TEST(CardLimits, BoundTheCardAndLetItBeDeep) {
  EXPECT_EQ(card_limits(10).bytes_max, 10u);
  EXPECT_EQ(card_limits().bytes_max, FetchOptions{}.card_bytes_max);
  JsonDocument document;
  const std::string deep = std::string(60, '[') + std::string(60, ']');
  EXPECT_TRUE(document.parse(deep, card_limits()));
}

class UselessCard : public testing::TestWithParam<std::string> {};

TEST_P(UselessCard, GivesAProtocolFailure) {
  auto interface = select(GetParam());
  ASSERT_FALSE(interface);
  EXPECT_EQ(interface.error().cause, Cause::kProtocol);
}

INSTANTIATE_TEST_SUITE_P(
    AgentInterface, UselessCard,
    testing::Values("{}", "[]", "7", R"({"url":7})", R"({"supportedInterfaces":7})",
                    R"({"supportedInterfaces":[7]})",
                    R"({"supportedInterfaces":[{"url":"http://a","protocolBinding":"GRPC"}]})",
                    R"({"supportedInterfaces":[{"url":"http://a","protocolBinding":"JSONRPC",
                        "protocolVersion":"2.0"}]})",
                    R"({"url":"ftp://a"})", R"({"url":"relative/path"})",
                    R"({"url":"http://a/","preferredTransport":"GRPC"})"));

}  // namespace
}  // namespace schemagate::a2a::client
