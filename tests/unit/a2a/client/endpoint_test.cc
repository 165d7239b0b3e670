#include <gtest/gtest.h>

#include "a2a/client/card.h"

namespace schemagate::a2a::client {
namespace {

using wire::Version;

Outcome<Endpoint> select(std::string_view card, std::optional<Version> version = std::nullopt) {
  JsonDocument document;
  auto root = document.parse(card);
  EXPECT_TRUE(root);
  return select_endpoint(*root, "http://host/.well-known/agent-card.json", version);
}

constexpr std::string_view kHybrid = R"({"name":"x","url":"http://host/v03","protocolVersion":"0.3.0",
  "preferredTransport":"JSONRPC","capabilities":{"streaming":true},"supportedInterfaces":[
  {"url":"http://host/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
  {"url":"http://host/v1","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t"}]})";

TEST(Endpoint, PrefersVersion1OfAHybridCard) {
  auto endpoint = select(kHybrid);
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(*endpoint, (Endpoint{"http://host/v1", Version::kV1_0, "t", true}));
}

TEST(Endpoint, TakesTheOtherVersionWhenAsked) {
  auto endpoint = select(kHybrid, Version::kV0_3);
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(*endpoint, (Endpoint{"http://host/v03", Version::kV0_3, "", true}));
}

TEST(Endpoint, ReadsAnAdditionalInterfaceOfVersion03) {
  auto endpoint = select(R"({"url":"http://host/grpc","preferredTransport":"GRPC","protocolVersion":"0.3.0",
    "additionalInterfaces":[{"url":"/rpc","transport":"JSONRPC"}]})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://host/rpc");
  EXPECT_EQ(endpoint->version, Version::kV0_3);
  EXPECT_FALSE(endpoint->streaming);
}

TEST(Endpoint, IsHttpJsonWhereThereIsNoJsonRpc) {
  auto endpoint = select(R"({"supportedInterfaces":[
    {"url":"/old","protocolBinding":"HTTP+JSON","protocolVersion":"0.3"},
    {"url":"/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}]})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->url, "http://host/rest");
  EXPECT_EQ(endpoint->binding, wire::Binding::kHttpJson);
  endpoint = select(R"({"url":"/old","preferredTransport":"HTTP+JSON"})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->binding, wire::Binding::kHttpJson);
}

TEST(Endpoint, TakesAnOldCardForVersion03) {
  EXPECT_EQ(select(R"({"url":"http://host/a"})")->version, Version::kV0_3);
  EXPECT_EQ(select(R"({"url":"http://host/a","protocolVersion":"0.2.6"})")->version, Version::kV0_3);
}

TEST(Endpoint, ReadsVersion03AmongSupportedInterfaces) {
  auto endpoint = select(R"({"supportedInterfaces":[
    {"url":"http://host/a","protocolBinding":"jsonrpc","protocolVersion":"0.3"}]})");
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(endpoint->version, Version::kV0_3);
}

TEST(Endpoint, BelievesTheCallerMoreThanTheCard) {
  auto endpoint = select(R"({"url":"http://host/a","protocolVersion":"0.3.0"})", Version::kV1_0);
  ASSERT_TRUE(endpoint);
  EXPECT_EQ(*endpoint, (Endpoint{"http://host/a", Version::kV1_0, "", false}));
}

class UselessCard : public testing::TestWithParam<std::string> {};

TEST_P(UselessCard, GivesAProtocolFailure) {
  auto endpoint = select(GetParam());
  ASSERT_FALSE(endpoint);
  EXPECT_EQ(endpoint.error().cause, Cause::kProtocol);
}

INSTANTIATE_TEST_SUITE_P(
    Endpoint, UselessCard,
    testing::Values("{}", "[]", "7", R"({"url":7})", R"({"supportedInterfaces":7})",
                    R"({"supportedInterfaces":[7]})",
                    R"({"supportedInterfaces":[{"url":"http://a","protocolBinding":"GRPC"}]})",
                    R"({"supportedInterfaces":[{"url":"http://a","protocolBinding":"JSONRPC",
                        "protocolVersion":"2.0"}]})",
                    R"({"url":"ftp://a"})", R"({"url":"relative/path"})",
                    R"({"url":"http://a/","preferredTransport":"GRPC"})"));

}  // namespace
}  // namespace schemagate::a2a::client
