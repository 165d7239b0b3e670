#include "a2a/wire/jsonrpc.h"

#include <array>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/wire/error_data.h"

namespace schemagate::a2a::wire {
namespace {

constexpr std::size_t kIdBytesMax = 1024;      // the id is echoed in every answer and frame
constexpr std::size_t kQuotedMethodMax = 128;  // of an unknown method in the message
constexpr std::string_view kHead = R"({"jsonrpc":"2.0","id":)";

struct MethodNames {
  Operation operation;
  std::string_view v0_3;
  std::string_view v1_0;
};

constexpr std::array kMethods = {
    MethodNames{Operation::kSend, "message/send", "SendMessage"},
    MethodNames{Operation::kStream, "message/stream", "SendStreamingMessage"},
    MethodNames{Operation::kGet, "tasks/get", "GetTask"},
    MethodNames{Operation::kCancel, "tasks/cancel", "CancelTask"},
    MethodNames{Operation::kSubscribe, "tasks/resubscribe", "SubscribeToTask"},
    MethodNames{Operation::kList, "", "ListTasks"},
    MethodNames{Operation::kPushCreate, "tasks/pushNotificationConfig/set",
                "CreateTaskPushNotificationConfig"},
    MethodNames{Operation::kPushGet, "tasks/pushNotificationConfig/get", "GetTaskPushNotificationConfig"},
    MethodNames{Operation::kPushList, "tasks/pushNotificationConfig/list", "ListTaskPushNotificationConfigs"},
    MethodNames{Operation::kPushDelete, "tasks/pushNotificationConfig/delete",
                "DeleteTaskPushNotificationConfig"},
    MethodNames{Operation::kExtendedCard, "agent/getAuthenticatedExtendedCard", "GetExtendedAgentCard"},
};

struct Method {
  Version version;
  Operation operation;
};

std::optional<Method> find_method(std::string_view text) {
  if (text.empty()) return std::nullopt;
  for (const MethodNames& names : kMethods) {
    if (text == names.v1_0) return Method{Version::kV1_0, names.operation};
    if (text == names.v0_3) return Method{Version::kV0_3, names.operation};
  }
  return std::nullopt;
}

// The id's text; "null" for an absent one. nullopt for what JSON-RPC does not allow.
std::optional<std::string> read_id(JsonValue root) {
  const auto id = root.find("id");
  if (!id) return "null";
  const JsonKind kind = id->kind();
  const bool allowed = kind == JsonKind::kString || kind == JsonKind::kNumber || kind == JsonKind::kNull;
  if (!allowed || id->raw().size() > kIdBytesMax) return std::nullopt;
  return std::string(id->raw());
}

bool is_jsonrpc_2(JsonValue root) {
  const auto version = root.find("jsonrpc");
  return version && version->string() == "2.0";
}

Error unknown_method(std::string_view method) {
  return {ErrorCode::kMethodNotFound, "Method not found: " + std::string(method.substr(0, kQuotedMethodMax))};
}

Error other_version(Version header, Method method) {
  std::string message = "A2A-Version " + std::string(name(header)) + " has no method " +
                        std::string(method_name(method.version, method.operation));
  const std::string_view instead = method_name(header, method.operation);
  if (!instead.empty()) message += ": expected " + std::string(instead);
  return {ErrorCode::kVersionNotSupported, std::move(message)};
}

// What is wrong with the envelope itself, whatever the method.
std::optional<Error> envelope_error(JsonValue root, const std::optional<std::string>& id) {
  const auto refuse = [](std::string_view why) {
    return Error{ErrorCode::kInvalidRequest, "Invalid request: " + std::string(why)};
  };
  const auto refuse_member = [&refuse](std::string_view name, std::string_view expected) {
    Error error = refuse(std::string(name) + ": " + std::string(expected));
    error.violations.push_back({std::string(name), std::string(expected)});
    return error;
  };
  if (root.is_array()) return refuse("batches are not supported");
  if (!root.is_object()) return refuse("expected an object");
  if (!id) return refuse_member("id", "expected a string or a number of at most 1024 bytes");
  if (!is_jsonrpc_2(root)) return refuse_member("jsonrpc", "expected \"2.0\"");
  const auto method = root.find("method");
  if (!method || !method->is_string()) return refuse_member("method", "expected a string");
  return std::nullopt;
}

std::optional<JsonValue> read_params(JsonValue root) {
  const auto params = root.find("params");
  return params && params->kind() != JsonKind::kNull ? params : std::nullopt;
}

std::optional<JsonValue> error_of(JsonValue answer) {
  const auto error = answer.find("error");
  return error && error->kind() != JsonKind::kNull ? error : std::nullopt;
}

}  // namespace

// Agents that know only doubles make 1.0 of 1, others "1".
bool is_id(JsonValue found, std::string_view id) {
  const std::string_view text = found.raw();
  const bool fraction = found.kind() == JsonKind::kNumber && text.ends_with(".0");
  return text == id || found.string() == id || (fraction && text.substr(0, text.size() - 2) == id);
}

std::string_view method_name(Version version, Operation operation) {
  for (const MethodNames& names : kMethods) {
    if (names.operation == operation) return version == Version::kV1_0 ? names.v1_0 : names.v0_3;
  }
  std::unreachable();
}

bool is_streaming(Operation operation) {
  return operation == Operation::kStream || operation == Operation::kSubscribe;
}

// Stands for absent params: the envelope's `jsonrpc`, a string, in which find() finds nothing.
JsonValue CallEnvelope::params_or_empty() const {
  return params ? *params : root.find("jsonrpc").value_or(root);
}

Result<CallEnvelope, CallError> parse_envelope(JsonValue root, std::optional<Version> header_version) {
  auto id = read_id(root);
  if (auto error = envelope_error(root, id)) {
    const Version version = header_version.value_or(Version::kV0_3);
    return std::unexpected(CallError{std::move(id).value_or("null"), version, *std::move(error)});
  }
  const std::string_view method = root.find("method")->string().value_or("");
  return CallEnvelope{*std::move(id), method, read_params(root), root};
}

Result<Call, CallError> resolve_call(CallEnvelope envelope, std::optional<Version> header_version) {
  const auto method = find_method(envelope.method);
  const auto refuse = [&envelope, &method](Version version, Error error) {
    CallError refused{std::move(envelope.id), version, std::move(error)};
    if (method) refused.operation = method->operation;
    return std::unexpected(std::move(refused));
  };
  if (!method) return refuse(header_version.value_or(Version::kV0_3), unknown_method(envelope.method));
  if (header_version && *header_version != method->version) {
    return refuse(method->version, other_version(*header_version, *method));
  }
  if (envelope.params && !envelope.params->is_object()) {
    return refuse(
        method->version,
        {ErrorCode::kInvalidParams, "params: expected an object", {{"params", "expected an object"}}});
  }
  return Call{std::move(envelope.id), method->version, method->operation, envelope.params_or_empty()};
}

Result<Call, CallError> parse_call(JsonValue root, std::optional<Version> header_version) {
  auto envelope = parse_envelope(root, header_version);
  if (!envelope) return std::unexpected(std::move(envelope.error()));
  return resolve_call(*std::move(envelope), header_version);
}

std::string result_envelope(std::string_view id, std::string_view result) {
  std::string out;
  out.reserve(kHead.size() + id.size() + result.size() + 16);
  return out.append(kHead).append(id).append(R"(,"result":)").append(result).append("}");
}

std::string error_envelope(std::string_view id, Version version, const Error& error, bool version_named) {
  std::string out(kHead);
  out.append(id).append(R"(,"error":{"code":)").append(std::to_string(identity(error.code).jsonrpc_code));
  append_string_member(out, "message", error.message);
  append_jsonrpc_details(out, version, error, version_named);
  return out.append("}}");
}

std::string request_envelope(std::string_view id, Version version, Operation operation,
                             std::string_view params) {
  std::string out;
  out.reserve(kHead.size() + id.size() + params.size() + 80);
  out.append(kHead).append(id);
  append_string_member(out, "method", method_name(version, operation));
  append_raw_member(out, "params", params);
  return out += '}';
}

std::string with_id(std::string request, std::string_view id) {
  return request.replace(kHead.size(), kRequestId.size(), id);
}

Answer<void> check_answer(JsonValue root, std::string_view id) {
  const auto refuse = [](std::string_view why) {
    return std::unexpected(AnswerFault{"it " + std::string(why)});
  };
  if (!is_jsonrpc_2(root)) return refuse("is no JSON-RPC 2.0 response");
  const auto error = error_of(root);
  if (!error && !root.find("result")) return refuse("has neither a result nor an error");
  if (error && !error->is_object()) return refuse("has a malformed error: expected an object");
  const auto found = root.find("id");
  const bool unread = !found || found->kind() == JsonKind::kNull;
  if (unread ? !error : !is_id(*found, id)) return refuse("has another id than the request");
  return {};
}

Result<JsonValue> parse_answer(JsonValue root, std::string_view id) {
  if (auto checked = check_answer(root, id); !checked) return std::unexpected(to_error(checked.error()));
  if (const auto error = error_of(root)) return std::unexpected(read_agent_error(*error));
  return *root.find("result");
}

}  // namespace schemagate::a2a::wire
