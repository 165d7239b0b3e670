// The real gateway in this process, in front of a scripted agent.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "gateway/gateway.h"
#include "tests/integration/gateway/gateway_client.h"
#include "tests/integration/gateway/scripted_agent.h"

namespace schemagate {

inline const std::string kSchemasUri =
    "https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1";
inline const Json kLionAndTiger = {{"a", "Lion"}, {"b", "Tiger"}};
inline const Json kTigerWins = {
    {"winner", "Tiger"}, {"probability", 0.65}, {"explanation", "Heavier and stronger."}};

// The configuration that a RunningGateway has; `changes` as there.
LoadedConfig load_configuration(const ScriptedAgent& agent, const Json& changes = Json::object());
Config read_configuration(const ScriptedAgent& agent, const Json& changes = Json::object());

// Serves the example agent of agent_cards/fight as "fight" and at the root.
class RunningGateway {
 public:
  // `changes` is a merge patch on the configuration file. Returns when the gateway is ready.
  explicit RunningGateway(const ScriptedAgent& agent, const Json& changes = Json::object(),
                          GatewayParts parts = {});
  ~RunningGateway();
  RunningGateway(const RunningGateway&) = delete;
  RunningGateway& operator=(const RunningGateway&) = delete;

  std::uint16_t port(std::size_t listener = 0) const;  // of the configuration's listeners
  std::size_t drain();
  GatewayClient client(const Dialect& dialect = v1_0(), const std::string& path = "/fight") const {
    return {port(), dialect, path};
  }

 private:
  std::unique_ptr<Gateway> gateway_;
};

// A change of the configuration of the agent "fight", of its only skill, or of the limits.
Json agent_change(const Json& members);
Json upstream_change(const Json& members);
Json skill_change(const Json& members);
Json limits_change(const Json& members);

// A message with one part: `data`, labelled as an input of fightComparison.
Json comparison(const Dialect& dialect, const Json& data = kLionAndTiger, const std::string& id = "m-1");
Json user_text(const Dialect& dialect, const std::string& text, const std::string& id = "m-1");
// `message` as a follow-up in a task.
Json in_task(Json message, const Json& task);

// What the agent gives: a completed task with this data in an artifact called "x".
Json completed_task(const Dialect& dialect, const Json& data = kTigerWins);
// Makes every kind of sending give `result`, a task as wrap() makes it.
void give_task(ScriptedAgent& agent, const Json& task);
// An agent whose task stays working until the gate is open, then completes with kTigerWins; streamed, and
// also told when asked. `id` is the agent's own name of it.
void work_until(ScriptedAgent& agent, const Gate& gate, const std::string& id = "up-1");

// The google.rpc details of an error: v0.3 has them in an object.
Json details_of(const Json& error);
// The reasons of an error's ErrorInfos.
std::vector<std::string> reasons_of(const Json& error);
std::string first_text(const Json& holder_of_parts);

// One gateway with its default configuration per test.
class GatewayTest : public testing::Test {
 protected:
  ScriptedAgent agent_;
  RunningGateway gateway_{agent_};
  const Dialect v1_ = v1_0();
  const GatewayClient client_ = gateway_.client();
};

// Every pair of versions: the client's over JSON-RPC, the agent's over either binding.
class EveryPair : public testing::TestWithParam<std::tuple<Dialect, Dialect>> {
 protected:
  const Dialect mine_ = std::get<0>(GetParam());
  const Dialect theirs_ = std::get<1>(GetParam());
  ScriptedAgent agent_{theirs_};
};
inline auto every_pair() {
  return testing::Combine(testing::Values(v0_3(), v1_0()),
                          testing::Values(v0_3(), v1_0(), over_http_json(v0_3()), over_http_json(v1_0())));
}
std::string name_of_dialect(const testing::TestParamInfo<Dialect>& info);
std::string name_of_pair(const testing::TestParamInfo<std::tuple<Dialect, Dialect>>& info);

}  // namespace schemagate
