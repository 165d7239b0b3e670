// Files with secrets that others than their owner can read or change are warned of, wherever they are named.
#include <algorithm>

#include "tests/certificates/test_ca.h"
#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

using std::filesystem::perms;

class KeyAccess : public ConfigFolder {
 protected:
  KeyAccess() {
    write("a.key", std::string(64, 'a'));
    write("b.key", std::string(64, 'b'));
  }
  // What is warned of a file of that mode: "read", "change", or nothing.
  std::string warning(const std::string& file, const std::string& yaml, unsigned mode) const {
    std::filesystem::permissions(folder_ / file, perms(mode));
    const auto loaded = load(yaml);
    EXPECT_TRUE(loaded.config) << testing::PrintToString(loaded.problems);
    for (const ConfigProblem& problem : loaded.problems) {
      if (problem.fatal || !problem.message.contains("than its owner can ")) continue;
      EXPECT_TRUE(problem.message.contains(file)) << problem.message;
      EXPECT_TRUE(problem.message.ends_with("chmod 600"));
      return problem.message.contains("can read") ? "read" : "change";
    }
    return "";
  }
  static std::string with(const std::string& members) { return std::string(kAgents) + members; }
  // Where the file is named, that is what is warned of it.
  void expect_warned(const std::string& file, const std::string& yaml) const {
    EXPECT_EQ(warning(file, yaml, 0600), "") << yaml;
    EXPECT_EQ(warning(file, yaml, 0640), "read") << yaml;
  }
};

TEST_F(KeyAccess, IsTheOwnersAloneOrWarnedOf) {
  const std::string yaml = with("ledger: {keys: {k: a.key}}");
  for (const unsigned mode : {0600u, 0400u, 0700u, 0611u})
    EXPECT_EQ(warning("a.key", yaml, mode), "") << mode;
  for (const unsigned mode : {0640u, 0604u, 0444u}) EXPECT_EQ(warning("a.key", yaml, mode), "read") << mode;
  for (const unsigned mode : {0620u, 0602u, 0666u}) EXPECT_EQ(warning("a.key", yaml, mode), "change") << mode;
}

TEST_F(KeyAccess, IsLookedAtForEachKindOfSecret) {
  const TestCa ca;
  const auto files = ca.issue();
  std::filesystem::copy_file(files.key, folder_ / "tls.key");
  std::filesystem::copy_file(files.certificate, folder_ / "tls.pem");
  std::filesystem::copy_file(SCHEMAGATE_SOURCE_DIR "/tests/unit/a2a/signature/data/p256.pem",
                             folder_ / "sign.pem");
  expect_warned("tls.key",
                with("listeners: {l: {address: '127.0.0.1:0', certificates: {c: {cert: tls.pem, key: "
                     "tls.key}}}}"));
  expect_warned("sign.pem", with("signing: {keys: {k: sign.pem}}"));
  expect_warned("b.key", with("push: {signing_keys: {hooks.example: b.key}}"));
  expect_warned("b.key",
                "agents: {f: {upstream: {url: 'https://a.example', headers: {X-Key: {file: b.key}}}}}");
  expect_warned("tls.key",
                "agents: {f: {upstream: {url: 'https://a.example', tls: {cert: tls.pem, key: tls.key}}}}");
}

TEST_F(KeyAccess, OfACertificateIsEverybodys) {
  const TestCa ca;
  const auto files = ca.issue();
  std::filesystem::copy_file(files.certificate, folder_ / "tls.pem");
  const std::string yaml = with(
      "listeners: {l: {address: '127.0.0.1:0', certificates: {c: {cert: tls.pem, key: " + files.key + "}}}}");
  EXPECT_EQ(warning("tls.pem", yaml, 0644), "");
}

}  // namespace
}  // namespace schemagate
