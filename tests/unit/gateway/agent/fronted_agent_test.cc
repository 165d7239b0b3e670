#include "gateway/agent/fronted_agent.h"

#include <gtest/gtest.h>

#include "gateway/config/config.h"

namespace schemagate {
namespace {

constexpr std::string_view kPublicUrl = "http://gateway";

AgentConfig config_of(std::string name, bool root = false) {
  AgentConfig config;
  config.name = std::move(name);
  config.root = root;
  config.upstream_url = "http://agent.test:9000";
  return config;
}

std::string card(const std::string& name, const std::string& path = "/a2a") {
  return R"({"protocolVersion":"0.3.0","name":")" + name +
         R"(","description":"d","version":"1","url":"http://agent.test:9000)" + path +
         R"(","capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"skills":[]})";
}

TEST(FrontedAgent, HasASnapshotBeforeItsCardIsKnown) {
  const FrontedAgent agent(config_of("fight"));
  ASSERT_NE(agent.snapshot(), nullptr);
  EXPECT_EQ(agent.snapshot()->config().name, "fight");
  EXPECT_EQ(agent.snapshot()->published, nullptr);
}

TEST(FrontedAgent, WhoHoldsASnapshotDoesNotNoticeTheNextCard) {
  FrontedAgent agent(config_of("fight"));
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  const auto held = agent.snapshot();
  ASSERT_TRUE(agent.update(card("Second", "/elsewhere"), kPublicUrl));
  EXPECT_EQ(held->published->url.path, "/a2a");
  EXPECT_TRUE(held->published->cards.v0_3.body.contains("First"));
  EXPECT_EQ(agent.snapshot()->published->url.path, "/elsewhere");
  EXPECT_TRUE(agent.snapshot()->published->cards.v0_3.body.contains("Second"));
}

TEST(FrontedAgent, SuccessiveSnapshotsShareWhatWasConfigured) {
  FrontedAgent agent(config_of("fight"));
  const auto before = agent.snapshot();
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  EXPECT_EQ(agent.snapshot()->configuration, before->configuration);
}

TEST(FrontedAgent, KeepsWhatIsPublishedWhenTheNextCardIsNone) {
  FrontedAgent agent(config_of("fight"));
  ASSERT_TRUE(agent.update(card("First"), kPublicUrl));
  const auto before = agent.snapshot();
  EXPECT_EQ(before->problem, "");
  EXPECT_FALSE(agent.update("no card", kPublicUrl));
  EXPECT_EQ(agent.snapshot()->published, before->published);
  EXPECT_NE(agent.snapshot()->problem, "");
  EXPECT_EQ(before->problem, "") << "it is another snapshot";
}

TEST(FrontedAgent, SaysThatNothingChangedOnlyForTheSameText) {
  FrontedAgent agent(config_of("fight"));
  EXPECT_TRUE(agent.update(card("First"), kPublicUrl).value().changed);
  const auto before = agent.snapshot();
  EXPECT_FALSE(agent.update(card("First"), kPublicUrl).value().changed);
  EXPECT_EQ(agent.snapshot(), before);
  EXPECT_TRUE(agent.update(card("Second"), kPublicUrl).value().changed);
  EXPECT_TRUE(agent.update(card("First"), kPublicUrl).value().changed);
}

TEST(AgentDirectory, FindsAgentsByNameAndTheRoot) {
  Config config;
  config.agents = {config_of("fight"), config_of("flight", true)};
  const AgentDirectory agents(config);
  ASSERT_EQ(agents.all().size(), 2u);
  EXPECT_EQ(agents.find("fight")->name(), "fight");
  EXPECT_EQ(agents.find("flight"), agents.root());
  EXPECT_EQ(agents.find("figh"), nullptr);
  EXPECT_EQ(agents.find(""), nullptr);
  EXPECT_EQ(agents.key_set(), nullptr) << "cards are not signed";
}

TEST(AgentDirectory, HasNoRootUnlessOneIsConfigured) {
  Config config;
  config.agents = {config_of("fight")};
  EXPECT_EQ(AgentDirectory(config).root(), nullptr);
}

}  // namespace
}  // namespace schemagate
