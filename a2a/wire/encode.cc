
#include "a2a/json/text.h"
#include "a2a/model/metadata.h"
#include "a2a/wire/append.h"
#include "a2a/wire/carriers.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/payload.h"
#include "a2a/wire/timestamp.h"
#include "a2a/wire/v0_3.h"
#include "a2a/wire/v0_3_proto_json.h"
#include "a2a/wire/v1_0.h"

namespace schemagate::a2a::wire {
namespace {

constexpr std::size_t kObjectBytes = 192;  // member names and ids of one object: a guess that only reserves

std::size_t expected_bytes(const std::vector<Part>& parts) {
  std::size_t bytes = kObjectBytes;
  for (const Part& part : parts) bytes += kObjectBytes + part.content.size() + part.metadata.text.size();
  return bytes;
}

std::size_t expected_bytes(const Task& task) {
  std::size_t bytes = kObjectBytes + task.metadata.text.size();
  if (task.status.message) bytes += expected_bytes(task.status.message->parts);
  for (const Artifact& artifact : task.artifacts) bytes += expected_bytes(artifact.parts);
  for (const Message& message : task.history) bytes += expected_bytes(message.parts);
  return bytes;
}

std::size_t expected_bytes(const Message& message) {
  return expected_bytes(message.parts) + message.metadata.text.size();
}

std::size_t expected_bytes(const TaskStatusUpdate& update) {
  return 2 * kObjectBytes + (update.status.message ? expected_bytes(*update.status.message) : 0);
}

std::size_t expected_bytes(const TaskArtifactUpdate& update) {
  return 2 * kObjectBytes + expected_bytes(update.artifact.parts);
}

void append_kind(std::string& out, WireFormat format, PayloadKind kind) {
  if (format.has_kind()) append_string_member(out, "kind", name_of(kind).v0_3);
}

// v0.3 requires it, v1.0 has it optional.
void append_context_id(std::string& out, WireFormat format, const std::string& context_id) {
  if (!format.is_v1_0() || !context_id.empty()) append_string_member(out, "contextId", context_id);
}

void append_part(std::string& out, WireFormat format, const Part& part) {
  if (format.is_v1_0()) return v1_0::append_part(out, part);
  if (format.has_kind()) return v0_3::append_part(out, part);
  v0_3_proto_json::append_part(out, part, format.has_bytes_twice());
}

void append_parts(std::string& out, WireFormat format, const std::vector<Part>& parts,
                  std::string_view name = "parts") {
  append_list(out, name, parts, [&out, format](const Part& part) { append_part(out, format, part); });
}

std::string_view name_of(WireFormat format, TaskState state) {
  if (format.has_kind()) return name_v0_3(state);
  return format.is_v1_0() ? name_v1_0(state) : v0_3_proto_json::name(state);
}

// The ProtoJSON formats have a google.protobuf.Timestamp: a text that is no instant is left out there.
void append_timestamp(std::string& out, WireFormat format, const std::string& timestamp) {
  if (format.has_kind() || to_utc(timestamp)) append_present(out, "timestamp", timestamp);
}

void append_status(std::string& out, WireFormat format, const TaskStatus& status) {
  append_member_name(out, "status");
  out += '{';
  append_string_member(out, "state", name_of(format, status.state));
  if (status.message) {
    append_member_name(out, "message");
    append_message(out, format, *status.message);
  }
  append_timestamp(out, format, status.timestamp);
  out += '}';
}

void append_artifact(std::string& out, WireFormat format, const Artifact& artifact) {
  out += '{';
  append_string_member(out, "artifactId", artifact.artifact_id);
  append_present(out, "name", artifact.name);
  append_present(out, "description", artifact.description);
  append_parts(out, format, artifact.parts);
  append_present(out, "metadata", artifact.metadata);
  append_present(out, "extensions", artifact.extensions);
  out += '}';
}

void append_artifacts(std::string& out, WireFormat format, const std::vector<Artifact>& artifacts) {
  if (artifacts.empty()) return;
  append_list(out, "artifacts", artifacts,
              [&out, format](const Artifact& artifact) { append_artifact(out, format, artifact); });
}

void append_history(std::string& out, WireFormat format, const std::vector<Message>& history) {
  if (history.empty()) return;
  append_list(out, "history", history,
              [&out, format](const Message& message) { append_message(out, format, message); });
}

constexpr PayloadKind kind_of(const Task&) {
  return PayloadKind::kTask;
}
constexpr PayloadKind kind_of(const Message&) {
  return PayloadKind::kMessage;
}
constexpr PayloadKind kind_of(const TaskStatusUpdate&) {
  return PayloadKind::kStatusUpdate;
}
constexpr PayloadKind kind_of(const TaskArtifactUpdate&) {
  return PayloadKind::kArtifactUpdate;
}

// Appends a result or an event: the object with its `kind`, or the oneof around it.
struct PayloadWriter {
  std::string& out;
  WireFormat format;
  bool final;

  template <class T>
  void operator()(const T& payload) const {
    if (format.has_kind()) return append(payload);
    out += '{';
    append_member_name(out, name_of(kind_of(payload)).v1_0);
    append(payload);
    out += '}';
  }

 private:
  void append(const Task& task) const { append_task(out, format, task); }
  void append(const Message& message) const { append_message(out, format, message); }

  void append(const TaskStatusUpdate& update) const {
    append_head(update);
    append_status(out, format, update.status);
    if (!format.is_v1_0()) append_raw_member(out, "final", final ? "true" : "false");
    const bool carries = !format.is_v1_0() && is_final(update);
    append_present(out, "metadata", carries ? without_member(update.metadata, kFinal) : update.metadata);
    out += '}';
  }

  void append(const TaskArtifactUpdate& update) const {
    append_head(update);
    append_member_name(out, "artifact");
    append_artifact(out, format, update.artifact);
    if (update.append) append_raw_member(out, "append", "true");
    if (update.last_chunk) append_raw_member(out, "lastChunk", "true");
    append_present(out, "metadata", update.metadata);
    out += '}';
  }

  void append_head(const auto& update) const {
    out += '{';
    append_kind(out, format, kind_of(update));
    append_string_member(out, "taskId", update.task_id);
    append_string_member(out, "contextId", update.context_id);
  }
};

void append_tenant(std::string& out, WireFormat format, const std::string& tenant) {
  if (format.is_v1_0()) append_present(out, "tenant", tenant);
}

void append_configuration(std::string& out, WireFormat format, const SendConfiguration& configuration) {
  if (format.is_v1_0()) return v1_0::append_configuration(out, configuration);
  v0_3::append_configuration(out, format, configuration);
}

}  // namespace

std::string encode_send_request(WireFormat format, const SendRequest& request) {
  std::string out;
  out.reserve(expected_bytes(request.message.parts) + kObjectBytes);
  out += '{';
  append_tenant(out, format, request.tenant);
  append_member_name(out, "message");
  append_message(out, format, request.message);
  append_configuration(out, format, request.configuration);
  append_present(out, "metadata", request.metadata);
  return out += '}';
}

std::string encode_get_task_request(Version version, const GetTaskRequest& request) {
  std::string out = "{";
  append_tenant(out, version, request.tenant);
  append_string_member(out, "id", request.id);
  append_present(out, "historyLength", request.history_length);
  return out += '}';
}

std::string encode_task_id_request(Version version, const TaskIdRequest& request, Operation operation) {
  const bool metadata = version == Version::kV0_3 || operation == Operation::kCancel;
  std::string out = "{";
  append_tenant(out, version, request.tenant);
  append_string_member(out, "id", request.id);
  if (metadata) append_present(out, "metadata", request.metadata);
  return out += '}';
}

void append_task(std::string& out, WireFormat format, const Task& task) {
  out += '{';
  append_kind(out, format, PayloadKind::kTask);
  append_string_member(out, "id", task.id);
  append_context_id(out, format, task.context_id);
  append_status(out, format, task.status);
  append_history(out, format, task.history);
  append_present(out, "metadata", task.metadata);
  append_artifacts(out, format, task.artifacts);
  out += '}';
}

void append_message(std::string& out, WireFormat format, const Message& message) {
  out += '{';
  append_kind(out, format, PayloadKind::kMessage);
  append_string_member(out, "messageId", message.message_id);
  append_string_member(out, "role", format.has_kind() ? v0_3::name(message.role) : v1_0::name(message.role));
  append_present(out, "taskId", message.task_id);
  append_present(out, "contextId", message.context_id);
  append_parts(out, format, message.parts, format.is_v0_3_proto_json() ? "content" : "parts");
  append_present(out, "metadata", message.metadata);
  append_present(out, "extensions", message.extensions);
  if (!format.is_v0_3_proto_json()) append_present(out, "referenceTaskIds", message.reference_task_ids);
  out += '}';
}

std::string encode_task(WireFormat format, const Task& task) {
  std::string out;
  out.reserve(expected_bytes(task));
  append_task(out, format, task);
  return out;
}

std::string encode_task_page(WireFormat format, const TaskPage& page) {
  std::string out = "{";
  append_list(out, "tasks", page.tasks, [&out, format](const Task& task) { append_task(out, format, task); });
  append_string_member(out, "nextPageToken", page.next_page_token);
  append_raw_member(out, "pageSize", std::to_string(page.page_size));
  append_raw_member(out, "totalSize", std::to_string(page.total_size));
  return out += '}';
}

std::string encode_send_result(WireFormat format, const SendResult& result) {
  std::string out;
  std::visit([&out](const auto& payload) { out.reserve(expected_bytes(payload)); }, result);
  std::visit(PayloadWriter{out, format, false}, result);
  return out;
}

std::string encode_stream_event(WireFormat format, const StreamEvent& event, bool final) {
  std::string out;
  std::visit([&out](const auto& payload) { out.reserve(expected_bytes(payload)); }, event);
  std::visit(PayloadWriter{out, format, final}, event);
  return out;
}

}  // namespace schemagate::a2a::wire
