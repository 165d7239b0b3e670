#include <utility>
#include <variant>

#include "a2a/model/metadata.h"
#include "a2a/wire/carriers.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/list_tasks.h"
#include "a2a/wire/payload.h"
#include "a2a/wire/reader.h"
#include "a2a/wire/timestamp.h"
#include "a2a/wire/v0_3.h"
#include "a2a/wire/v0_3_proto_json.h"
#include "a2a/wire/v1_0.h"

namespace schemagate::a2a::wire {
namespace {

std::string sentence(const FieldViolation& violation) {
  return violation.field.empty() ? violation.description : violation.field + ": " + violation.description;
}

// What was decoded of a request, unless something was wrong.
template <class T>
Result<T> checked(T value, FirstViolation& violation) {
  if (!violation) return value;
  std::string what = sentence(*violation);
  return std::unexpected(Error{ErrorCode::kInvalidParams, std::move(what), {*std::move(violation)}});
}

// The same of a result.
template <class T>
Answer<T> answered(T value, const FirstViolation& violation) {
  if (violation) return std::unexpected(AnswerFault{sentence(*violation)});
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

Role read_role(WireFormat format, const Reader& message) {
  const auto found = message.find("role");
  if (!found) return !format.is_v1_0() ? Role::kAgent : Role::kUnspecified;
  const auto role = role_of(found->value().string().value_or(""));
  if (!role) found->fail("expected the role of a user or an agent");
  return role.value_or(Role::kUnspecified);
}

// Unspecified for a name that no version has: a later A2A may add states.
TaskState read_state(const Reader& status) {
  const auto found = status.find("state");
  if (!found) return TaskState::kUnspecified;
  const auto text = found->value().string();
  if (!text) found->fail("expected a task state");
  return parse_state(text.value_or("")).value_or(TaskState::kUnspecified);
}

Part read_part(WireFormat format, const Reader& part) {
  if (format.is_v1_0()) return v1_0::read_part(part);
  return format.has_kind() ? v0_3::read_part(part) : v0_3_proto_json::read_part(part);
}

std::vector<Part> read_parts(WireFormat format, const Reader& reader, std::string_view name = "parts") {
  return reader.list(name, [format](const Reader& part) { return read_part(format, part); });
}

// ProtoJSON has a name of its own for a message's parts, and is often given v0.3's other one.
std::string_view parts_name(WireFormat format, const Reader& message) {
  return format.is_v0_3_proto_json() && !message.find("parts") ? "content" : "parts";
}

Message read_message(WireFormat format, const Reader& reader) {
  return {.message_id = reader.id("messageId"),
          .context_id = reader.string("contextId"),
          .task_id = reader.string("taskId"),
          .role = read_role(format, reader),
          .parts = read_parts(format, reader, parts_name(format, reader)),
          .metadata = reader.object("metadata"),
          .extensions = reader.strings("extensions"),
          .reference_task_ids = reader.strings("referenceTaskIds")};
}

// A label that nobody reads would let the data of its part go on unchecked.
void refuse_lookalikes_in_parts(WireFormat format, const Reader& message) {
  message.list(parts_name(format, message), [format](const Reader& part) {
    format.is_v1_0() ? part.refuse_lookalikes({"metadata", "mediaType"})
                     : part.refuse_lookalikes({"metadata"});
    return std::monostate();
  });
}

// A client's message lacks nothing that is required.
Message read_client_message(WireFormat format, const Reader& reader) {
  reader.refuse_lookalikes({"messageId", "contextId", "taskId", "referenceTaskIds", "metadata"});
  refuse_lookalikes_in_parts(format, reader);
  Message message = read_message(format, reader);
  if (message.message_id.empty()) reader.fail_member("messageId", "required");
  reader.check_id("messageId", message.message_id);
  reader.check_id("contextId", message.context_id);
  reader.check_id("taskId", message.task_id);
  for (const std::string& id : message.reference_task_ids) reader.check_id("referenceTaskIds", id);
  if (!reader.find("role") || message.role == Role::kUnspecified) reader.fail_member("role", "required");
  if (message.role != Role::kUser)
    reader.fail_member("role", "expected the role of a user, which every message of a client has");
  if (message.parts.empty()) {
    reader.fail_member(parts_name(format, reader), "required: at least one part");
  }
  return message;
}

// v1.0 has no place for a text that is no instant; v0.3 keeps it.
std::string read_timestamp(WireFormat format, const Reader& status) {
  std::string text = status.string("timestamp");
  if (auto utc = to_utc(text)) return *std::move(utc);
  return format.has_kind() ? std::move(text) : std::string();
}

TaskStatus read_status(WireFormat format, const Reader& owner) {
  const auto reader = owner.required_object("status");
  if (!reader) return {};
  TaskStatus status = {.state = read_state(*reader), .timestamp = read_timestamp(format, *reader)};
  if (const auto message = reader->find_object("message")) status.message = read_message(format, *message);
  return status;
}

Artifact read_artifact(WireFormat format, const Reader& reader) {
  return {.artifact_id = reader.string("artifactId"),
          .name = reader.string("name"),
          .description = reader.string("description"),
          .parts = read_parts(format, reader),
          .metadata = reader.object("metadata"),
          .extensions = reader.strings("extensions")};
}

Task read_task(WireFormat format, const Reader& reader) {
  return {.id = reader.required_string("id"),
          .context_id = reader.string("contextId"),
          .status = read_status(format, reader),
          .artifacts = reader.list(
              "artifacts", [format](const Reader& artifact) { return read_artifact(format, artifact); }),
          .history = reader.list("history",
                                 [format](const Reader& message) { return read_message(format, message); }),
          .metadata = reader.object("metadata")};
}

bool says_final(const Reader& reader) {
  const auto final = reader.find("final");
  return final && final->value().boolean() == true;
}

TaskStatusUpdate read_status_update(WireFormat format, const Reader& reader) {
  TaskStatusUpdate update{.task_id = reader.required_string("taskId"),
                          .context_id = reader.string("contextId"),
                          .status = read_status(format, reader),
                          .metadata = reader.object("metadata")};
  const bool may_go_on = update.status.state == TaskState::kAuthRequired;
  if (may_go_on && !format.is_v1_0() && says_final(reader))
    update.metadata = with_member(update.metadata, kFinal, "true");
  return update;
}

TaskArtifactUpdate read_artifact_update(WireFormat format, const Reader& reader) {
  const auto artifact = reader.required_object("artifact");
  return {.task_id = reader.required_string("taskId"),
          .context_id = reader.string("contextId"),
          .artifact = artifact ? read_artifact(format, *artifact) : Artifact{},
          .append = reader.boolean("append", false),
          .last_chunk = reader.boolean("lastChunk", false),
          .metadata = reader.object("metadata")};
}

StreamEvent read_payload(WireFormat format, const Payload& payload) {
  switch (payload.kind) {
    case PayloadKind::kTask:
      return read_task(format, payload.reader);
    case PayloadKind::kMessage:
      return read_message(format, payload.reader);
    case PayloadKind::kStatusUpdate:
      return read_status_update(format, payload.reader);
    case PayloadKind::kArtifactUpdate:
      return read_artifact_update(format, payload.reader);
  }
  std::unreachable();
}

// Agents exist that speak v0.3's other JSON in its HTTP+JSON binding.
std::optional<Payload> find_payload(WireFormat format, const Reader& reader) {
  const bool by_kind = format.has_kind() || (format.is_v0_3_proto_json() && reader.find("kind"));
  return by_kind ? v0_3::find_payload(reader) : v1_0::find_payload(reader);
}

SendConfiguration read_configuration(WireFormat format, const Reader& reader) {
  if (format.is_v1_0()) return v1_0::read_configuration(reader);
  return format.has_kind() ? v0_3::read_configuration(reader) : v0_3_proto_json::read_configuration(reader);
}

}  // namespace

bool is_final(const TaskStatusUpdate& update) {
  return update.status.state == TaskState::kAuthRequired && member_of(update.metadata, kFinal).text == "true";
}

Result<SendRequest> decode_send_request(WireFormat format, JsonValue params) {
  FirstViolation violation;
  const Reader reader(params, violation);
  reader.refuse_lookalikes({"message", "configuration", "metadata"});
  SendRequest request = {.configuration = {}};
  // What v0.3's definition calls "request" has the name "message" in JSON.
  const bool has_request = format.is_v0_3_proto_json() && !reader.find("message") && reader.find("request");
  if (const auto message = reader.required_object(has_request ? "request" : "message")) {
    request.message = read_client_message(format, *message);
  }
  if (const auto found = reader.find_object("configuration")) {
    request.configuration = read_configuration(format, *found);
  }
  request.metadata = reader.object("metadata");
  if (format.is_v1_0()) request.tenant = reader.string("tenant");
  return checked(std::move(request), violation);
}

Result<GetTaskRequest> decode_get_task_request(Version version, JsonValue params) {
  FirstViolation violation;
  const Reader reader(params, violation);
  GetTaskRequest request = {.id = reader.required_id("id"), .history_length = reader.count("historyLength")};
  reader.refuse_lookalikes({"historyLength"});
  if (version == Version::kV1_0) request.tenant = reader.string("tenant");
  return checked(std::move(request), violation);
}

Result<TaskIdRequest> decode_task_id_request(Version version, JsonValue params) {
  FirstViolation violation;
  const Reader reader(params, violation);
  TaskIdRequest request = {.id = reader.required_id("id"), .metadata = reader.object("metadata")};
  if (version == Version::kV1_0) request.tenant = reader.string("tenant");
  return checked(std::move(request), violation);
}

Result<ListTasksRequest> decode_list_tasks_request(JsonValue params) {
  FirstViolation violation;
  const Reader reader(params, violation);
  ListTasksRequest request = read_list_tasks_request(reader, violation);
  request.tenant = reader.string("tenant");
  return checked(std::move(request), violation);
}

Answer<Task> decode_task(WireFormat format, JsonValue value) {
  FirstViolation violation;
  const Reader reader(value, violation);
  return answered(read_task(format, reader), violation);
}

Answer<Message> decode_message(WireFormat format, JsonValue value) {
  FirstViolation violation;
  const Reader reader(value, violation);
  if (!value.is_object()) reader.fail("expected an object");
  return answered(read_message(format, reader), violation);
}

Answer<SendResult> decode_send_result(WireFormat format, JsonValue value) {
  auto event = decode_send_event(format, value);
  if (!event) return std::unexpected(std::move(event.error()));
  if (auto* task = std::get_if<Task>(&*event)) return std::move(*task);
  return std::move(std::get<Message>(*event));
}

Answer<StreamEvent> decode_send_event(WireFormat format, JsonValue value) {
  auto event = decode_stream_event(format, value);
  const bool fits = !event || std::holds_alternative<Task>(*event) || std::holds_alternative<Message>(*event);
  if (!fits) event = std::unexpected(AnswerFault{"expected a task or a message, found an update"});
  return event;
}

Answer<StreamEvent> decode_stream_event(WireFormat format, JsonValue value) {
  FirstViolation violation;
  const Reader reader(value, violation);
  const auto payload = find_payload(format, reader);
  return answered(payload ? read_payload(format, *payload) : StreamEvent{}, violation);
}

}  // namespace schemagate::a2a::wire
