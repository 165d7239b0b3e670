// load_config(): the section `signing`, and the keys that an agent's card is checked with.
#include <nlohmann/json.hpp>

#include "a2a/signature/key_set.h"
#include "gateway/config/file.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const std::filesystem::path kKeys = SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data";

class LoadSigning : public ConfigFolder {
 protected:
  LoadSigning() {
    for (const char* name : {"p256.pem", "p256.pub.pem", "p384.pem", "ed25519.pem", "sdk_keys.json"}) {
      write(name, read_file(kKeys / name, 1 << 16).value());
    }
  }
  LoadedConfig load_upstream(std::string_view members) const {
    return load("agents: {fight: {upstream: {url: 'http://127.0.0.1:9001', " + std::string(members) + "}}}");
  }
};

TEST_F(LoadSigning, SignsWithTheFirstKeyAndPublishesAll) {
  const auto loaded =
      load_with_agents("signing: {keys: {new: ed25519.pem, old: p256.pub.pem, older: p256.pem}}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const SigningConfig& signing = loaded.config->signing;
  ASSERT_TRUE(signing.signer);
  EXPECT_EQ(signing.signer->id(), "new");
  ASSERT_THAT(signing.keys, SizeIs(3));
  EXPECT_EQ(signing.keys[0].id(), "new");
  EXPECT_EQ(signing.keys[1].id(), "old");
  EXPECT_EQ(signing.keys[2].jwk()["x"], signing.keys[1].jwk()["x"]) << "the public half of a private key";
}

TEST_F(LoadSigning, SignsNothingUnlessItIsTold) {
  for (const char* text : {"", "signing: {}", "signing: {keys: {}}"}) {
    const auto loaded = load_with_agents(text);
    ASSERT_TRUE(loaded.config) << text;
    EXPECT_FALSE(loaded.config->signing.signer);
    EXPECT_THAT(loaded.config->signing.keys, IsEmpty());
  }
}

TEST_F(LoadSigning, RefusesKeysThatCannotSign) {
  for (const auto& [keys, path, reason] :
       {std::tuple("k: p256.pub.pem", "signing.keys.k", "PEM block"),
        std::tuple("k: p384.pem", "signing.keys.k", "P-256"),
        std::tuple("k: sdk_keys.json", "signing.keys.k", "PEM block"),
        std::tuple("k: none.pem", "signing.keys.k", "does not exist"),
        std::tuple("'a b': p256.pem", "signing.keys.a b", "letters, digits")}) {
    const auto loaded = load_with_agents("signing: {keys: {" + std::string(keys) + "}}");
    EXPECT_FALSE(loaded.config);
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, path, 2, reason))) << keys;
  }
}

TEST_F(LoadSigning, ReadsTheKeysOfAnAgentsCard) {
  const auto required = load_upstream("card_keys: sdk_keys.json");
  ASSERT_TRUE(required.config) << testing::PrintToString(required.problems);
  EXPECT_THAT(required.config->agents[0].card_keys, SizeIs(2));
  EXPECT_TRUE(required.config->agents[0].card_signature_required);
  const auto optional = load_upstream("card_keys: sdk_keys.json, card_signature: optional");
  ASSERT_TRUE(optional.config);
  EXPECT_FALSE(optional.config->agents[0].card_signature_required);
}

TEST_F(LoadSigning, RefusesAKeySetThatIsNone) {
  EXPECT_THAT(load_upstream("card_keys: p256.pem").problems,
              ElementsAre(IsProblem(true, "agents.fight.upstream.card_keys", 1, "JSON")));
  EXPECT_THAT(load_upstream("card_keys: none.json").problems,
              ElementsAre(IsProblem(true, "agents.fight.upstream.card_keys", 1, "does not exist")));
  EXPECT_THAT(load_upstream("card_signature: optional").problems,
              ElementsAre(IsProblem(false, "agents.fight.upstream.card_signature", 1, "without card_keys")));
}

}  // namespace
}  // namespace schemagate
