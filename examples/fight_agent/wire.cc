#include "examples/fight_agent/wire.h"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <utility>

namespace fight {
namespace {

using a2a::JsonTree;

std::string timestamp() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  const std::time_t seconds = milliseconds / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
  char text[48];
  std::snprintf(text, sizeof text, "%s.%03dZ", date, static_cast<int>(milliseconds % 1000));
  return text;
}

bool is_old(const Dialect& dialect) {
  return dialect.version == Version::kV0_3;
}

std::string_view state_name(const Dialect& dialect, State state) {
  const bool old = is_old(dialect);
  switch (state) {
    case State::kWorking:
      return old ? "working" : "TASK_STATE_WORKING";
    case State::kInputRequired:
      return old ? "input-required" : "TASK_STATE_INPUT_REQUIRED";
    case State::kCompleted:
      return old ? "completed" : "TASK_STATE_COMPLETED";
    case State::kCanceled:
      return old ? "canceled" : "TASK_STATE_CANCELED";
  }
  std::unreachable();
}

JsonTree text_part(const Dialect& dialect, std::string_view text) {
  if (is_old(dialect)) return {{"kind", "text"}, {"text", text}};
  return {{"text", text}};
}

JsonTree data_part(const Dialect& dialect, JsonTree data) {
  if (is_old(dialect)) return {{"kind", "data"}, {"data", std::move(data)}};
  return {{"data", std::move(data)}, {"mediaType", "application/json"}};
}

JsonTree outcome(Style style, const Fight& contest) {
  const Outcome judged = judge(contest);
  const double probability = style == Style::kInvalid ? judged.probability + 1 : judged.probability;
  return {{"winner", judged.winner}, {"probability", probability}, {"explanation", judged.explanation}};
}

std::string sentence(const Fight& contest) {
  const Outcome judged = judge(contest);
  return judged.winner + " would win, " + std::to_string(std::lround(judged.probability * 100)) +
         " times out of 100.";
}

// One part per piece of text that the style makes of the outcome.
std::vector<JsonTree> artifact_parts(const Dialect& dialect, const Fight& contest) {
  const std::string json = outcome_text(dialect.style, contest);
  switch (dialect.style) {
    case Style::kData:
      return {data_part(dialect, outcome(dialect.style, contest))};
    case Style::kProse:
      return {text_part(dialect, sentence(contest))};
    case Style::kFenced:
      return {text_part(dialect, "Here is what I think:\n\n```json\n" + json + "\n```\nEnjoy the fight!")};
    case Style::kChunks: {
      const std::size_t third = json.size() / 3;
      return {text_part(dialect, json.substr(0, third)), text_part(dialect, json.substr(third, third)),
              text_part(dialect, json.substr(2 * third))};
    }
    case Style::kText:
    case Style::kMessage:
    case Style::kInvalid:
      return {text_part(dialect, json)};
  }
  std::unreachable();
}

JsonTree artifact(std::vector<JsonTree> parts) {
  return {{"artifactId", "outcome"}, {"name", "Outcome"}, {"parts", std::move(parts)}};
}

JsonTree status(const Dialect& dialect, const Task& settled) {
  JsonTree value{{"state", state_name(dialect, settled.state)}, {"timestamp", timestamp()}};
  if (settled.state == State::kInputRequired) {
    value["message"] = message(dialect, "Who shall fight instead? Say: A vs B", settled.context_id);
    value["message"]["taskId"] = settled.id;
  }
  return value;
}

// An event that belongs to a task: v0.3 tells its kind inside, v1.0 by the member around it.
JsonTree event(const Dialect& dialect, const Task& of, const char* old_kind, const char* new_name,
               JsonTree members) {
  members["taskId"] = of.id;
  members["contextId"] = of.context_id;
  if (!is_old(dialect)) return {{new_name, std::move(members)}};
  members["kind"] = old_kind;
  return members;
}

JsonTree artifact_event(const Dialect& dialect, const Task& of, JsonTree part, bool first, bool last) {
  return event(dialect, of, "artifact-update", "artifactUpdate",
               {{"artifact", artifact({std::move(part)})}, {"append", !first}, {"lastChunk", last}});
}

}  // namespace

std::string outcome_text(Style style, const Fight& contest) {
  return a2a::dump_tree(outcome(style, contest));
}

JsonTree card(const Dialect& dialect, const std::string& url) {
  JsonTree card{
      {"name", "Fight agent"},
      {"description", "Tells who would win in a fight between two contestants."},
      {"version", "1.0.0"},
      {"capabilities", {{"streaming", true}, {"pushNotifications", false}}},
      {"defaultInputModes", {"text/plain", "application/json"}},
      {"defaultOutputModes", {"text/plain", "application/json"}},
  };
  card["skills"] = JsonTree::array({{
      {"id", "fight-comparison"},
      {"name", "Fight Comparison"},
      {"description", "Determines who would win in a hypothetical fight between two contestants."},
      {"tags", {"comparison", "fight"}},
      {"examples", JsonTree::array({"Lion vs Tiger"})},
  }});
  if (is_old(dialect)) {
    card["protocolVersion"] = "0.3.0";
    card["url"] = url;
    card["preferredTransport"] = "JSONRPC";
  } else {
    card["supportedInterfaces"] =
        JsonTree::array({{{"url", url}, {"protocolBinding", "JSONRPC"}, {"protocolVersion", "1.0"}}});
  }
  return card;
}

JsonTree message(const Dialect& dialect, std::string_view text, const std::string& context_id) {
  JsonTree value{{"messageId", new_id()},
                 {"role", is_old(dialect) ? "agent" : "ROLE_AGENT"},
                 {"parts", JsonTree::array({text_part(dialect, text)})},
                 {"contextId", context_id}};
  if (is_old(dialect)) value["kind"] = "message";
  return value;
}

JsonTree task(const Dialect& dialect, const Task& task) {
  JsonTree value{{"id", task.id},
                 {"contextId", task.context_id},
                 {"status", status(dialect, task)},
                 {"history", JsonTree::array({task.message})}};
  if (is_old(dialect)) value["kind"] = "task";
  if (task.state == State::kCompleted) {
    value["artifacts"] = JsonTree::array({artifact(artifact_parts(dialect, task.contest))});
  }
  return value;
}

JsonTree send_result(const Dialect& dialect, const Task& settled) {
  return task_event(dialect, settled);
}

JsonTree send_result(const Dialect& dialect, JsonTree message) {
  if (is_old(dialect)) return message;
  return {{"message", std::move(message)}};
}

JsonTree task_event(const Dialect& dialect, const Task& settled) {
  if (is_old(dialect)) return task(dialect, settled);
  return {{"task", task(dialect, settled)}};
}

std::vector<JsonTree> closing_events(const Dialect& dialect, const Task& settled) {
  std::vector<JsonTree> events;
  if (settled.state == State::kCompleted) {
    auto parts = artifact_parts(dialect, settled.contest);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool last = i + 1 == parts.size();
      events.push_back(artifact_event(dialect, settled, std::move(parts[i]), i == 0, last));
    }
  }
  JsonTree update{{"status", status(dialect, settled)}};
  if (is_old(dialect)) update["final"] = true;
  events.push_back(event(dialect, settled, "status-update", "statusUpdate", std::move(update)));
  return events;
}

std::optional<Fight> contest_of(const JsonTree& message) {
  const JsonTree* parts = a2a::find_member(message, "parts");
  if (parts == nullptr || !parts->is_array()) return std::nullopt;
  for (const JsonTree& part : *parts) {
    if (const JsonTree* data = a2a::find_member(part, "data")) {
      const std::string* a = a2a::find_string(*data, "a");
      const std::string* b = a2a::find_string(*data, "b");
      if (a != nullptr && b != nullptr) return Fight{*a, *b};
    }
    const std::string* text = a2a::find_string(part, "text");
    if (auto contest = text == nullptr ? std::nullopt : read_fight(*text)) return contest;
  }
  return std::nullopt;
}

}  // namespace fight
