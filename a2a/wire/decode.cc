#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/payload.h"
#include "a2a/wire/reader.h"
#include "a2a/wire/timestamp.h"
#include "a2a/wire/v0_3.h"
#include "a2a/wire/v1_0.h"

namespace a2a::wire {
namespace {

Error to_error(FieldViolation violation, Peer peer) {
  std::string what =
      violation.field.empty() ? violation.description : violation.field + ": " + violation.description;
  if (peer == Peer::kAgent) {
    return {ErrorCode::kInvalidAgentResponse, "The agent's answer is malformed: " + what};
  }
  return {ErrorCode::kInvalidParams, std::move(what), {std::move(violation)}};
}

// What was decoded, unless something was wrong.
template <class T>
Result<T> checked(T value, Fault& fault, Peer peer) {
  if (fault) return std::unexpected(to_error(*std::move(fault), peer));
  return value;
}

// Both versions' spellings are accepted in both.
std::optional<Role> role_of(std::string_view text) {
  for (const Role role : {Role::kUser, Role::kAgent, Role::kUnspecified}) {
    if (text == v1_0::name(role)) return role;
  }
  for (const Role role : {Role::kUser, Role::kAgent}) {
    if (text == v0_3::name(role)) return role;
  }
  return std::nullopt;
}

// Unspecified for a name that no version has: a later A2A may add states.
TaskState state_of(std::string_view text) {
  using enum TaskState;
  for (const TaskState state :
       {kCompleted, kWorking, kSubmitted, kInputRequired, kFailed, kCanceled, kRejected, kAuthRequired}) {
    if (text == name_v1_0(state) || text == name_v0_3(state)) return state;
  }
  // v0.3's protobuf had two L.
  if (text == "TASK_STATE_CANCELLED" || text == "cancelled") return kCanceled;
  return kUnspecified;
}

Role read_role(Version version, const Reader& message) {
  const auto found = message.find("role");
  if (!found) return version == Version::kV0_3 ? Role::kAgent : Role::kUnspecified;
  const auto role = role_of(found->value().string().value_or(""));
  if (!role) found->fail("expected the role of a user or an agent");
  return role.value_or(Role::kUnspecified);
}

TaskState read_state(const Reader& status) {
  const auto found = status.find("state");
  if (!found) return TaskState::kUnspecified;
  const auto text = found->value().string();
  if (!text) found->fail("expected a task state");
  return state_of(text.value_or(""));
}

std::vector<Part> read_parts(Version version, const Reader& reader) {
  return reader.list("parts", [version](const Reader& part) {
    return version == Version::kV1_0 ? v1_0::read_part(part) : v0_3::read_part(part);
  });
}

Message read_message(Version version, const Reader& reader) {
  return {.message_id = reader.id("messageId"),
          .context_id = reader.string("contextId"),
          .task_id = reader.string("taskId"),
          .role = read_role(version, reader),
          .parts = read_parts(version, reader),
          .metadata = reader.object("metadata"),
          .extensions = reader.strings("extensions"),
          .reference_task_ids = reader.strings("referenceTaskIds")};
}

// A client's message lacks nothing that is required.
Message read_client_message(Version version, const Reader& reader) {
  Message message = read_message(version, reader);
  if (message.message_id.empty()) reader.fail_member("messageId", "required");
  if (!reader.find("role") || message.role == Role::kUnspecified) reader.fail_member("role", "required");
  if (message.parts.empty()) reader.fail_member("parts", "required: at least one part");
  return message;
}

// v1.0 has no place for a text that is no instant; v0.3 keeps it.
std::string read_timestamp(Version version, const Reader& status) {
  std::string text = status.string("timestamp");
  if (auto utc = to_utc(text)) return *std::move(utc);
  return version == Version::kV0_3 ? std::move(text) : std::string();
}

TaskStatus read_status(Version version, const Reader& owner) {
  const auto reader = owner.required_object("status");
  if (!reader) return {};
  TaskStatus status = {.state = read_state(*reader), .timestamp = read_timestamp(version, *reader)};
  if (const auto message = reader->find_object("message")) status.message = read_message(version, *message);
  return status;
}

Artifact read_artifact(Version version, const Reader& reader) {
  return {.artifact_id = reader.string("artifactId"),
          .name = reader.string("name"),
          .description = reader.string("description"),
          .parts = read_parts(version, reader),
          .metadata = reader.object("metadata"),
          .extensions = reader.strings("extensions")};
}

Task read_task(Version version, const Reader& reader) {
  return {.id = reader.required_string("id"),
          .context_id = reader.string("contextId"),
          .status = read_status(version, reader),
          .artifacts = reader.list(
              "artifacts", [version](const Reader& artifact) { return read_artifact(version, artifact); }),
          .history = reader.list("history",
                                 [version](const Reader& message) { return read_message(version, message); }),
          .metadata = reader.object("metadata")};
}

TaskStatusUpdate read_status_update(Version version, const Reader& reader) {
  return {.task_id = reader.required_string("taskId"),
          .context_id = reader.string("contextId"),
          .status = read_status(version, reader),
          .metadata = reader.object("metadata")};
}

TaskArtifactUpdate read_artifact_update(Version version, const Reader& reader) {
  const auto artifact = reader.required_object("artifact");
  return {.task_id = reader.required_string("taskId"),
          .context_id = reader.string("contextId"),
          .artifact = artifact ? read_artifact(version, *artifact) : Artifact{},
          .append = reader.boolean("append", false),
          .last_chunk = reader.boolean("lastChunk", false),
          .metadata = reader.object("metadata")};
}

StreamEvent read_payload(Version version, const Payload& payload) {
  switch (payload.kind) {
    case PayloadKind::kTask:
      return read_task(version, payload.reader);
    case PayloadKind::kMessage:
      return read_message(version, payload.reader);
    case PayloadKind::kStatusUpdate:
      return read_status_update(version, payload.reader);
    case PayloadKind::kArtifactUpdate:
      return read_artifact_update(version, payload.reader);
  }
  std::unreachable();
}

std::optional<Payload> find_payload(Version version, const Reader& reader) {
  return version == Version::kV1_0 ? v1_0::find_payload(reader) : v0_3::find_payload(reader);
}

}  // namespace

Result<SendRequest> decode_send_request(Version version, JsonValue params) {
  Fault fault;
  const Reader reader(params, fault);
  SendRequest request = {.configuration = {}};
  if (const auto message = reader.required_object("message")) {
    request.message = read_client_message(version, *message);
  }
  if (const auto found = reader.find_object("configuration")) {
    request.configuration =
        version == Version::kV1_0 ? v1_0::read_configuration(*found) : v0_3::read_configuration(*found);
  }
  request.metadata = reader.object("metadata");
  if (version == Version::kV1_0) request.tenant = reader.string("tenant");
  return checked(std::move(request), fault, Peer::kClient);
}

Result<GetTaskRequest> decode_get_task_request(Version version, JsonValue params) {
  Fault fault;
  const Reader reader(params, fault);
  GetTaskRequest request = {.id = reader.required_string("id"),
                            .history_length = reader.count("historyLength")};
  if (version == Version::kV1_0) request.tenant = reader.string("tenant");
  return checked(std::move(request), fault, Peer::kClient);
}

Result<TaskIdRequest> decode_task_id_request(Version version, JsonValue params) {
  Fault fault;
  const Reader reader(params, fault);
  TaskIdRequest request = {.id = reader.required_string("id"), .metadata = reader.object("metadata")};
  if (version == Version::kV1_0) request.tenant = reader.string("tenant");
  return checked(std::move(request), fault, Peer::kClient);
}

Result<Task> decode_task(Version version, JsonValue value, Peer peer) {
  Fault fault;
  const Reader reader(value, fault);
  return checked(read_task(version, reader), fault, peer);
}

Result<Message> decode_message(Version version, JsonValue value, Peer peer) {
  Fault fault;
  const Reader reader(value, fault);
  if (!value.is_object()) reader.fail("expected an object");
  return checked(read_message(version, reader), fault, peer);
}

Result<SendResult> decode_send_result(Version version, JsonValue value, Peer peer) {
  auto event = decode_stream_event(version, value, peer);
  if (!event) return std::unexpected(std::move(event).error());
  if (auto* task = std::get_if<Task>(&*event)) return std::move(*task);
  if (auto* message = std::get_if<Message>(&*event)) return std::move(*message);
  return std::unexpected(to_error({"", "expected a task or a message, found an update"}, peer));
}

Result<StreamEvent> decode_stream_event(Version version, JsonValue value, Peer peer) {
  Fault fault;
  const Reader reader(value, fault);
  const auto payload = find_payload(version, reader);
  return checked(payload ? read_payload(version, *payload) : StreamEvent{}, fault, peer);
}

}  // namespace a2a::wire
