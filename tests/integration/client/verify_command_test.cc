// `card verify`: what it makes of signatures and of the places that they name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "a2a/signature/card.h"
#include "a2a/signature/digest.h"
#include "a2a/signature/key_set.h"
#include "command_line.h"
#include "scripted_agent.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::signature::PrivateKey;
using testing::HasSubstr;

const std::string kKeyFolder = SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/";

PrivateKey signing_key(const std::string& file) {
  std::ostringstream pem;
  pem << std::ifstream(kKeyFolder + file).rdbuf();
  return PrivateKey::from_pem("key", pem.str()).value();
}

class CardVerify : public testing::Test {
 protected:
  // A card with an interface of v1.0 and an unknown member, so that both forms differ.
  JsonTree signed_card(const std::string& key_set_url) const {
    JsonTree card = {{"name", "n"}, {"x", 1}, {"supportedInterfaces", {{{"url", "/rpc"}}}}};
    EXPECT_TRUE(a2a::signature::sign_card(card, key_, key_set_url));
    return card;
  }
  void serve(const JsonTree& card) { agent_.page("/card.json", {a2a::dump_tree(card)}); }
  void serve_keys(const PrivateKey& key) {
    agent_.page("/keys", {a2a::signature::format_key_set(std::vector{key.public_key()})});
  }
  Finished verify(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"card", "verify", agent_.url("/card.json")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  JsonTree verify_json() const { return a2a::parse_tree(verify({"-o", "json"}).out).value(); }

  const PrivateKey key_ = signing_key("p256.pem");
  ScriptedAgent agent_;
};

TEST_F(CardVerify, TellsWhichKeyAndFormVerified) {
  serve(signed_card(agent_.url("/keys")));
  serve_keys(key_);
  const auto result = verify();
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
  EXPECT_THAT(result.out, HasSubstr("verified  key  ES256  in the form of the specification\n"));
  EXPECT_THAT(result.out, HasSubstr("verified  key  ES256  in the form of the sdk\n"));
  EXPECT_THAT(result.out, HasSubstr("keys  " + agent_.url("/keys") + "\n"));
}

TEST_F(CardVerify, SaysTheSameInJson) {
  serve(signed_card(agent_.url("/keys")));
  serve_keys(key_);
  const JsonTree told = verify_json();
  EXPECT_EQ(told["verified"], true);
  EXPECT_EQ(told["url"], agent_.url("/card.json"));
  EXPECT_EQ(told["keys"][0]["place"], agent_.url("/keys"));
  EXPECT_EQ(told["signatures"][1], JsonTree({{"result", "verified"},
                                             {"form", "sdk"},
                                             {"kid", "key"},
                                             {"alg", "ES256"},
                                             {"jku", agent_.url("/keys")}}));
}

TEST_F(CardVerify, EndsWithOneWhenASignatureIsWrong) {
  JsonTree card = signed_card(agent_.url("/keys"));
  card["x"] = 2;
  serve(card);
  serve_keys(key_);
  EXPECT_EQ(verify().exit_code, 1) << "although the SDKs would not notice";
  EXPECT_THAT(verify().out, HasSubstr("wrong  key  ES256"));
  EXPECT_EQ(verify_json()["verified"], false);
}

// X-5: of what is empty in the schemas, only their digest knows.
TEST_F(CardVerify, SeesSchemasThatTheirDigestDoesNotFit) {
  JsonTree card =
      a2a::parse_tree(R"({"name":"n","supportedInterfaces":[{"url":"/rpc"}],"capabilities":{"extensions":[
      {"uri":"https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1"}]}})")
          .value();
  JsonTree& params = card["capabilities"]["extensions"][0]["params"];
  params["schemas"] = {{"a", {{"type", "object"}}}};
  params["schemasDigest"] = a2a::signature::digest_of(params["schemas"]).value();
  ASSERT_TRUE(a2a::signature::sign_card(card, key_, agent_.url("/keys")));
  serve_keys(key_);
  serve(card);
  EXPECT_EQ(verify().exit_code, 0);
  card["capabilities"]["extensions"][0]["params"]["schemas"]["a"]["const"] = "";
  serve(card);
  EXPECT_EQ(verify().exit_code, 1);
  EXPECT_THAT(verify().out, HasSubstr("do not fit their digest"));
  EXPECT_EQ(verify_json()["schemas"], "altered");
}

TEST_F(CardVerify, EndsWithOneWithoutASignatureThatItCanJudge) {
  JsonTree card = signed_card(agent_.url("/keys"));
  serve(card);
  EXPECT_EQ(verify().exit_code, 1) << "no key set there";
  EXPECT_THAT(verify().out, HasSubstr("HTTP 404"));
  card.erase("signatures");
  serve(card);
  EXPECT_EQ(verify().exit_code, 1);
  EXPECT_THAT(verify().out, HasSubstr("not signed"));
}

// Who forges a card names a key set of his own.
TEST_F(CardVerify, AsksNoOtherOriginForKeysUnlessItIsTold) {
  ScriptedAgent elsewhere;
  elsewhere.page("/keys", {a2a::signature::format_key_set(std::vector{key_.public_key()})});
  serve(signed_card(elsewhere.url("/keys")));
  const auto result = verify();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("another origin"));
  EXPECT_TRUE(elsewhere.seen().empty());
  EXPECT_EQ(verify({"--any-origin"}).exit_code, 0);
}

TEST_F(CardVerify, TrustsTheGivenKeysAlone) {
  serve(signed_card(agent_.url("/keys")));
  serve_keys(key_);
  agent_.page("/other",
              {a2a::signature::format_key_set(std::vector{signing_key("ed25519.pem").public_key()})});
  EXPECT_EQ(verify({"--jwks", agent_.url("/keys")}).exit_code, 0);
  EXPECT_EQ(verify({"--jwks", agent_.url("/other")}).exit_code, 1);
  EXPECT_EQ(verify({"--jwks", kKeyFolder + "sdk_keys.json"}).exit_code, 1) << "none of that id";
}

TEST_F(CardVerify, EndsWithTwoWhenTheKeysCannotBeUsed) {
  serve(signed_card(""));
  EXPECT_EQ(verify({"--jwks", kKeyFolder + "p256.pem"}).exit_code, 2);
  EXPECT_EQ(verify({"--jwks", "/nowhere"}).exit_code, 2);
  EXPECT_EQ(run({"card", "verify"}).exit_code, 2);
  EXPECT_EQ(run({"card"}).exit_code, 2);
}

TEST_F(CardVerify, SendsNoCredentialsForKeys) {
  serve(signed_card(agent_.url("/keys")));
  serve_keys(key_);
  EXPECT_EQ(verify({"--header", "Authorization: secret"}).exit_code, 0);
  for (const SeenRequest& seen : agent_.seen()) {
    EXPECT_EQ(seen.header("Authorization"), seen.path == "/keys" ? "(absent)" : "secret") << seen.path;
  }
}

}  // namespace
}  // namespace schemagate
