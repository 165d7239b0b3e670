#include "gateway/agent/agent_directory.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>

namespace schemagate {
namespace {

using namespace std::chrono_literals;

AgentConfig named(std::string name, bool root = false) {
  AgentConfig config;
  config.name = std::move(name);
  config.root = root;
  config.upstream_url = "http://agent.test";
  return config;
}

Config of(std::vector<AgentConfig> agents) {
  Config config;
  config.agents = std::move(agents);
  return config;
}

AgentConfig program(std::string name, std::string script) {
  AgentConfig config = named(std::move(name));
  config.command = process::Command{.words = {"sh", "-c", std::move(script)}};
  return config;
}

TEST(AgentDirectory, FindsAgentsByNameAndTheRoot) {
  Config config;
  config.agents = {named("fight"), named("flight", true)};
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
  config.agents = {named("fight")};
  EXPECT_EQ(AgentDirectory(config).root(), nullptr);
}

// Each goes once it sees that the other has been told to, too.
TEST(AgentDirectory, EndsAgentsThatAreProgramsAtTheSameTime) {
  const std::filesystem::path folder = testing::TempDir() + "schemagate-ended-together";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  Config config;
  for (const std::string other : {"b", "a"}) {
    AgentConfig& agent = config.agents.emplace_back(named(other == "b" ? "a" : "b"));
    const std::string text = "trap 'touch told-" + agent.name + "; until [ -e told-" + other +
                             " ]; do sleep 0.01; done; touch went-" + agent.name + "; exit' TERM; touch up-" +
                             agent.name + "; while :; do sleep 0.01; done";
    agent.command = process::Command{
        .words = {"sh", "-c", text}, .folder = folder, .environment = {"PATH=/usr/bin:/bin"}};
  }
  {
    const AgentDirectory agents(config);
    // A call that is given up before the program has been started does not start it.
    for (const auto& agent : agents.all()) {
      const auto up = folder / ("up-" + agent->name());
      for (int i = 0; i < 2'000 && !exists(up); ++i)
        (void)agent->snapshot()->process->ask(R"({"jsonrpc":"2.0","id":1,"method":"x"})", 10ms, {});
    }
  }
  EXPECT_TRUE(exists(folder / "went-a"));
  EXPECT_TRUE(exists(folder / "went-b"));
}

TEST(AgentDirectory, ServesOthersFromOneMomentOnAndKeepsThoseThatStay) {
  AgentDirectory agents(of({named("fight"), named("flight", true)}));
  const auto fight = agents.find("fight");
  const auto held = agents.find("flight")->snapshot();
  agents.replace({fight, agents.make(named("photo", true))});
  EXPECT_EQ(agents.find("fight"), fight);
  EXPECT_EQ(agents.find("flight"), nullptr);
  EXPECT_EQ(agents.root(), agents.find("photo"));
  EXPECT_EQ(agents.all().size(), 2u);
  EXPECT_EQ(held->config().name, "flight") << "whoever has a snapshot keeps it";
}

TEST(AgentDirectory, AnAgentWithAnotherOptionKeepsItsProgram) {
  AgentDirectory agents(of({program("a", "cat")}));
  const auto before = agents.find("a")->snapshot();
  AgentConfig changed = program("a", "cat");
  changed.task_timeout = 5s;
  const auto next = agents.make(changed);
  EXPECT_EQ(next->snapshot()->process, before->process);
  EXPECT_EQ(next->snapshot()->config().task_timeout, 5s);
  before->call_failed->store(true);
  EXPECT_TRUE(next->take_call_failure()) << "the end of the program is told of through the first";
  EXPECT_NE(agents.make(program("a", "cat -u"))->snapshot()->process, before->process);
  changed.request_timeout = 600s;
  EXPECT_NE(agents.make(changed)->snapshot()->process, before->process) << "its silence may last longer";
}

TEST(AgentDirectory, LetsGoOfAProgramWhenItsLastCallIsOver) {
  AgentDirectory agents(of({program("a", "cat"), program("b", "cat")}));
  auto held = agents.find("a")->snapshot();
  const std::weak_ptr<process::AgentProcess> program = held->process;
  agents.replace({agents.find("b")});
  agents.let_go();
  EXPECT_FALSE(program.expired()) << "somebody calls it";
  held = nullptr;
  EXPECT_FALSE(program.expired()) << "whoever lets go of it last waits for its end: not the caller";
  agents.let_go();
  EXPECT_TRUE(program.expired());
}

}  // namespace
}  // namespace schemagate
