// Tokens for an agent: kept, asked for once at a time, got anew, and not asked for without end.
#include "gateway/agent/agent_tokens.h"

#include <gmock/gmock.h>

#include <atomic>
#include <latch>

namespace schemagate {
namespace {

using namespace std::chrono_literals;
using a2a::client::AccessToken;
using a2a::client::Cause;

constexpr auto kPatience = 30s;

// A server that counts, and answers as a test wants it.
struct Server {
  std::atomic<int> asked = 0;
  std::optional<std::chrono::seconds> lifetime = 3600s;
  std::atomic<bool> refuses = false;

  AgentTokensOptions options() {
    return {.fetch = [this](const std::string& subject,
                            const std::stop_token&) -> a2a::client::Outcome<AccessToken> {
      const int count = ++asked;
      if (refuses)
        return a2a::client::failed(Cause::kAgent, "the authorization server refuses it: invalid_client");
      return AccessToken{"t-" + std::to_string(count) + subject, lifetime};
    }};
  }
};

std::string get(AgentTokens& tokens, const TokenWish& wish = {}) {
  const auto token = tokens.wait_for(wish, {}, kPatience);
  return token ? *token : token.error().kind + ": " + token.error().shown;
}

TEST(AgentTokens, KeepsATokenWhileItIsGood) {
  Server server;
  AgentTokens tokens(server.options());
  EXPECT_EQ(get(tokens), "t-1");
  EXPECT_EQ(get(tokens), "t-1");
  EXPECT_EQ(tokens.look({}), AgentTokens::Outcome("t-1")) << "without waiting";
  EXPECT_EQ(server.asked, 1);
}

TEST(AgentTokens, DoesNotAskWithoutEndForOneThatHasExpiredWhenItComes) {
  Server server;
  server.lifetime = 0s;
  AgentTokens tokens(server.options());
  EXPECT_EQ(get(tokens), "t-1");
}

TEST(AgentTokens, GetsANewOneWhileTheOldStillHolds) {
  Server server;
  server.lifetime = 1s;  // asked for anew a fifth of a second before
  AgentTokens tokens(server.options());
  EXPECT_EQ(get(tokens), "t-1");
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (server.asked < 2 && std::chrono::steady_clock::now() < end) {
    (void)tokens.look({});
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(server.asked, 2);
}

TEST(AgentTokens, AsksAtOnceAfterAFailureWhenTheSecretIsAnotherOne) {
  Server server;
  server.refuses = true;
  AgentTokensOptions options = server.options();
  options.first_pause = 1h;
  options.longest_pause = 1h;
  AgentTokens tokens(std::move(options));
  EXPECT_TRUE(get(tokens).starts_with("refused"));
  server.refuses = false;
  EXPECT_TRUE(get(tokens).starts_with("refused"));
  tokens.forget_failures();
  EXPECT_EQ(get(tokens), "t-2");
}

TEST(AgentTokens, AsksOnceForAllWhoWait) {
  std::latch arrived(8);
  std::atomic<int> asked = 0;
  AgentTokens tokens(
      {.fetch = [&](const std::string&, const std::stop_token&) -> a2a::client::Outcome<AccessToken> {
         ++asked;
         arrived.wait();
         return AccessToken{"t", 3600s};
       },
       .threads = 4});
  std::vector<std::jthread> callers;
  for (int i = 0; i < 8; ++i) {
    callers.emplace_back([&] {
      EXPECT_FALSE(tokens.look({}));
      arrived.count_down();
      EXPECT_EQ(get(tokens), "t");
    });
  }
  callers.clear();
  EXPECT_EQ(asked, 1);
}

TEST(AgentTokens, KeepsEachCallersOwn) {
  Server server;
  AgentTokens tokens(server.options());
  EXPECT_EQ(get(tokens, {"alice", "-a"}), "t-1-a");
  EXPECT_EQ(get(tokens, {"bob", "-b"}), "t-2-b");
  EXPECT_EQ(get(tokens, {"alice", "-a"}), "t-1-a");
}

TEST(AgentTokens, SaysWhyThereIsNoneAndLeavesTheServerAlone) {
  Server server;
  server.refuses = true;
  auto options = server.options();
  options.first_pause = 1h;
  options.longest_pause = 1h;
  AgentTokens tokens(std::move(options));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(get(tokens), "refused: the authorization server refuses it: invalid_client");
  EXPECT_EQ(server.asked, 1);
}

TEST(AgentTokens, AsksAgainAfterThePause) {
  Server server;
  server.refuses = true;
  auto options = server.options();
  options.first_pause = 1ms;
  options.longest_pause = 1ms;
  AgentTokens tokens(std::move(options));
  EXPECT_THAT(get(tokens), testing::StartsWith("refused"));
  server.refuses = false;
  std::string got;
  for (int i = 0; i < 1000 && !got.starts_with("t-"); ++i) {
    got = get(tokens);
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_THAT(got, testing::StartsWith("t-"));
}

TEST(AgentTokens, ForgetsOneThatTheAgentRefuses) {
  Server server;
  auto options = server.options();
  options.trusted_for = 0ms;
  AgentTokens tokens(std::move(options));
  EXPECT_EQ(get(tokens), "t-1");
  tokens.reject("", "another");
  EXPECT_EQ(get(tokens), "t-1");
  tokens.reject("", "t-1");
  EXPECT_EQ(get(tokens), "t-2");
}

TEST(AgentTokens, BelievesInAYoungOneThatTheAgentRefuses) {
  Server server;
  AgentTokens tokens(server.options());
  EXPECT_EQ(get(tokens), "t-1");
  tokens.reject("", "t-1");
  EXPECT_EQ(get(tokens), "t-1");
}

TEST(AgentTokens, KeepsNoMoreThanItMay) {
  Server server;
  auto options = server.options();
  options.kept_max = 2;
  AgentTokens tokens(std::move(options));
  EXPECT_EQ(get(tokens, {"a", ""}), "t-1");
  EXPECT_EQ(get(tokens, {"b", ""}), "t-2");
  EXPECT_EQ(get(tokens, {"c", ""}), "t-3");
  EXPECT_EQ(get(tokens, {"c", ""}), "t-3");
  EXPECT_EQ(get(tokens, {"a", ""}), "t-4") << "the one that expires first has gone";
}

TEST(AgentTokens, RefusesWishesBeyondTheLine) {
  std::latch done(1);
  AgentTokens tokens(
      {.fetch = [&](const std::string&, const std::stop_token&) -> a2a::client::Outcome<AccessToken> {
         done.wait();
         return AccessToken{"t", 3600s};
       },
       .waiting_max = 1});
  EXPECT_FALSE(tokens.look({"a", ""}));
  std::optional<AgentTokens::Outcome> outcome;
  for (int i = 0; i < 3 && !outcome; ++i) outcome = tokens.look({std::to_string(i), ""});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->error().kind, "overloaded");
  done.count_down();
}

TEST(AgentTokens, EndsWhileAServerIsSilent) {
  AgentTokens tokens(
      {.fetch = [](const std::string&, const std::stop_token& stop) -> a2a::client::Outcome<AccessToken> {
        while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return a2a::client::failed(Cause::kCanceled, "canceled");
      }});
  EXPECT_EQ(tokens.wait_for({}, {}, 20ms).error().kind, "timeout");
}

}  // namespace
}  // namespace schemagate
