#include "tests/integration/gateway/workers.h"

namespace schemagate {
namespace {

// Sent, or streamed: an agent gets them in one way.
std::vector<AgentCall> messages_to(const ScriptedAgent& agent) {
  auto calls = agent.calls(agent.dialect().send);
  return calls.empty() ? agent.calls(agent.dialect().stream) : calls;
}

}  // namespace

std::string text_of(const AgentCall& call) {
  const Json& message = call.message();
  return message[message.contains("content") ? "content" : "parts"][0].value("text", "");
}

void work_by(ScriptedAgent& agent, const std::function<Done(const std::string&)>& work) {
  const Dialect dialect = agent.dialect();
  const auto task_of = [dialect, work](const AgentCall& call) {
    const Done done = work(text_of(call));
    Json artifacts = nullptr;
    if (!done.text.empty())
      artifacts = Json::array({dialect.artifact("x", Json::array({dialect.text_part(done.text)}))});
    const std::string id = "up-" + call.message().value("messageId", "");
    return dialect.wrap("task", dialect.task(id, done.state, artifacts));
  };
  agent.on(dialect.send,
           [task_of](const AgentCall& call, AgentAnswer& answer) { answer.result(task_of(call)); });
  agent.on(dialect.stream, [task_of](const AgentCall& call, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(task_of(call));
    answer.end_events();
  });
}

void refer_by(ScriptedAgent& agent, const std::string& abstract,
              const std::function<std::string(const Json& context)>& refer) {
  const Dialect theirs = agent.dialect();
  const auto work = [theirs, abstract, refer](const AgentCall& call) {
    Json context = call.message()["parts"][0]["data"];
    Json& inner = context["AgentContext"];
    const std::string reference = refer(inner);
    inner["Context/ContextURI"] = reference;
    inner["ItemstateUpdates"] = Json::array();
    inner["KeyInformation"] = Json::array();
    for (const Json& item : inner["todoItems"]) {
      inner["ItemstateUpdates"].push_back({{"itemId", item["itemId"]}, {"state", 1}});
      inner["KeyInformation"].push_back({{"itemId", item["itemId"]}, {"outputabstract", abstract}});
    }
    const Json parts = Json::array({theirs.data_part(context)});
    return theirs.wrap("task", theirs.task("up-" + call.message().value("messageId", ""), "completed",
                                           Json::array({theirs.artifact("x", parts)})));
  };
  agent.on(theirs.send, [work](const AgentCall& call, AgentAnswer& answer) { answer.result(work(call)); });
  agent.on(theirs.stream, [work](const AgentCall& call, AgentAnswer& answer) {
    answer.begin_events();
    answer.event(work(call));
    answer.end_events();
  });
}

std::vector<std::string> texts_of(const ScriptedAgent& agent) {
  std::vector<std::string> texts;
  for (const AgentCall& call : messages_to(agent)) texts.push_back(text_of(call));
  return texts;
}

std::string everything_of(const ScriptedAgent& agent) {
  std::string all;
  for (const AgentCall& call : messages_to(agent)) {
    for (const auto& [name, value] : call.http.headers) all += name + ": " + value + "\n";
    all += call.body.dump() + "\n";
  }
  return all;
}

Json context_of_items(const std::vector<std::pair<std::string, std::string>>& items) {
  Json todo = Json::array();
  Json states = Json::array();
  for (const auto& [id, description] : items) {
    todo.push_back({{"itemId", id}, {"description", description}});
    states.push_back({{"itemId", id}, {"state", 0}});
  }
  const Json context = {{"AgentID", "weather-checking"},
                        {"AgentName", "Weather checking"},
                        {"SubTaskID", "r1-c"},
                        {"SubTaskName", "Check the weather"},
                        {"Dependencies", Json::array()},
                        {"Context/ContextURI", ""},
                        {"todoItems", todo},
                        {"ItemstateUpdates", states},
                        {"KeyInformation", Json::array()},
                        {"Optional", Json::array({"LastUpdated"})}};
  return {{"AgentContext", context}};
}

Json data_of(const Json& task, const std::string& artifact_id) {
  for (const Json& artifact : task.value("artifacts", Json::array())) {
    if (artifact.value("artifactId", "") == artifact_id) return artifact["parts"][0].value("data", Json());
  }
  return {};
}

Json goals_of(const Json& task) {
  Json all = Json::object();
  const Json context = data_of(task, "task-context");
  for (const Json& each : context.at("TaskContext").at("GoalStatus"))
    all[std::string(each["Goal"])] = each["Status"];
  return all;
}

}  // namespace schemagate
