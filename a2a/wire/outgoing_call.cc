#include "a2a/wire/outgoing_call.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/uri/percent.h"
#include "a2a/wire/append.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/rest.h"

namespace schemagate::a2a::wire {
namespace {

constexpr int kListPageSize = 50;  // A2A v1.0.1, ListTasksRequest.page_size

OutgoingCall jsonrpc_call(const Protocol& protocol, Operation operation, std::string_view params) {
  return {.body = request_envelope(kRequestId, protocol.version, operation, params)};
}

// The path before an operation's own: v1.0's tenant, or v0.3's /v1.
std::string rest_prefix(const Protocol& protocol, const std::string& tenant) {
  if (protocol.version == Version::kV0_3) return protocol.without_v1 ? "" : "/v1";
  return tenant.empty() ? "" : "/" + uri::percent_encoded(tenant);
}

std::string task_path(const Protocol& protocol, const std::string& tenant, const std::string& task_id) {
  return rest_prefix(protocol, tenant) + "/tasks/" + uri::percent_encoded(task_id);
}

void append_parameter(std::string& target, std::string_view name, const std::string& value) {
  if (!value.empty()) target.append("&").append(name).append("=").append(uri::percent_encoded(value));
}

OutgoingCall rest_send_call(const Protocol& protocol, Operation operation, SendRequest& request) {
  const std::string_view verb = operation == Operation::kStream ? "/message:stream" : "/message:send";
  const std::string tenant = std::exchange(request.tenant, std::string());
  return {.path = rest_prefix(protocol, tenant).append(verb),
          .body = encode_send_request(protocol.format(), request)};
}

OutgoingCall rest_get_call(const Protocol& protocol, const GetTaskRequest& request) {
  OutgoingCall call{.method = "GET", .path = task_path(protocol, request.tenant, request.id)};
  if (request.history_length) call.path += "?historyLength=" + std::to_string(*request.history_length);
  return call;
}

std::string page_size(const ListTasksRequest& request) {
  return std::to_string(request.page_size.value_or(kListPageSize));
}

std::string list_params(const ListTasksRequest& request) {
  std::string params = "{";
  append_raw_member(params, "pageSize", page_size(request));
  append_present(params, "contextId", request.context_id);
  append_present(params, "pageToken", request.page_token);
  append_present(params, "tenant", request.tenant);
  if (request.status) append_string_member(params, "status", name_v1_0(*request.status));
  append_present(params, "statusTimestampAfter", request.status_timestamp_after);
  if (request.history_length)
    append_raw_member(params, "historyLength", std::to_string(*request.history_length));
  if (request.include_artifacts) append_raw_member(params, "includeArtifacts", "true");
  return params + "}";
}

OutgoingCall rest_list_call(const Protocol& protocol, const ListTasksRequest& request) {
  OutgoingCall call{.method = "GET", .path = rest_prefix(protocol, request.tenant)};
  call.path += "/tasks?pageSize=" + page_size(request);
  append_parameter(call.path, "contextId", request.context_id);
  append_parameter(call.path, "pageToken", request.page_token);
  if (request.status) append_parameter(call.path, "status", std::string(name_v1_0(*request.status)));
  append_parameter(call.path, "statusTimestampAfter", request.status_timestamp_after);
  if (request.history_length)
    append_parameter(call.path, "historyLength", std::to_string(*request.history_length));
  if (request.include_artifacts) append_parameter(call.path, "includeArtifacts", "true");
  return call;
}

OutgoingCall rest_task_call(const Protocol& protocol, Operation operation, const TaskIdRequest& request) {
  const std::string path = task_path(protocol, request.tenant, request.id);
  if (operation == Operation::kCancel) {
    const std::string& metadata = request.metadata.text;
    return {.path = path + ":cancel", .body = metadata.empty() ? "{}" : R"({"metadata":)" + metadata + "}"};
  }
  return {.method = protocol.version == Version::kV1_0 ? "GET" : "POST", .path = path + ":subscribe"};
}

std::string card_params(const Protocol& protocol, const std::string& tenant) {
  std::string params = "{";
  if (protocol.version == Version::kV1_0) append_present(params, "tenant", tenant);
  return params + "}";
}

OutgoingCall rest_card_call(const Protocol& protocol, const std::string& tenant) {
  const bool has_long_name = protocol.version == Version::kV1_0 || protocol.without_v1;
  return {.method = "GET",
          .path = rest_prefix(protocol, tenant) + (has_long_name ? "/extendedAgentCard" : "/card")};
}

// HTTP+JSON's: the body itself, unless it says that it is an error.
Result<JsonValue> read_body(bool refused, int http_status, JsonValue root) {
  if (!refused && !root.find("error")) return root;
  if (auto error = read_rest_error(root)) return std::unexpected(*std::move(error));
  return fail(ErrorCode::kInvalidAgentResponse, "the agent answered HTTP " + std::to_string(http_status) +
                                                    " with a body that is no error of A2A");
}

// Of what is none, the status of a proxy, or of a server that has too much to do, tells more than the body.
Result<JsonValue> read_response(bool refused, int http_status, JsonValue root, std::string_view id) {
  const auto checked = check_answer(root, id);
  if (checked || !refused) return parse_answer(root, id);
  return std::unexpected(to_error(checked.error(), http_status));
}

}  // namespace

std::string_view name(Binding binding) {
  switch (binding) {
    case Binding::kJsonRpc:
      return "JSONRPC";
    case Binding::kHttpJson:
      return "HTTP+JSON";
  }
  std::unreachable();
}

WireFormat Protocol::format() const {
  switch (binding) {
    case Binding::kJsonRpc:
      return version;
    case Binding::kHttpJson:
      break;
  }
  if (without_v1) return version;
  const WireFormat format = rest_format(version);
  return bytes_twice ? format.with_bytes_twice() : format;
}

std::string request_target(std::string_view base, const OutgoingCall& call) {
  if (call.path.empty()) return std::string(base);
  const std::size_t mark = std::min(base.find('?'), base.size());
  std::string target(base.substr(0, mark));
  while (target.ends_with('/')) target.pop_back();
  target += call.path;
  const std::string_view query = base.substr(std::min(mark + 1, base.size()));
  if (!query.empty()) target.append(call.path.contains('?') ? "&" : "?").append(query);
  return target;
}

OutgoingCall send_call(const Protocol& protocol, Operation operation, SendRequest& request) {
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_call(protocol, operation, encode_send_request(protocol.version, request));
    case Binding::kHttpJson:
      return rest_send_call(protocol, operation, request);
  }
  std::unreachable();
}

OutgoingCall get_call(const Protocol& protocol, const GetTaskRequest& request) {
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_call(protocol, Operation::kGet, encode_get_task_request(protocol.version, request));
    case Binding::kHttpJson:
      return rest_get_call(protocol, request);
  }
  std::unreachable();
}

OutgoingCall list_call(const Protocol& protocol, const ListTasksRequest& request) {
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_call(protocol, Operation::kList, list_params(request));
    case Binding::kHttpJson:
      return rest_list_call(protocol, request);
  }
  std::unreachable();
}

OutgoingCall task_call(const Protocol& protocol, Operation operation, const TaskIdRequest& request) {
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_call(protocol, operation, encode_task_id_request(protocol.version, request, operation));
    case Binding::kHttpJson:
      return rest_task_call(protocol, operation, request);
  }
  std::unreachable();
}

OutgoingCall card_call(const Protocol& protocol, const std::string& tenant) {
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_call(protocol, Operation::kExtendedCard, card_params(protocol, tenant));
    case Binding::kHttpJson:
      return rest_card_call(protocol, tenant);
  }
  std::unreachable();
}

Result<JsonValue> read_answer(const Protocol& protocol, int http_status, JsonValue root,
                              std::string_view id) {
  const bool refused = http_status < 200 || http_status >= 300;
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return read_response(refused, http_status, root, id);
    case Binding::kHttpJson:
      return read_body(refused, http_status, root);
  }
  std::unreachable();
}

Result<JsonValue> read_event(const Protocol& protocol, std::string_view event, JsonValue root,
                             std::string_view id) {
  constexpr int kStreamStatus = 200;
  switch (protocol.binding) {
    case Binding::kJsonRpc:
      return parse_answer(root, id);
    case Binding::kHttpJson:
      return read_body(event == "error", kStreamStatus, root);
  }
  std::unreachable();
}

}  // namespace schemagate::a2a::wire
