// Credentials on a request: where an API key goes, and who calls.
#include "gateway/agent/agent_credentials.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace schemagate {
namespace {

using a2a::JsonTree;
using In = ApiKeyPlace::In;

a2a::Result<ApiKeyPlace> place_in(std::string_view card) {
  return find_api_key_place(*a2a::parse_tree(card));
}

TEST(ApiKeyPlace, IsWhereTheCardSaysInEitherVersion) {
  EXPECT_EQ(place_in(R"({"securitySchemes":{"k":{"type":"apiKey","in":"query","name":"key"}}})").value(),
            (ApiKeyPlace{In::kQuery, "key"}));
  EXPECT_EQ(
      place_in(R"({"securitySchemes":{"k":{"apiKeySecurityScheme":{"location":"cookie","name":"sid"}}}})")
          .value(),
      (ApiKeyPlace{In::kCookie, "sid"}));
}

TEST(ApiKeyPlace, IsThatOfTheRequirementsFirst) {
  EXPECT_EQ(place_in(R"({"securitySchemes":{"a":{"type":"apiKey","in":"header","name":"X-A"},
                        "b":{"type":"apiKey","in":"header","name":"X-B"}},"security":[{"b":[]}]})")
                .value(),
            (ApiKeyPlace{In::kHeader, "X-B"}));
}

TEST(ApiKeyPlace, IsNoneWhereTheCardNamesNone) {
  EXPECT_FALSE(place_in("{}"));
  EXPECT_FALSE(place_in(R"({"securitySchemes":{"a":{"type":"http","scheme":"bearer"}}})"));
  EXPECT_FALSE(place_in(R"({"securitySchemes":7,"security":7})"));
}

TEST(ApiKeyPlace, IsNeverAFieldThatTheGatewayWritesItself) {
  for (const std::string name :
       {"Transfer-Encoding", "host", "Content-Length", "Connection", "Keep-Alive", "TE", "Trailer", "Upgrade",
        "Proxy-Connection", "A2A-Version", "Content-Type", "a b", ""}) {
    EXPECT_FALSE(
        place_in(R"({"securitySchemes":{"a":{"type":"apiKey","in":"header","name":")" + name + R"("}}})"))
        << name;
  }
  EXPECT_FALSE(place_in(R"({"securitySchemes":{"a":{"type":"apiKey","in":"cookie","name":"a;b"}}})"));
}

TEST(AddApiKey, WritesItWhereItBelongs) {
  net::UpstreamRequest request;
  add_api_key(request, {In::kHeader, "X-Key"}, "k", "/");
  add_api_key(request, {In::kCookie, "sid"}, "k", "/");
  EXPECT_EQ(request.headers, (std::vector<net::Header>{{"X-Key", "k"}, {"Cookie", "sid=k"}}));
  EXPECT_EQ(request.target, "");
  add_api_key(request, {In::kQuery, "a key"}, "k&1", "/rpc");
  EXPECT_EQ(request.target, "/rpc?a%20key=k%261");
  add_api_key(request, {In::kQuery, "b"}, "2", "/rpc");
  EXPECT_EQ(request.target, "/rpc?a%20key=k%261&b=2");
}

TEST(TokenKey, TellsCallersAndTheirTokensApart) {
  const Principal alice = authenticated("i", {.subject = "alice"});
  const Principal bob = authenticated("i", {.subject = "bob"});
  EXPECT_EQ(token_key(alice, "t"), token_key(alice, "t"));
  EXPECT_NE(token_key(alice, "t"), token_key(alice, "u"));
  EXPECT_NE(token_key(alice, "t"), token_key(bob, "t"));
}

TEST(BearerOf, TakesTheTokenAndNothingElse) {
  EXPECT_EQ(bearer_of("bearer t"), "t");
  EXPECT_EQ(bearer_of("Basic t"), "");
  EXPECT_EQ(bearer_of("Bearer "), "");
}

}  // namespace
}  // namespace schemagate
