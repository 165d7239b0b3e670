#include "examples/agent_server/wire.h"

#include <cstdio>
#include <ctime>
#include <utility>

namespace schemagate::agent_server {
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

bool is_old(Version version) {
  return version == Version::kV0_3;
}

std::string_view state_name(Version version, State state) {
  const bool old = is_old(version);
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

JsonTree written(Version version, const Text& part) {
  if (is_old(version)) return {{"kind", "text"}, {"text", part.text}};
  return {{"text", part.text}};
}

JsonTree written(Version version, const Data& part) {
  if (is_old(version)) return {{"kind", "data"}, {"data", part.value}};
  return {{"data", part.value}, {"mediaType", "application/json"}};
}

JsonTree written(Version version, const File& part) {
  if (!is_old(version)) {
    return {
        {part.is_url ? "url" : "raw", part.content}, {"filename", part.name}, {"mediaType", part.media_type}};
  }
  return {
      {"kind", "file"},
      {"file",
       {{part.is_url ? "uri" : "bytes", part.content}, {"name", part.name}, {"mimeType", part.media_type}}}};
}

std::vector<JsonTree> artifact_parts(Version version, const Task& task) {
  std::vector<JsonTree> parts;
  parts.reserve(task.job.outcome.size());
  for (const Part& part : task.job.outcome) {
    parts.push_back(std::visit([version](const auto& kind) { return written(version, kind); }, part));
  }
  return parts;
}

JsonTree artifact(std::vector<JsonTree> parts) {
  return {{"artifactId", "outcome"}, {"name", "Outcome"}, {"parts", std::move(parts)}};
}

JsonTree status(Version version, const Task& settled) {
  JsonTree value{{"state", state_name(version, settled.state)}, {"timestamp", timestamp()}};
  if (settled.state == State::kInputRequired) {
    value["message"] = message(version, settled.job.question, settled.context_id);
    value["message"]["taskId"] = settled.id;
  }
  return value;
}

// An event that belongs to a task: v0.3 tells its kind inside, v1.0 by the member around it.
JsonTree event(Version version, const Task& of, const char* old_kind, const char* new_name,
               JsonTree members) {
  members["taskId"] = of.id;
  members["contextId"] = of.context_id;
  if (!is_old(version)) return {{new_name, std::move(members)}};
  members["kind"] = old_kind;
  return members;
}

// v0.3 wraps a file and names its members otherwise.
std::optional<File> file_of(const JsonTree& part) {
  const JsonTree* wrapped = a2a::find_member(part, "file");
  const JsonTree& file = wrapped == nullptr ? part : *wrapped;
  const std::string* bytes = a2a::find_string(file, wrapped == nullptr ? "raw" : "bytes");
  const std::string* url = a2a::find_string(file, wrapped == nullptr ? "url" : "uri");
  if (bytes == nullptr && url == nullptr) return std::nullopt;
  const std::string* name = a2a::find_string(file, wrapped == nullptr ? "filename" : "name");
  const std::string* type = a2a::find_string(file, wrapped == nullptr ? "mediaType" : "mimeType");
  return File{name == nullptr ? "" : *name, type == nullptr ? "" : *type, bytes == nullptr ? *url : *bytes,
              bytes == nullptr};
}

JsonTree artifact_event(Version version, const Task& of, JsonTree part, bool first, bool last) {
  return event(version, of, "artifact-update", "artifactUpdate",
               {{"artifact", artifact({std::move(part)})}, {"append", !first}, {"lastChunk", last}});
}

}  // namespace

JsonTree card(Version version, const Agent& agent, const std::string& url) {
  JsonTree card = agent.card;
  card["version"] = "1.0.0";
  card["capabilities"] = {{"streaming", true}, {"pushNotifications", false}};
  if (is_old(version)) {
    card["protocolVersion"] = "0.3.0";
    card["url"] = url;
    card["preferredTransport"] = "JSONRPC";
  } else {
    card["supportedInterfaces"] =
        JsonTree::array({{{"url", url}, {"protocolBinding", "JSONRPC"}, {"protocolVersion", "1.0"}}});
  }
  return card;
}

JsonTree message(Version version, std::string_view text, const std::string& context_id) {
  JsonTree value{{"messageId", new_id()},
                 {"role", is_old(version) ? "agent" : "ROLE_AGENT"},
                 {"parts", JsonTree::array({written(version, Text{std::string(text)})})},
                 {"contextId", context_id}};
  if (is_old(version)) value["kind"] = "message";
  return value;
}

JsonTree task(Version version, const Task& task) {
  JsonTree value{{"id", task.id},
                 {"contextId", task.context_id},
                 {"status", status(version, task)},
                 {"history", JsonTree::array({task.message})}};
  if (is_old(version)) value["kind"] = "task";
  if (task.state == State::kCompleted) {
    value["artifacts"] = JsonTree::array({artifact(artifact_parts(version, task))});
  }
  return value;
}

JsonTree send_result(Version version, const Task& settled) {
  return task_event(version, settled);
}

JsonTree send_result(Version version, JsonTree message) {
  if (is_old(version)) return message;
  return {{"message", std::move(message)}};
}

JsonTree task_event(Version version, const Task& settled) {
  if (is_old(version)) return task(version, settled);
  return {{"task", task(version, settled)}};
}

std::vector<JsonTree> closing_events(Version version, const Task& settled) {
  std::vector<JsonTree> events;
  if (settled.state == State::kCompleted) {
    auto parts = artifact_parts(version, settled);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool last = i + 1 == parts.size();
      events.push_back(artifact_event(version, settled, std::move(parts[i]), i == 0, last));
    }
  }
  JsonTree update{{"status", status(version, settled)}};
  if (is_old(version)) update["final"] = true;
  events.push_back(event(version, settled, "status-update", "statusUpdate", std::move(update)));
  return events;
}

std::vector<Part> parts_of(const JsonTree& message) {
  std::vector<Part> read;
  const JsonTree* parts = a2a::find_member(message, "parts");
  if (parts == nullptr || !parts->is_array()) return read;
  for (const JsonTree& part : *parts) {
    if (const JsonTree* data = a2a::find_member(part, "data")) read.emplace_back(Data{*data});
    if (const std::string* text = a2a::find_string(part, "text")) read.emplace_back(Text{*text});
    if (auto file = file_of(part)) read.emplace_back(std::move(*file));
  }
  return read;
}

}  // namespace schemagate::agent_server
