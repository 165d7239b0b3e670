// load_config(): the section `ledger`.
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using LoadLedger = ConfigFolder;

TEST_F(LoadLedger, StandsBesideTheConfigurationUnlessItIsToldElse) {
  EXPECT_EQ(load_with_agents("").config->ledger.path, (folder_ / "gateway.ledger").string());
  EXPECT_EQ(load_with_agents("ledger: {path: other}").config->ledger.path, (folder_ / "other").string());
  EXPECT_EQ(load_with_agents("ledger: {path: /tmp/other}").config->ledger.path, "/tmp/other");
  EXPECT_EQ(load_with_agents("ledger: {store: memory}").config->ledger.path, "");
}

TEST_F(LoadLedger, ReadsLimitsAndKeysInTheirOrder) {
  write("new.key", std::string(64, 'a') + "\n");
  write("old.key", std::string(32, '0') + std::string(32, 'F'));
  const auto loaded =
      load_with_agents("ledger: {keys: {k2: new.key, k1: old.key}, file_size: 2MiB, queue: 3MiB}");
  ASSERT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
  const LedgerConfig& ledger = loaded.config->ledger;
  EXPECT_EQ(ledger.file_bytes_max, 2u << 20);
  EXPECT_EQ(ledger.queue_bytes_max, 3u << 20);
  ASSERT_THAT(ledger.keys, SizeIs(2));
  EXPECT_EQ(ledger.keys[0].id, "k2");
  EXPECT_EQ(ledger.keys[0].secret, std::vector<std::uint8_t>(32, 0xaa));
  EXPECT_EQ(ledger.keys[1].secret.front(), 0);
  EXPECT_EQ(ledger.keys[1].secret.back(), 0xff);
}

TEST_F(LoadLedger, RefusesKeysThatAreNone) {
  write("short.key", std::string(63, 'a'));
  write("words.key", std::string(64, 'x'));
  write("good.key", std::string(64, 'a'));
  for (const auto& [keys, path, reason] :
       {std::tuple("k: short.key", "ledger.keys.k", "64 hexadecimal digits"),
        std::tuple("k: words.key", "ledger.keys.k", "openssl rand"),
        std::tuple("k: none.key", "ledger.keys.k", "does not exist"),
        std::tuple("'a b': good.key", "ledger.keys.a b", "letters, digits")}) {
    const auto loaded = load_with_agents("ledger: {keys: {" + std::string(keys) + "}}");
    EXPECT_FALSE(loaded.config);
    EXPECT_THAT(loaded.problems, Contains(IsProblem(true, path, 2, reason))) << keys;
  }
}

TEST_F(LoadLedger, RefusesAPathThatCannotBe) {
  EXPECT_THAT(load_with_agents("ledger: {path: none/ledger}").problems,
              ElementsAre(IsProblem(true, "ledger.path", 2, "folder")));
  EXPECT_THAT(load_with_agents("ledger: {path: .}").problems,
              ElementsAre(IsProblem(true, "ledger.path", 2, "found a folder")));
  EXPECT_THAT(load_with_agents("ledger: {store: postgres}").problems, testing::Not(IsEmpty()));
}

}  // namespace
}  // namespace schemagate
