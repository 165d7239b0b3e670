#include "gateway/front/rest_binding.h"

#include <algorithm>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/push_operations.h"
#include "a2a/wire/rest.h"
#include "gateway/front/http_answer.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::wire::Operation;
using a2a::wire::RestCall;
using a2a::wire::Version;
using net::HttpRequest;
using net::HttpResponse;

constexpr std::string_view kA2aMediaType = "application/a2a+json";

// v1.0 has a media type of its own, which older clients do not ask for.
std::string_view media_type(Version version, std::string_view accept) {
  const bool wanted = accept.empty() || accept.contains(kA2aMediaType) || accept.contains("*/*");
  return version == Version::kV1_0 && wanted ? kA2aMediaType : kJsonMediaType;
}

Invocation empty_invocation(const HttpRequest& request, const RestRoute& route, Version version,
                            Operation operation) {
  Invocation invocation{
      .binding = Binding::kHttpJson, .dialect = a2a::wire::rest_dialect(version), .operation = operation};
  invocation.media_type = media_type(version, request.header("Accept"));
  invocation.v1_0_0_statuses = route.agent->config().v1_0_0_statuses;
  return invocation;
}

HttpResponse missed(const HttpRequest& request, const RestRoute& route, const a2a::wire::RestMiss& miss) {
  const Version version = route.path.starts_with("/v1/") ? Version::kV0_3 : Version::kV1_0;
  const Invocation invocation = empty_invocation(request, route, version, Operation::kGet);
  a2a::Error error{ErrorCode::kMethodNotFound, "nothing is served at this path"};
  if (miss.status == 400) error = {ErrorCode::kInvalidRequest, "the path is not percent-encoded text"};
  if (miss.status == 405) error.message = "this path takes " + miss.allowed;
  HttpResponse answer = error_answer(invocation, error, miss.status);
  if (!miss.allowed.empty()) answer.headers.push_back({"Allow", miss.allowed});
  return answer;
}

Result<void> check_version(const RestCall& call, const Result<std::optional<Version>>& version) {
  if (!version) return std::unexpected(version.error());
  if (!*version || **version == call.version) return {};
  return a2a::fail(ErrorCode::kVersionNotSupported, call.version == Version::kV0_3
                                                        ? "paths under /v1 are those of A2A 0.3"
                                                        : "paths of A2A 0.3 begin with /v1");
}

// The value of the body; of an empty one, that of an empty object.
Result<a2a::JsonValue> parse_body(HttpRequest& request, const GatewayLimits& limits,
                                  a2a::JsonDocument& document) {
  std::string body = request.body.empty() ? "{}" : std::move(request.body);
  const a2a::JsonLimits bounds{.bytes_max = body.size(), .depth_max = limits.json_depth_max};
  return document.parse_own(std::move(body), bounds);
}

Result<a2a::SendRequest> decode_send(const RestCall& call, Result<a2a::JsonValue> body) {
  if (!body) return std::unexpected(body.error());
  auto request = a2a::wire::decode_send_request(a2a::wire::rest_dialect(call.version), *body);
  if (request && !call.tenant.empty()) request->tenant = call.tenant;
  return request;
}

// The path names the task; only a cancellation's body has something to add.
Result<a2a::TaskIdRequest> decode_task_id(const RestCall& call, Result<a2a::JsonValue> body) {
  if (!body) return std::unexpected(body.error());
  a2a::TaskIdRequest request{.id = call.task_id, .tenant = call.tenant};
  const auto metadata = body->find("metadata");
  if (metadata && metadata->is_object()) request.metadata = {std::string(metadata->raw())};
  return request;
}

Result<a2a::TaskPushConfig> decode_push(const RestCall& call, Result<a2a::JsonValue> body) {
  if (!body) return std::unexpected(body.error());
  auto request = a2a::wire::decode_push_create(a2a::wire::rest_dialect(call.version), *body, call.task_id);
  if (request && !call.tenant.empty()) request->tenant = call.tenant;
  return request;
}

bool has_body(Operation operation) {
  return operation == Operation::kSend || operation == Operation::kStream ||
         operation == Operation::kCancel || operation == Operation::kPushCreate;
}

// Only what has a body looks at the document.
Result<void> decode_request(HttpRequest& request, const RestRoute& route, const RestCall& call,
                            const GatewayLimits& limits, a2a::JsonDocument& document,
                            Invocation& invocation) {
  const auto store = [&invocation](auto decoded) -> Result<void> {
    if (!decoded) return std::unexpected(decoded.error());
    invocation.request = std::move(*decoded);
    return {};
  };
  switch (call.operation) {
    case Operation::kSend:
    case Operation::kStream:
      return store(decode_send(call, parse_body(request, limits, document)));
    case Operation::kGet:
      return store(a2a::wire::decode_get_task_query(call, route.query));
    case Operation::kList:
      return store(a2a::wire::decode_list_tasks_query(call, route.query));
    case Operation::kCancel:
      return store(decode_task_id(call, parse_body(request, limits, document)));
    case Operation::kSubscribe:
      return store(Result<a2a::TaskIdRequest>({.id = call.task_id, .metadata = {}, .tenant = call.tenant}));
    case Operation::kExtendedCard:
      return store(Result<ExtendedCardRequest>());
    case Operation::kPushCreate:
      return store(decode_push(call, parse_body(request, limits, document)));
    case Operation::kPushGet:
    case Operation::kPushList:
    case Operation::kPushDelete:
      return store(Result<a2a::PushConfigRequest>({call.task_id, call.config_id, call.tenant}));
    default:
      return std::unexpected(not_offered(call.operation));
  }
}

}  // namespace

std::optional<RestRoute> find_rest_route(const AgentDirectory& agents, std::string_view target) {
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark);
  if (!path.starts_with('/')) return std::nullopt;
  const std::size_t end = std::min(path.find('/', 1), path.size());
  RestRoute route{agents.find(path.substr(1, end - 1)), path.substr(end),
                  target.substr(std::min(mark + 1, target.size()))};
  if (route.agent == nullptr) {
    route.is_root = true;
    route.agent = agents.root();
    route.path = path;
  }
  const bool offered = route.agent != nullptr && route.agent->config().http_json && route.path.size() > 1;
  return offered ? std::optional(route) : std::nullopt;
}

Result<Invocation, HttpResponse> decode_rest_call(HttpRequest& request, const RestRoute& route,
                                                  const Result<std::optional<Version>>& version,
                                                  const GatewayLimits& limits, a2a::JsonDocument& document) {
  auto call = a2a::wire::parse_rest_call(request.method, route.path);
  if (call && route.is_root && !call->tenant.empty()) call = std::unexpected(a2a::wire::RestMiss{404});
  if (!call) return std::unexpected(missed(request, route, call.error()));
  Invocation invocation = empty_invocation(request, route, call->version, call->operation);
  if (auto spoken = check_version(*call, version); !spoken) {
    return std::unexpected(error_answer(invocation, spoken.error()));
  }
  if (is_push(call->operation) && !route.agent->config().push_notifications) {
    return std::unexpected(error_answer(invocation, not_offered(call->operation)));
  }
  if (has_body(call->operation) && !is_json(request.header("Content-Type"))) {
    const a2a::Error error{ErrorCode::kContentTypeNotSupported, "the body must be JSON"};
    return std::unexpected(error_answer(invocation, error, 415));
  }
  if (auto decoded = decode_request(request, route, *call, limits, document, invocation); !decoded) {
    return std::unexpected(error_answer(invocation, decoded.error()));
  }
  return invocation;
}

bool is_push(Operation operation) {
  using enum Operation;
  return operation == kPushCreate || operation == kPushGet || operation == kPushList ||
         operation == kPushDelete;
}

a2a::Error not_offered(Operation operation) {
  switch (operation) {
    case Operation::kPushCreate:
    case Operation::kPushGet:
    case Operation::kPushList:
    case Operation::kPushDelete:
      return {ErrorCode::kPushNotificationNotSupported, "this gateway does not offer push notifications"};
    default:
      return {ErrorCode::kUnsupportedOperation, "this gateway does not offer this operation"};
  }
}

}  // namespace schemagate
