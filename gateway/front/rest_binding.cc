#include "gateway/front/rest_binding.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "a2a/wire/rest.h"
#include "a2a/wire/sse.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/operations.h"
#include "gateway/front/result_json.h"

namespace schemagate::rest_binding {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::wire::RestCall;
using a2a::wire::Version;
using a2a::wire::WireFormat;

constexpr std::string_view kA2aMediaType = "application/a2a+json";
constexpr int kOk = 200;
constexpr int kBadRequest = 400;
constexpr int kNotFound = 404;
constexpr int kMethodNotAllowed = 405;
constexpr int kUnsupportedMediaType = 415;

std::unexpected<Refusal> refuse(a2a::Error error) {
  return std::unexpected(Refusal{.error = std::move(error)});
}

// v1.0 has a media type of its own, which older clients do not ask for.
std::string_view media_type(Version version, std::string_view accept) {
  const bool wanted = accept.empty() || accept.contains(kA2aMediaType) || accept.contains("*/*");
  return version == Version::kV1_0 && wanted ? kA2aMediaType : kJsonMediaType;
}

Refusal missed(const a2a::wire::RestMiss& miss) {
  a2a::Error error{ErrorCode::kMethodNotFound, "nothing is served at this path"};
  if (miss.status == kBadRequest)
    error = {ErrorCode::kInvalidRequest, "the path is not percent-encoded text"};
  if (miss.status == kMethodNotAllowed) error.message = "this path takes " + miss.allowed;
  Refusal refusal{.error = std::move(error), .http_status = miss.status};
  if (!miss.allowed.empty()) refusal.headers.push_back({"Allow", miss.allowed});
  return refusal;
}

Result<RestCall, a2a::wire::RestMiss> parse_path(std::string_view method, const Route& route) {
  auto call = a2a::wire::parse_rest_call(method, route.path);
  if (call && route.at_root && !call->tenant.empty()) return std::unexpected(a2a::wire::RestMiss{kNotFound});
  return call;
}

// The path tells the version. A client that says 0.3 on a path of v1.0's has left /v1 out: see
// a2a::wire::Protocol::without_v1.
WireFormat format_of(const Result<RestCall, a2a::wire::RestMiss>& call, const Route& route,
                     const Result<std::optional<Version>>& named) {
  const bool is_v0_3 = call ? call->version == Version::kV0_3 : route.path.starts_with("/v1/");
  const bool left_out = !is_v0_3 && named && *named == Version::kV0_3 && (!call || call->tenant.empty());
  if (left_out) return Version::kV0_3;
  return a2a::wire::rest_format(is_v0_3 ? Version::kV0_3 : Version::kV1_0);
}

// By what the SDKs of v0.3 for Python, Java and Go send with.
bool has_bytes_twice(std::string_view user_agent) {
  constexpr std::array<std::string_view, 3> kClients{"python-httpx/", "Java-http-client/", "Go-http-client/"};
  return std::ranges::any_of(kClients,
                             [user_agent](std::string_view name) { return user_agent.starts_with(name); });
}

Result<void> check_version(WireFormat format, const Result<std::optional<Version>>& named) {
  if (!named) return std::unexpected(named.error());
  if (!*named || **named == format.version()) return {};
  return a2a::fail(ErrorCode::kVersionNotSupported, format.is_v1_0()
                                                        ? "A2A 0.3 has no tenants in its paths"
                                                        : "paths under /v1 are those of A2A 0.3");
}

// An empty body needs no type.
bool is_readable(const net::HttpRequest& request) {
  const std::string_view type = request.header("Content-Type");
  const bool is_nothing = request.body.empty() && type.empty();
  return (is_nothing || is_utf8_json(type)) && is_plain(request.header("Content-Encoding"));
}

// The value of the body; of an empty one, that of an empty object.
Result<a2a::JsonValue> parse_body(net::HttpRequest& request, const DecodeScope& scope) {
  std::string body = request.body.empty() ? "{}" : std::move(request.body);
  const a2a::JsonLimits bounds{.bytes_max = body.size(), .depth_max = scope.limits.json_depth_max};
  return scope.document.parse_own(std::move(body), bounds);
}

// Only what has a body looks at the document.
Result<void> decode_params(net::HttpRequest& request, const Route& route, const RestCall& call,
                           const DecodeScope& scope, Invocation& invocation) {
  const OperationRow& row = *invocation.operation;
  if (auto named = a2a::wire::check_ids(call); !named) return named;
  RestParams params{call, invocation.form.format, route.query, std::nullopt};
  if (row.rest_body) {
    auto body = parse_body(request, scope);
    if (!body) return std::unexpected(std::move(body.error()));
    params.body = *body;
  }
  return row.decode_rest(params, invocation.params);
}

net::HttpResponse answer_with(const Invocation& invocation, int status, std::string body) {
  return {status, {{"Content-Type", std::string(invocation.media_type)}}, std::move(body)};
}

}  // namespace

void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation) {
  const auto call = parse_path(request.method, route);
  const auto named = requested_version(request, route);
  const WireFormat format = format_of(call, route, named);
  const bool twice = format.is_v0_3_proto_json() && has_bytes_twice(request.header("User-Agent"));
  invocation.form = {
      Binding::kHttpJson, {}, twice ? format.with_bytes_twice() : format, named && named->has_value()};
  invocation.media_type = media_type(format.version(), request.header("Accept"));
  invocation.v1_0_0_statuses = route.served->config().v1_0_0_statuses;
}

Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation) {
  const auto call = parse_path(request.method, route);
  if (!call) return std::unexpected(missed(call.error()));
  auto spoken = check_version(invocation.form.format, requested_version(request, route));
  if (!spoken) return refuse(std::move(spoken.error()));
  const OperationRow& row = row_of(call->operation);
  auto offered = check_offered(row, *route.served);
  if (!offered) return refuse(std::move(offered.error()));
  if (row.rest_body && !is_readable(request)) {
    return std::unexpected(Refusal{.error = {ErrorCode::kContentTypeNotSupported,
                                             "the body must be JSON in UTF-8, without Content-Encoding"},
                                   .http_status = kUnsupportedMediaType});
  }
  invocation.operation = &row;
  auto decoded = decode_params(request, route, *call, scope, invocation);
  return decoded ? Step() : refuse(std::move(decoded.error()));
}

net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result) {
  return answer_with(invocation, kOk, result_json(invocation.form.format, result));
}

net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal) {
  const a2a::ErrorIdentity known = a2a::identity(refusal.error.code);
  const int own_status = invocation.v1_0_0_statuses ? known.http_status_v1_0_0 : known.http_status;
  const int status = refusal.http_status.value_or(own_status);
  const AnswerForm& form = invocation.form;
  net::HttpResponse answer = answer_with(
      invocation, status, a2a::wire::rest_error_body(form.format, refusal.error, status, form.version_named));
  answer.headers.insert(answer.headers.end(), refusal.headers.begin(), refusal.headers.end());
  return answer;
}

// HTTP+JSON defines no error of a stream: the event's name marks it.
void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error) {
  out += "event: error\n";
  const int status = a2a::identity(error.code).http_status;
  a2a::wire::append_sse_event(out,
                              a2a::wire::rest_error_body(form.format, error, status, form.version_named));
}

}  // namespace schemagate::rest_binding
