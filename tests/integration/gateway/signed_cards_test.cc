// Cards that the gateway signs, and signatures of agents' cards: X-5, pitfall 13.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "a2a/signature/card.h"
#include "a2a/signature/digest.h"
#include "a2a/signature/key_set.h"
#include "tests/integration/gateway/api_keys.h"
#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::signature::CardForm;
using a2a::signature::SignatureStatus;

const std::string kKeys = SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/";
constexpr const char* kSignedCard = "/fight/.well-known/agent-card.json";
constexpr const char* kKeySet = "/.well-known/jwks.json";
const Json kSigning = {
    {"signing", {{"keys", {{"new", kKeys + "p256.pem"}, {"old", kKeys + "ed25519.pem"}}}}}};

// The only one of its test; lasts as long as the object.
class KeySetFile {
 public:
  explicit KeySetFile(const std::string& text)
      : path_(testing::TempDir() + "schemagate-" + std::to_string(::getpid()) + ".jwks.json") {
    std::ofstream(path_) << text;
  }
  KeySetFile(const KeySetFile&) = delete;
  KeySetFile& operator=(const KeySetFile&) = delete;
  ~KeySetFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

a2a::signature::PrivateKey agents_key() {
  std::ostringstream pem;
  pem << std::ifstream(kKeys + "ed25519.pem").rdbuf();
  return a2a::signature::PrivateKey::from_pem("agent", pem.str()).value();
}

std::vector<a2a::signature::CheckedSignature> check(const HttpMessage& card, const HttpMessage& keys) {
  return check_signatures(a2a::parse_tree(card.body).value(),
                          a2a::signature::parse_key_set(keys.body).value())
      .value();
}

TEST(SignedCards, VerifyWithTheKeysThatTheGatewayServes) {
  ScriptedAgent agent;
  const RunningGateway gateway(agent, kSigning);
  const auto client = gateway.client();
  const HttpMessage keys = client.request("GET", kKeySet);
  EXPECT_EQ(keys.status(), 200);
  EXPECT_EQ(keys.header("Content-Type"), "application/jwk-set+json");
  EXPECT_TRUE(keys.header("Cache-Control").contains("max-age"));
  EXPECT_EQ(keys.json()["keys"].size(), 2U) << "the retired key is published, too";
  EXPECT_FALSE(keys.body.contains("\"d\"")) << "nothing private";
  for (const Headers& headers :
       {Headers{}, Headers{{"A2A-Version", "1.0"}}, Headers{{"A2A-Version", "0.3"}}}) {
    const auto checked = check(client.request("GET", kSignedCard, headers), keys);
    ASSERT_FALSE(checked.empty());
    for (const auto& each : checked) {
      EXPECT_EQ(each.status, SignatureStatus::kValid) << each.reason;
      EXPECT_EQ(each.key_id, "new");
      EXPECT_TRUE(each.key_set_url.ends_with(":" + std::to_string(gateway.port()) + kKeySet));
    }
  }
}

TEST(SignedCards, AreSignedWithTheGatewaysSecuritySchemes) {
  ScriptedAgent agent;
  agent.change_card({{"securitySchemes", {{"own", {{"type", "http"}, {"scheme", "basic"}}}}}});
  Json changes = with_api_keys({"alice"});
  changes["rules"] = {{"fighters", {{"scopes", {"fight"}}, {"skills", {"fight-comparison"}}}}};
  changes.merge_patch(kSigning);
  const RunningGateway gateway(agent, changes);
  const auto client = gateway.client();
  const HttpMessage keys = client.request("GET", kKeySet);
  for (const Headers& headers :
       {Headers{}, Headers{{"A2A-Version", "1.0"}}, Headers{{"A2A-Version", "0.3"}}}) {
    const HttpMessage card = client.request("GET", kSignedCard, headers);
    EXPECT_TRUE(card.json()["securitySchemes"].contains("apiKey")) << card.body;
    EXPECT_FALSE(card.json()["securitySchemes"].contains("own"));
    EXPECT_TRUE(card.body.contains("\"fight\"")) << "the skill's scope";
    const auto checked = check(card, keys);
    ASSERT_FALSE(checked.empty());
    for (const auto& each : checked) EXPECT_EQ(each.status, SignatureStatus::kValid) << each.reason;
    HttpMessage changed = card;
    changed.body.replace(changed.body.find("X-API-Key"), 9, "X-Api-Kex");
    // The form of the SDKs leaves out the members of the other version.
    EXPECT_TRUE(std::ranges::any_of(
        check(changed, keys), [](const auto& each) { return each.status == SignatureStatus::kInvalid; }));
  }
}

TEST(SignedCards, BindTheSchemasInBothPlaces) {
  ScriptedAgent agent;
  const RunningGateway gateway(agent, kSigning);
  const HttpMessage keys = gateway.client().request("GET", kKeySet);
  const auto trusted = a2a::signature::parse_key_set(keys.body).value();
  const JsonTree card = a2a::parse_tree(gateway.client().request("GET", kSignedCard).body).value();
  JsonTree root_changed = card;
  root_changed["schemas"]["fightResponse"]["title"] = "another";
  EXPECT_EQ(check_signatures(root_changed, trusted).value()[0].status, SignatureStatus::kInvalid);
  JsonTree params_changed = card;
  for (JsonTree& extension : params_changed["capabilities"]["extensions"]) {
    extension["params"]["schemas"]["fightResponse"]["title"] = "another";
  }
  const auto checked = check_signatures(params_changed, trusted).value();
  for (const auto& each : checked) EXPECT_EQ(each.status, SignatureStatus::kInvalid);
  const JsonTree& params = card["capabilities"]["extensions"][0]["params"];
  EXPECT_EQ(params["schemasDigest"], a2a::signature::digest_of(params["schemas"]).value());
}

TEST(SignedCards, AnswerNotModifiedToTheirTag) {
  ScriptedAgent agent;
  const RunningGateway gateway(agent, kSigning);
  for (const char* path : {kSignedCard, kKeySet}) {
    const std::string tag = gateway.client().request("GET", path).header("ETag");
    EXPECT_EQ(gateway.client().request("GET", path, {{"If-None-Match", tag}}).status(), 304) << path;
    EXPECT_EQ(gateway.client().request("POST", path).status(), 405) << path;
  }
}

TEST(SignedCards, AreNotMadeWithoutAKey) {
  ScriptedAgent agent;
  agent.change_card({{"signatures", Json::array({{{"protected", "e30"}, {"signature", "AA"}}})}});
  const RunningGateway gateway(agent);
  EXPECT_FALSE(gateway.client().request("GET", kSignedCard).json().contains("signatures"));
  EXPECT_EQ(gateway.client().request("GET", kKeySet).status(), 404);
}

TEST(AgentsSignature, IsCheckedAndReplacedByTheGateways) {
  const auto key = agents_key();
  const KeySetFile keys(a2a::signature::format_key_set(std::vector{key.public_key()}));
  for (const bool altered : {false, true}) {
    ScriptedAgent agent;
    agent.change_card({{"name", "Signed agent"}});
    JsonTree card = a2a::parse_tree(agent.card()).value();
    ASSERT_TRUE(a2a::signature::sign_card(card, key, ""));
    agent.change_card({{"signatures", Json::parse(a2a::dump_tree(card["signatures"]))}});
    if (altered) agent.change_card({{"version", "6.6.6"}});
    Json changes = upstream_change({{"card_keys", keys.path()}});
    changes.update(kSigning);
    const RunningGateway gateway(agent, changes);
    const HttpMessage published = gateway.client().request("GET", kSignedCard);
    EXPECT_EQ(published.status(), altered ? 503 : 200);
    if (altered) continue;
    for (const auto& each : check(published, gateway.client().request("GET", kKeySet))) {
      EXPECT_EQ(each.key_id, "new");
    }
  }
}

TEST(AgentsSignature, MayBeMissingWhereItIsOptional) {
  const KeySetFile keys(a2a::signature::format_key_set(std::vector{agents_key().public_key()}));
  ScriptedAgent agent;
  EXPECT_EQ(RunningGateway(agent, upstream_change({{"card_keys", keys.path()}}))
                .client()
                .request("GET", kSignedCard)
                .status(),
            503);
  const RunningGateway gateway(agent,
                               upstream_change({{"card_keys", keys.path()}, {"card_signature", "optional"}}));
  EXPECT_EQ(gateway.client().request("GET", kSignedCard).status(), 200);
}

}  // namespace
}  // namespace schemagate
