#include "tests/integration/gateway/gateway_fixture.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "gateway/config/load.h"
#include "tests/integration/gateway/secure_entry.h"

namespace schemagate {
namespace {

const std::string kCards = std::string(SCHEMAGATE_SOURCE_DIR) + "/agent_cards/fight/";

Json configuration(const std::string& upstream) {
  return {{"listen", "127.0.0.1:0"},
          {"threads", 2},
          {"log", {{"level", "off"}}},
          {"limits", {{"drain", "5s"}}},
          {"ledger", {{"store", "memory"}}},
          {"agents",
           {{"fight",
             {{"root", true},
              {"upstream", {{"url", upstream}, {"poll_interval", "20ms"}}},
              {"card", kCards + "card.json"},
              {"schemas",
               {{"fightComparison", kCards + "schemas/fightComparison.json"},
                {"fightResponse", kCards + "schemas/fightResponse.json"}}},
              {"skills",
               {{"fight-comparison",
                 {{"input", Json::array({"fightComparison"})},
                  {"output", Json::array({"fightResponse"})},
                  {"title", "Who would win in a fight between {a} and {b}?"},
                  {"artifact_id", "fight-result"}}}}}}}}}};
}

// A file that lasts as long as the object.
class ConfigurationFile {
 public:
  explicit ConfigurationFile(const Json& content)
      : path_(std::filesystem::temp_directory_path() /
              ("schemagate-" + std::to_string(::getpid()) + "-" + std::to_string(std::rand()) + ".json")) {
    std::ofstream(path_) << content.dump(1);
  }
  ConfigurationFile(const ConfigurationFile&) = delete;
  ConfigurationFile& operator=(const ConfigurationFile&) = delete;
  ~ConfigurationFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string name_of(const Dialect& dialect) {
  return std::string(dialect.is_v1() ? "V1" : "V03") + (dialect.http_json ? "HttpJson" : "");
}

// An issuer's keys are read beside the start: until then nobody is known, and told to come back.
void wait_for_keys(const RunningGateway& gateway) {
  constexpr int kUnavailable = 503;
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (gateway.client().request("GET", "/").status() == kUnavailable &&
         std::chrono::steady_clock::now() < give_up)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace

LoadedConfig load_configuration(const ScriptedAgent& agent, const Json& changes) {
  Json content = configuration(agent.url());
  if (const SecureEntry* entry = SecureEntry::in_use()) content.merge_patch(entry->configuration());
  content.merge_patch(changes);
  const ConfigurationFile file(content);
  LoadedConfig loaded = load_config(file.path());
  for (const ConfigProblem& problem : loaded.problems) {
    if (problem.fatal) ADD_FAILURE() << problem.path << ": " << problem.message;
  }
  return loaded;
}

Config read_configuration(const ScriptedAgent& agent, const Json& changes) {
  LoadedConfig loaded = load_configuration(agent, changes);
  if (!loaded.config) throw std::runtime_error("the test's configuration is wrong");
  return std::move(*loaded.config);
}

RunningGateway::RunningGateway(const ScriptedAgent& agent, const Json& changes, GatewayParts parts) {
  auto started = Gateway::start(read_configuration(agent, changes), std::move(parts));
  if (!started) throw std::runtime_error(started.error().message);
  gateway_ = std::move(*started);
  if (auto ready = gateway_->wait_until_ready(); !ready) throw std::runtime_error(ready.error().message);
  if (SecureEntry::in_use() != nullptr) wait_for_keys(*this);
}

RunningGateway::~RunningGateway() = default;

std::uint16_t RunningGateway::port(std::size_t listener) const {
  return gateway_->port(listener);
}

std::size_t RunningGateway::drain() {
  return gateway_->drain();
}

Json agent_change(const Json& members) {
  return {{"agents", {{"fight", members}}}};
}

Json upstream_change(const Json& members) {
  return agent_change({{"upstream", members}});
}

Json skill_change(const Json& members) {
  return agent_change({{"skills", {{"fight-comparison", members}}}});
}

Json limits_change(const Json& members) {
  return {{"limits", members}};
}

Json comparison(const Dialect& dialect, const Json& data, const std::string& id) {
  return dialect.message(dialect.user(), id, Json::array({dialect.flagged_part("fightComparison", data)}));
}

Json user_text(const Dialect& dialect, const std::string& text, const std::string& id) {
  return dialect.message(dialect.user(), id, Json::array({dialect.text_part(text)}));
}

Json in_task(Json message, const Json& task) {
  message["taskId"] = task["id"];
  return message;
}

Json completed_task(const Dialect& dialect, const Json& data) {
  const Json artifact = dialect.artifact("x", Json::array({dialect.text_part(data.dump())}));
  return dialect.task("up-1", "completed", Json::array({artifact}));
}

void give_task(ScriptedAgent& agent, const Json& task) {
  const Dialect& dialect = agent.dialect();
  const Json result = dialect.wrap("task", task);
  agent.answer(dialect.send, result);
  agent.on(dialect.stream, [result](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(result);
    answer.end_events();
  });
}

void work_until(ScriptedAgent& agent, const Gate& gate, const std::string& id) {
  const Dialect dialect = agent.dialect();
  const Json artifact = dialect.artifact("x", Json::array({dialect.text_part(kTigerWins.dump())}));
  agent.on(dialect.stream, [=](const AgentCall&, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(dialect.wrap("task", dialect.task(id, "submitted")));
    answer.event(dialect.status_event(id, "working"));
    gate.wait();
    answer.event(dialect.artifact_event(id, artifact, false, true));
    answer.event(dialect.status_event(id, "completed"));
    answer.end_events();
  });
  agent.on(dialect.send, [=](const AgentCall&, AgentAnswer& answer) {
    gate.wait();
    answer.result(dialect.wrap("task", dialect.task(id, "completed", Json::array({artifact}))));
  });
}

Json details_of(const Json& error) {
  const Json data = error.value("data", Json::array());
  return data.is_object() ? data["details"] : data;
}

std::vector<std::string> reasons_of(const Json& error) {
  std::vector<std::string> reasons;
  for (const Json& detail : details_of(error)) {
    if (detail.contains("reason")) reasons.push_back(detail["reason"]);
  }
  return reasons;
}

std::string first_text(const Json& holder_of_parts) {
  const std::string name = holder_of_parts.contains("content") ? "content" : "parts";
  return holder_of_parts[name][0].value("text", "");
}

std::string name_of_dialect(const testing::TestParamInfo<Dialect>& info) {
  return name_of(info.param);
}

std::string name_of_pair(const testing::TestParamInfo<std::tuple<Dialect, Dialect>>& info) {
  return name_of(std::get<0>(info.param)) + "ClientTo" + name_of(std::get<1>(info.param)) + "Agent";
}

}  // namespace schemagate
