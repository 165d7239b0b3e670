// The section context_sources: whose contexts are read.
#include <gmock/gmock.h>

#include "tests/unit/gateway/config/config_folder.h"

namespace schemagate {
namespace {

class ContextSourcesFile : public ConfigFolder {
 protected:
  LoadedConfig load_source(const std::string& members) const {
    return load("agents: {a: {upstream: {url: 'http://127.0.0.1:1'}}}\ncontext_sources: {s: {" + members +
                "}}\n");
  }
  std::string problem_of(const std::string& members) const {
    const auto loaded = load_source(members);
    return loaded.problems.empty() ? ""
                                   : loaded.problems.front().path + ": " + loaded.problems.front().message;
  }
};

TEST_F(ContextSourcesFile, ReadsWhereAndWithWhat) {
  const auto loaded = load_source(
      "origin: 'https://Store.example:8443', headers: {Authorization: {value: secret, prefix: 'Bearer '}}, "
      "allow: [10.0.0.0/8], timeout: 2s");
  ASSERT_TRUE(loaded.config) << loaded.problems.front().message;
  ASSERT_EQ(loaded.config->context_sources.size(), 1U);
  const ContextSource& source = loaded.config->context_sources.front();
  EXPECT_EQ(source.origin.origin(), "https://store.example:8443");
  EXPECT_EQ(source.headers.front().value.value(), "Bearer secret");
  EXPECT_TRUE(source.guard.allows(*net::IpAddress::parse("10.1.2.3")));
  EXPECT_FALSE(source.guard.allows(*net::IpAddress::parse("127.0.0.1")));
  EXPECT_TRUE(source.requires_digest);
  EXPECT_EQ(source.timeout, std::chrono::seconds(2));
}

TEST_F(ContextSourcesFile, AnOriginIsAnOriginAndPrivate) {
  EXPECT_THAT(problem_of(""), testing::HasSubstr("origin is missing"));
  EXPECT_THAT(problem_of("origin: 'https://a/contexts'"), testing::HasSubstr("with nothing behind them"));
  EXPECT_THAT(problem_of("origin: 'https://a?x'"), testing::HasSubstr("with nothing behind them"));
  EXPECT_THAT(problem_of("origin: 'http://a'"), testing::HasSubstr("expected https"));
  EXPECT_EQ(problem_of("origin: 'http://a', plain_http: true"), "");
  EXPECT_EQ(problem_of("origin: 'http://127.0.0.1:9', allow: [127.0.0.0/8]"), "");
  const auto twice = load(
      "agents: {a: {upstream: {url: 'http://127.0.0.1:1'}}}\n"
      "context_sources: {s: {origin: 'https://a'}, t: {origin: 'https://A:443'}}\n");
  ASSERT_FALSE(twice.config);
  EXPECT_THAT(twice.problems.front().message, testing::HasSubstr("another source has the same"));
}

TEST_F(ContextSourcesFile, AnAddressThatIsNeverReadIsWarnedOf) {
  for (const char* const origin :
       {"http://127.0.0.1:9", "http://localhost:9", "https://10.1.2.3", "https://[::1]:9"}) {
    const auto loaded = load_source("origin: '" + std::string(origin) + "'");
    EXPECT_TRUE(loaded.config) << origin;
    EXPECT_THAT(problem_of("origin: '" + std::string(origin) + "'"),
                testing::HasSubstr("unless allow names its range"))
        << origin;
  }
  EXPECT_EQ(problem_of("origin: 'https://10.1.2.3', allow: [10.0.0.0/8]"), "");
  EXPECT_EQ(problem_of("origin: 'https://8.8.8.8'"), "");
}

// AC-54
TEST_F(ContextSourcesFile, AStoreHasALabelForWhereItIs) {
  const auto loaded = load_source("origin: 'https://a', residency: eu");
  ASSERT_TRUE(loaded.config) << loaded.problems.front().message;
  EXPECT_EQ(loaded.config->context_sources.front().residency, "eu");
  EXPECT_THAT(problem_of("origin: 'https://a', residency: 'the moon'"),
              testing::HasSubstr("expected a label"));
}

TEST_F(ContextSourcesFile, CredentialsNeedReferencesThatNobodyGuesses) {
  EXPECT_THAT(problem_of("origin: 'https://a', digest: optional, headers: {X-Key: {value: secret}}"),
              testing::AllOf(testing::HasSubstr("cannot be optional beside headers"),
                             testing::Not(testing::HasSubstr("secret"))));
  EXPECT_EQ(problem_of("origin: 'https://a', digest: optional"), "");
  EXPECT_THAT(problem_of("origin: 'https://a', allow: [a.example]"), testing::HasSubstr("address range"));
}

}  // namespace
}  // namespace schemagate
