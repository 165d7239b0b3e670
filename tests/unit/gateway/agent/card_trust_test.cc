#include "gateway/agent/card_trust.h"

#include <gtest/gtest.h>

#include "a2a/signature/card.h"
#include "gateway/agent/fronted_agent.h"
#include "gateway/config/file.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::signature::PrivateKey;

PrivateKey key_of(const std::string& id) {
  const std::string path = SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/p256.pem";
  return PrivateKey::from_pem(id, read_file(path, 1 << 16).value()).value();
}

JsonTree plain_card() {
  return a2a::parse_tree(
             R"({"name":"Fight","description":"","version":"1","url":"http://old/","schemas":{"a":{}},
                             "defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[],
                             "capabilities":{},
                             "supportedInterfaces":[{"url":"http://a/","protocolBinding":"JSONRPC",
                                                     "protocolVersion":"1.0"}]})")
      .value();
}

JsonTree signed_card(const PrivateKey& key = key_of("theirs")) {
  JsonTree card = plain_card();
  EXPECT_TRUE(a2a::signature::sign_card(card, key, ""));
  return card;
}

AgentConfig config_without_keys() {
  AgentConfig config;
  config.name = "fight";
  config.upstream_url = "http://127.0.0.1:1";
  return config;
}

AgentConfig config_with(const std::string& key_id, bool required) {
  AgentConfig config = config_without_keys();
  config.card_keys = {key_of(key_id).public_key()};
  config.card_signature_required = required;
  return config;
}

TEST(TrustCard, AsksForNothingWithoutKeys) {
  const auto trusted = trust_card(plain_card(), AgentConfig{});
  ASSERT_TRUE(trusted);
  EXPECT_EQ(trusted->finding, "");
  EXPECT_EQ(trusted->card, plain_card());
}

TEST(TrustCard, TakesACardThatVerifiesAsItIs) {
  const auto trusted = trust_card(signed_card(), config_with("theirs", true));
  ASSERT_TRUE(trusted);
  EXPECT_TRUE(trusted->verified);
  EXPECT_EQ(trusted->finding, "verified with theirs in the form specification");
  EXPECT_EQ(trusted->card, plain_card()) << "all of it, without the signatures";
}

// Pitfall 13: the SDKs' signatures say nothing of members that they do not know.
TEST(TrustCard, KeepsOnlyWhatTheSdksFormCovers) {
  JsonTree card = signed_card();
  card["url"] = "http://elsewhere/";
  const auto trusted = trust_card(card, config_with("theirs", true));
  ASSERT_TRUE(trusted);
  EXPECT_EQ(trusted->finding, "verified with theirs in the form sdk");
  EXPECT_FALSE(trusted->card.contains("url"));
  EXPECT_FALSE(trusted->card.contains("schemas"));
  EXPECT_TRUE(trusted->card.contains("skills")) << "empty, and still there";
}

TEST(TrustCard, RefusesWhatDoesNotVerifyAndSaysWhy) {
  JsonTree changed = signed_card();
  changed["name"] = "Fright";
  for (const auto& [card, key, reason] :
       {std::tuple(plain_card(), "theirs", "not signed"), std::tuple(changed, "theirs", "does not fit"),
        std::tuple(signed_card(), "other", "no key of that id")}) {
    const auto refused = trust_card(card, config_with(key, true));
    ASSERT_FALSE(refused) << reason;
    EXPECT_EQ(refused.error().code, a2a::ErrorCode::kInvalidAgentResponse);
    EXPECT_TRUE(refused.error().message.contains(reason)) << refused.error().message;
    const auto taken = trust_card(card, config_with(key, false));
    ASSERT_TRUE(taken) << "not required";
    EXPECT_FALSE(taken->verified);
    EXPECT_TRUE(taken->finding.contains(reason));
    EXPECT_EQ(taken->card, card);
  }
}

TEST(AgentUpdate, KeepsTheLastGoodCardWhenTheNextDoesNotVerify) {
  FrontedAgent agent(config_with("theirs", true));
  ASSERT_TRUE(agent.update(a2a::dump_tree(signed_card()), "http://gw"));
  const auto before = agent.snapshot()->published;
  EXPECT_FALSE(agent.update(a2a::dump_tree(plain_card()), "http://gw"));
  EXPECT_EQ(agent.snapshot()->published, before);
  EXPECT_TRUE(agent.snapshot()->problem->cause.contains("not signed"));
}

TEST(AgentUpdate, SignsEveryVersionWithTheGatewaysKey) {
  const PrivateKey ours = key_of("ours");
  FrontedAgent agent(config_without_keys(), ours);
  ASSERT_TRUE(agent.update(a2a::dump_tree(signed_card()), "http://gw"));
  const auto snapshot = agent.snapshot();
  const PublishedCards& cards = snapshot->published->cards;
  for (const Representation* each : {&cards.hybrid, &cards.v0_3, &cards.v1_0}) {
    const JsonTree card = a2a::parse_tree(each->body).value();
    const auto checked = a2a::signature::check_signatures(card, std::vector{ours.public_key()}).value();
    EXPECT_EQ(checked.size(), each == &cards.v0_3 ? 1u : 2u);
    for (const auto& signature : checked) {
      EXPECT_EQ(signature.status, a2a::signature::SignatureStatus::kValid) << signature.reason;
      EXPECT_EQ(signature.key_id, "ours") << "the agent's own are gone";
      EXPECT_EQ(signature.key_set_url, "http://gw/.well-known/jwks.json");
    }
  }
}

// An ECDSA signature is another one each time: the tag would change with every reading.
TEST(AgentUpdate, KeepsTheTagWhenTheAgentsCardIsTheSame) {
  FrontedAgent agent(config_without_keys(), key_of("ours"));
  const std::string text = a2a::dump_tree(plain_card());
  EXPECT_TRUE(agent.update(text, "http://gw").value().changed);
  const std::string tag = agent.snapshot()->published->cards.v1_0.etag;
  agent.set_problem(card_not_read());
  EXPECT_FALSE(agent.update(text, "http://gw").value().changed);
  EXPECT_EQ(agent.snapshot()->problem, std::nullopt);
  EXPECT_EQ(agent.snapshot()->published->cards.v1_0.etag, tag);
  EXPECT_TRUE(agent.update(text + " ", "http://gw").value().changed);
  EXPECT_NE(agent.snapshot()->published->cards.v1_0.etag, tag);
}

TEST(AgentUpdate, SignsTheCardOfEachPublicAddress) {
  const PrivateKey ours = key_of("ours");
  AgentConfig config = config_without_keys();
  config.public_addresses = {{}, {"https://partners.test", false}};
  FrontedAgent agent(config, ours);
  ASSERT_TRUE(agent.update(a2a::dump_tree(plain_card()), "http://gw"));
  const JsonTree card = a2a::parse_tree(agent.snapshot()->published->cards_at(1).v1_0.body).value();
  const auto checked = a2a::signature::check_signatures(card, std::vector{ours.public_key()}).value();
  ASSERT_FALSE(checked.empty());
  for (const auto& signature : checked) {
    EXPECT_EQ(signature.status, a2a::signature::SignatureStatus::kValid) << signature.reason;
    EXPECT_EQ(signature.key_set_url, "https://partners.test/.well-known/jwks.json");
  }
}

}  // namespace
}  // namespace schemagate
