// The configuration is read again in a gateway that goes on: reload_test.py plays it by signals, this one
// where sanitizers see all threads.
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tests/integration/gateway/gateway_fixture.h"

namespace schemagate {
namespace {

using testing::Each;
using testing::HasSubstr;

class GatewayReload : public testing::Test {
 protected:
  std::unique_ptr<Gateway> start() {
    LoadedConfig loaded = load_configuration(agent_);
    auto load_again = [this] {
      return load_configuration(agent_, changes_.with([](const Json& now) { return now; }));
    };
    auto started = Gateway::start(*std::move(loaded.config),
                                  {.running = std::move(loaded.digest), .load_again = std::move(load_again)});
    EXPECT_TRUE((*started)->wait_until_ready());
    return *std::move(started);
  }
  void reload(Gateway& gateway, const Json& changes) {
    changes_.with([&changes](Json& now) { now = changes; });
    gateway.reload();
  }
  // Of the agent that some configurations have beside the other.
  static Json second(const ScriptedAgent& agent) {
    return {{"second", {{"upstream", {{"url", agent.url()}}}}}};
  }
  static bool comes_to(const GatewayClient& client, const std::string& target, int status) {
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (client.request("GET", target).status() != status) {
      if (std::chrono::steady_clock::now() > give_up) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return true;
  }

  ScriptedAgent agent_;
  store::Guarded<Json> changes_{Json::object()};
};

const std::string kSecondCard = "/second/.well-known/agent-card.json";

TEST_F(GatewayReload, NoRequestFailsWhileAgentsComeChangeAndGo) {
  give_task(agent_, completed_task(agent_.dialect()));
  const auto gateway = start();
  const GatewayClient client(gateway->port(), v1_0(), "/fight");
  std::atomic<bool> is_over = false;
  std::vector<std::string> states;
  std::jthread caller([&] {
    for (int i = 0; !is_over; ++i) {
      const Json task = client.send(comparison(v1_0(), kLionAndTiger, "m-" + std::to_string(i)));
      states.push_back(task.is_null() ? "refused" : v1_0().state_of(task));
    }
  });
  for (int round = 0; round < 10; ++round) {
    Json changes = upstream_change({{"stall_timeout", std::to_string(60 + round) + "s"}});
    const bool has_second = round % 2 == 0;
    if (has_second) changes["agents"].update(second(agent_));
    reload(*gateway, changes);
    EXPECT_TRUE(comes_to(client, kSecondCard, has_second ? 200 : 404));
  }
  is_over = true;
  caller.join();
  EXPECT_FALSE(states.empty());
  EXPECT_THAT(states, Each("completed"));
}

TEST_F(GatewayReload, AStreamGoesOnUnderTheContractThatItsTaskWasAcceptedUnder) {
  const Gate gate;
  work_until(agent_, gate);
  const auto gateway = start();
  const GatewayClient client(gateway->port(), v1_0(), "/fight");
  EventStream stream = client.stream(comparison(v1_0()));
  const std::string id = v1_0().unwrap(stream.next_result())["id"];
  Json changes = skill_change({{"output", nullptr}, {"artifact_id", nullptr}});
  changes["agents"].update(second(agent_));
  reload(*gateway, changes);
  ASSERT_TRUE(comes_to(client, kSecondCard, 200));
  gate.open();
  EXPECT_THAT(Json(stream.rest()).dump(), HasSubstr("schema=fightResponse"));
  EXPECT_EQ(v1_0().state_of(client.wait_for(id, "completed")), "completed");
  EXPECT_THAT(client.send(comparison(v1_0(), kLionAndTiger, "m-2")).dump(),
              testing::Not(HasSubstr("fightResponse")));
}

}  // namespace
}  // namespace schemagate
