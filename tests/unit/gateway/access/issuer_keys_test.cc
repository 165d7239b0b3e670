// Where an issuer's keys come from, and when they are read again.
#include "gateway/access/issuer_keys.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/gateway/access/scripted_keys.h"

namespace schemagate::access {
namespace {

using testing::HasSubstr;

class IssuerKeysTest : public testing::Test {
 protected:
  const TokenMaker maker_;
  StoppedClock clock_;
  const Log log_{LogLevel::kOff};
  ScriptedIssuer issuer_;
};

TEST_F(IssuerKeysTest, HasNoneUntilTheyAreRead) {
  const IssuerKeys keys(issuer_.options(), clock_, log_);
  EXPECT_EQ(keys.current(), nullptr);
  EXPECT_EQ(keys.generation(), 0U);
  issuer_.publish(maker_.key_set());
  EXPECT_TRUE(comes_true([&] { return keys.current() != nullptr; })) << "tries again by itself";
  EXPECT_EQ(keys.current()->size(), 3U);
  EXPECT_EQ(keys.generation(), 1U);
}

TEST_F(IssuerKeysTest, KeepsTheKeysThatItHasWhenTheyCannotBeReadAgain) {
  issuer_.publish(maker_.key_set());
  const IssuerKeys keys(issuer_.options(std::chrono::milliseconds(1)), clock_, log_);
  ASSERT_TRUE(comes_true([&] { return keys.generation() == 1; }));
  for (const char* bad : {"", "<html>", R"({"keys":[]})"}) {
    issuer_.publish(bad);
    const int before = issuer_.readings();
    ASSERT_TRUE(comes_true([&] { return issuer_.readings() > before + 1; }));
    EXPECT_EQ(keys.generation(), 1U) << bad;
    EXPECT_EQ(keys.current()->size(), 3U) << bad;
  }
}

TEST_F(IssuerKeysTest, TakesKeysThatHaveChangedWhenItIsTime) {
  issuer_.publish(maker_.key_set());
  const IssuerKeys keys(issuer_.options(std::chrono::milliseconds(1)), clock_, log_);
  ASSERT_TRUE(comes_true([&] { return keys.generation() == 1; }));
  issuer_.publish(R"({"keys":[)" + maker_.ed_jwk() + "]}");
  ASSERT_TRUE(comes_true([&] { return keys.generation() == 2; }));
  EXPECT_EQ(keys.current()->size(), 1U);
}

TEST_F(IssuerKeysTest, UnknownKeysHaveThemReadOnceAMinuteHoweverManyAsk) {
  issuer_.publish(maker_.key_set());
  IssuerKeys keys(issuer_.options(), clock_, log_);
  ASSERT_TRUE(comes_true([&] { return keys.generation() == 1; }));
  for (int i = 0; i < 1'000; ++i) keys.ask_for_new();
  ASSERT_TRUE(comes_true([&] { return issuer_.readings() == 2; }));
  clock_.passed += std::chrono::seconds(59);
  for (int i = 0; i < 1'000; ++i) keys.ask_for_new();
  clock_.passed += std::chrono::seconds(1);
  issuer_.publish(R"({"keys":[)" + maker_.ed_jwk() + "]}");
  keys.ask_for_new();
  ASSERT_TRUE(comes_true([&] { return keys.generation() == 2; }));
  EXPECT_EQ(issuer_.readings(), 3) << "nothing was read within the minute";
}

TEST_F(IssuerKeysTest, ReadsThemFromAFile) {
  const auto path =
      std::filesystem::path(testing::TempDir()) / ("keys-" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << maker_.key_set();
  EXPECT_EQ(fetch_key_set(KeyFile{path}, "", {}).value(), maker_.key_set());
  std::ofstream(path) << std::string(kTokenKeysBytesMax + 1, ' ');
  EXPECT_THAT(fetch_key_set(KeyFile{path}, "", {}).error().message, HasSubstr("too large"));
  std::filesystem::remove(path);
  EXPECT_THAT(fetch_key_set(KeyFile{path}, "", {}).error().message, HasSubstr("no file"));
  EXPECT_THAT(fetch_key_set(KeyFile{"/dev/zero"}, "", {}).error().message, HasSubstr("no file"));
}

TEST_F(IssuerKeysTest, FetchesByHttpsOrFromThisMachineOnly) {
  for (const char* url :
       {"https://login.example/keys", "http://127.0.0.1:9/keys", "http://localhost:9/", "http://[::1]:9/"})
    EXPECT_TRUE(is_safe_key_url(url)) << url;
  for (const char* url :
       {"http://login.example/keys", "http://127.0.0.1.evil.example/", "http://10.0.0.1/", "ftp://127.0.0.1/",
        "file:///etc/passwd", "", "http://1271.0.0.1/", "http://127.0.0.1@evil.example/"})
    EXPECT_FALSE(is_safe_key_url(url)) << url;
  EXPECT_THAT(fetch_key_set(KeySetUrl{"http://login.example/keys"}, "", {}).error().message,
              HasSubstr("neither https"));
}

}  // namespace
}  // namespace schemagate::access
