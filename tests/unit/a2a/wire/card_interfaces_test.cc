#include "a2a/wire/card_interfaces.h"

#include <gtest/gtest.h>

#include <array>

namespace schemagate::a2a::wire {
namespace {

using Interfaces = std::vector<DeclaredInterface>;

Interfaces read(std::string_view card) {
  JsonDocument document;
  const auto root = document.parse(card);
  EXPECT_TRUE(root) << card;
  return root ? declared_interfaces(*root) : Interfaces();
}

constexpr auto kRpc = Binding::kJsonRpc;
constexpr auto kRest = Binding::kHttpJson;
constexpr auto k03 = Version::kV0_3;
constexpr auto k10 = Version::kV1_0;

TEST(CardInterfaces, OfVersion1KeepTheirOrder) {
  EXPECT_EQ(
      read(R"({"supportedInterfaces":[
    {"url":"http://h/rest","protocolBinding":"HTTP+JSON","protocolVersion":"1.0"},
    {"url":"grpc://h","protocolBinding":"GRPC","protocolVersion":"1.0"},
    {"url":"http://h/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0","tenant":"t"},
    {"url":"http://h/rpc","protocolBinding":"JSONRPC","protocolVersion":"0.3"}]})"),
      (Interfaces{
          {"http://h/rest", kRest, k10}, {"http://h/rpc", kRpc, k10, "t"}, {"http://h/rpc", kRpc, k03}}));
}

// The card of v0.3.0's and v0.2.6's section 5.7, which says 0.2.9.
TEST(CardInterfaces, OfVersion03HaveTheMainOneFirst) {
  EXPECT_EQ(read(R"({"protocolVersion":"0.2.9","url":"https://g.example/a2a/json",
    "preferredTransport":"HTTP+JSON","additionalInterfaces":[
    {"url":"https://g.example/a2a/json","transport":"HTTP+JSON"},
    {"url":"https://g.example/a2a/grpc","transport":"GRPC"},
    {"url":"https://g.example/a2a/v1","transport":"JSONRPC"}]})"),
            (Interfaces{{"https://g.example/a2a/json", kRest, k03},
                        {"https://g.example/a2a/v1", kRpc, k03},
                        {"https://g.example/a2a/json", kRest, k03}}));
}

TEST(CardInterfaces, OfOlderVersionsAreCalledAs03) {
  for (const std::string version : {"0.2", "0.2.5", "0.2.6", "0.2.9", "0.3", "0.3.0", " 0.3.0 "}) {
    EXPECT_EQ(read(R"({"url":"/","preferredTransport":"jsonrpc","protocolVersion":")" + version + "\"}"),
              (Interfaces{{"/", kRpc, k03}}))
        << version;
  }
}

// As SDKs write what is not set.
TEST(CardInterfaces, TakeNullForAbsent) {
  EXPECT_EQ(read(R"({"url":"/a","preferredTransport":null,"additionalInterfaces":null,"protocolVersion":null,
                     "supportedInterfaces":null})"),
            (Interfaces{{"/a", kRpc, k03}}));
  EXPECT_EQ(read(R"({"supportedInterfaces":[{"url":"/a","protocolBinding":null,"tenant":null}]})"),
            (Interfaces{{"/a", kRpc, k10}}));
}

TEST(CardInterfaces, OfAVersionThatIsNotSpokenAreToldAsSuch) {
  EXPECT_EQ(read(R"({"url":"/a","protocolVersion":"0.20"})"), (Interfaces{{"/a", kRpc, std::nullopt}}));
  EXPECT_EQ(read(R"({"supportedInterfaces":[{"url":"/a","protocolVersion":"2.0"}]})"),
            (Interfaces{{"/a", kRpc, std::nullopt}}));
}

TEST(CardInterfaces, OfAHybridCardAreThoseOfBothVersions) {
  EXPECT_EQ(read(R"({"protocolVersion":"0.3.0","url":"/old",
    "supportedInterfaces":[{"url":"/new","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]})"),
            (Interfaces{{"/new", kRpc, k10}, {"/old", kRpc, k03}}));
}

TEST(CardInterfaces, AreOneWithoutAUrlWhereNothingIsSaid) {
  EXPECT_EQ(read("{}"), (Interfaces{{"", kRpc, k03}}));
  EXPECT_EQ(read(R"({"supportedInterfaces":[]})"), Interfaces());
  EXPECT_EQ(read("[]"), Interfaces());
}

TEST(CardInterfaces, SurviveMembersOfAnyType) {
  for (const std::string value :
       {"true", "7", "\"x\"", "[]", "{}", "[1,null,\"x\",[],{}]", "[{\"url\":1}]"}) {
    for (const std::string name :
         {"supportedInterfaces", "additionalInterfaces", "url", "protocolVersion", "preferredTransport"}) {
      (void)read("{\"" + name + "\":" + value + "}");
    }
  }
}

TEST(Binding, IsKnownHoweverItsLettersAreWritten) {
  for (const std::string_view text : {"JSONRPC", "jsonrpc", "JSON-RPC", "JSON_RPC", "JsonRpc 2.0"})
    EXPECT_EQ(parse_binding(text), kRpc) << text;
  for (const std::string_view text : {"HTTP+JSON", "http+json", "HTTP_JSON", "http-json"})
    EXPECT_EQ(parse_binding(text), kRest) << text;
  for (const std::string_view text : {"", "GRPC", "HTTP", "JSON", "REST", "JSONRPC over WebSocket"})
    EXPECT_EQ(parse_binding(text), std::nullopt) << text;
}

const std::array<DeclaredInterface, 5> kOffered{{{"/2", kRpc, std::nullopt},
                                                 {"/03", kRpc, k03},
                                                 {"/rest", kRest, k10},
                                                 {"/rpc", kRpc, k10},
                                                 {"/03b", kRest, k03}}};

TEST(ChosenInterface, IsTheFirstOfTheNewestVersion) {
  EXPECT_EQ(choose_interface(kOffered, std::nullopt)->url, "/rest");
  EXPECT_EQ(choose_interface(std::span(kOffered).first(2), std::nullopt)->url, "/03");
  EXPECT_EQ(choose_interface(std::span(kOffered).first(1), std::nullopt), nullptr);
}

TEST(ChosenInterface, IsTheFirstOfTheWantedVersionElseTheFirst) {
  EXPECT_EQ(choose_interface(kOffered, k03)->url, "/03");
  EXPECT_EQ(choose_interface(kOffered, k10)->url, "/rest");
  EXPECT_EQ(choose_interface(std::span(kOffered).first(2), k10)->url, "/2");
  EXPECT_EQ(choose_interface({}, k10), nullptr);
}

}  // namespace
}  // namespace schemagate::a2a::wire
