#include "tests/integration/gateway/dialect.h"

#include <algorithm>
#include <cctype>

namespace schemagate {
namespace {

const std::string kPrefix = "TASK_STATE_";

std::string kind_in_v0_3(const std::string& member) {
  if (member == "statusUpdate") return "status-update";
  return member == "artifactUpdate" ? "artifact-update" : member;
}

bool is_end(const std::string& state) {
  return state == "completed" || state == "failed" || state == "canceled" || state == "rejected";
}

}  // namespace

Dialect v0_3() {
  return {"0.3", "message/send", "message/stream", "tasks/get", "tasks/cancel", "tasks/resubscribe"};
}

Dialect v1_0() {
  return {"1.0", "SendMessage", "SendStreamingMessage", "GetTask", "CancelTask", "SubscribeToTask"};
}

Dialect over_http_json(Dialect dialect) {
  dialect.http_json = true;
  return dialect;
}

Dialect v0_3_without_v1() {
  Dialect dialect = over_http_json(v0_3());
  dialect.without_v1 = true;
  return dialect;
}

std::string Dialect::state(const std::string& name) const {
  if (has_kind()) return name;
  if (is_v0_3_proto() && name == "canceled") return kPrefix + "CANCELLED";
  std::string upper = kPrefix + name;
  std::ranges::transform(upper, upper.begin(),
                         [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
  return upper;
}

Json Dialect::text_part(const std::string& text) const {
  return has_kind() ? Json{{"kind", "text"}, {"text", text}} : Json{{"text", text}};
}

Json Dialect::data_part(const Json& data) const {
  if (has_kind()) return {{"kind", "data"}, {"data", data}};
  return {{"data", is_v0_3_proto() ? Json{{"data", data}} : data}};
}

Json Dialect::flagged_part(const std::string& schema, const Json& data) const {
  const std::string mode = "application/json;schema=" + schema;
  Json part = data_part(data);
  part["metadata"] = {{"mimeType", mode}};
  if (is_v1()) part["mediaType"] = mode;
  return part;
}

Json Dialect::message(const std::string& role, const std::string& id, const Json& parts) const {
  Json message = {{"messageId", id}, {"role", role}, {parts_name(), parts}};
  if (has_kind()) message["kind"] = "message";
  return message;
}

Json Dialect::artifact(const std::string& id, const Json& parts) const {
  return {{"artifactId", id}, {"parts", parts}};
}

Json Dialect::task(const std::string& id, const std::string& state_name, const Json& artifacts) const {
  Json task = {{"id", id}, {"contextId", id + "-context"}, {"status", {{"state", state(state_name)}}}};
  if (!artifacts.is_null()) task["artifacts"] = artifacts;
  if (has_kind()) task["kind"] = "task";
  return task;
}

Json Dialect::status_event(const std::string& id, const std::string& state_name) const {
  Json update = {{"taskId", id}, {"contextId", id + "-context"}, {"status", {{"state", state(state_name)}}}};
  if (!is_v1()) update["final"] = is_end(state_name) || state_name == "input-required";
  return wrap("statusUpdate", update);
}

Json Dialect::artifact_event(const std::string& id, const Json& artifact, bool append, bool last) const {
  return wrap("artifactUpdate", {{"taskId", id},
                                 {"contextId", id + "-context"},
                                 {"artifact", artifact},
                                 {"append", append},
                                 {"lastChunk", last}});
}

Json Dialect::wrap(const std::string& member, const Json& value) const {
  if (!has_kind()) return {{member, value}};
  Json bare = value;
  bare["kind"] = kind_in_v0_3(member);
  return bare;
}

Json Dialect::send_params(const Json& message, bool at_once) const {
  Json params = {{"message", message}};
  if (at_once)
    params["configuration"] = is_v1() ? Json{{"returnImmediately", true}} : Json{{"blocking", false}};
  return params;
}

std::string Dialect::kind_of(const Json& result) const {
  for (const char* member : {"task", "message", "statusUpdate", "artifactUpdate"}) {
    if (has_kind() ? result.value("kind", "") == kind_in_v0_3(member) : result.contains(member))
      return member;
  }
  return "nothing known in " + result.dump();
}

Json Dialect::unwrap(const Json& result) const {
  return !has_kind() && result.size() == 1 ? result.front() : result;
}

std::string Dialect::state_of(const Json& holder) const {
  std::string name = holder["status"]["state"];
  if (has_kind()) return name;
  name.erase(0, kPrefix.size());
  std::ranges::transform(name, name.begin(),
                         [](unsigned char c) { return c == '_' ? '-' : static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace schemagate
