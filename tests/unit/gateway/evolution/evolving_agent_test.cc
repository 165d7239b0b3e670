// One agent's evolution: what becomes of samples when their key is decided.
#include "gateway/evolution/evolving_agent.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extension/schema_interaction/authored_template.h"

namespace schemagate {
namespace {

using evolution::KeyState;
using testing::IsEmpty;
using testing::SizeIs;

constexpr evolution::Instant kStart = 1'777'500'000'000;
constexpr evolution::Instant kDay = 86'400'000;

AgentConfig evolving_flight_agent() {
  schema_interaction::AuthoredTemplate authored;
  authored.schema.schema_id = "flight_v1";
  authored.schema.scenario = "flight";
  authored.schema.keys.push_back({"other", schema_interaction::KeyType::kString, false, "Else.", {}});
  AgentConfig config;
  config.name = "flight";
  EXPECT_TRUE(config.templates.add(authored, false));
  config.evolution.settings.increment = 10;
  config.evolution.settings.heat = 50;
  config.evolution.settings.minimum_age_hours = 0;
  return config;
}

void ask_for_window_seats(EvolvingAgent& agent) {
  int number = 0;
  for (const std::string text : {"window seat please", "I'd like a window seat", "a seat at the window",
                                 "window seats preferred", "window seat", "a window seat on the left"}) {
    agent.take({.agent = "flight",
                .client = "c" + std::to_string(number++),
                .scenario = "flight",
                .fragments = {text}},
               kStart);
  }
  agent.collect({});
}

// Whoever was shown an id before a restart judges the value that was shown.
TEST(EvolvingAgent, KeepsSamplesAndTheirIdsOverARestart) {
  FrontedAgent fronted(evolving_flight_agent());
  EvolvingAgent agent(fronted);
  ask_for_window_seats(agent);
  const std::string key = agent.engine().find("flight")->keys()[0].what.name;
  const auto send = [&key](EvolvingAgent& to, const std::string& value) {
    to.take({.agent = "flight",
             .client = "c1",
             .scenario = "flight",
             .payload = "{\"" + key + "\":\"" + value + "\",\"other\":\"by the wing\"}"},
            kStart);
  };
  send(agent, "window");
  send(agent, "aisle");
  EvolvingAgent next(fronted);
  ASSERT_TRUE(next.restore(agent.write()));
  ASSERT_THAT(next.samples().all(), SizeIs(2));
  const ValueSample& first = next.samples().all()[0];
  EXPECT_EQ(first.value, "\"window\"");
  EXPECT_EQ(first.other, "by the wing");
  EXPECT_EQ(first.client, "c1");
  EXPECT_EQ(first.at, kStart);
  send(next, "front");
  ASSERT_THAT(next.samples().all(), SizeIs(3));
  EXPECT_EQ(next.samples().all()[2].id, "s1000003")
      << "no id comes twice, those of a killed gateway among them";
  EXPECT_TRUE(next.judge_sample("s1", "flight", key, true, "me", kStart));
  EvolvingAgent third(fronted);
  ASSERT_TRUE(third.restore(next.write()));
  EXPECT_FALSE(third.judge_sample("s1", "flight", key, true, "me", kStart)) << "each counts once";
  EXPECT_EQ(third.erase("c1", false, "me", kStart), 1U);
  EXPECT_THAT(third.samples().all(), IsEmpty());
}

TEST(EvolvingAgent, ForgetsTheSamplesOfAKeyWhoseTrialIsOver) {
  FrontedAgent fronted(evolving_flight_agent());
  EvolvingAgent agent(fronted);
  ask_for_window_seats(agent);
  const evolution::Scenario& scenario = *agent.engine().find("flight");
  ASSERT_THAT(scenario.keys(), SizeIs(1));
  const std::string key = scenario.keys()[0].what.name;
  agent.take(
      {.agent = "flight", .client = "c1", .scenario = "flight", .payload = "{\"" + key + "\":\"window\"}"},
      kStart);
  agent.collect({});
  EXPECT_THAT(agent.samples().all(), SizeIs(1));
  agent.advance(kStart + 100 * kDay);
  agent.collect({});
  ASSERT_NE(agent.engine().find("flight")->keys()[0].state, KeyState::kExperimental);
  EXPECT_THAT(agent.samples().all(), IsEmpty());
}

}  // namespace
}  // namespace schemagate
