#include "gateway/front/jsonrpc_binding.h"

#include <utility>

#include "a2a/wire/jsonrpc.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/operations.h"
#include "gateway/front/result_json.h"

namespace schemagate::jsonrpc_binding {
namespace {

using a2a::Result;
using a2a::wire::Version;

constexpr int kOk = 200;
constexpr int kUnsupportedMediaType = 415;

std::unexpected<Refusal> refuse(a2a::Error error) {
  return std::unexpected(Refusal{.error = std::move(error)});
}

Result<a2a::JsonValue> parse_body(net::HttpRequest& request, const DecodeScope& scope) {
  const a2a::JsonLimits bounds{.bytes_max = request.body.size(), .depth_max = scope.limits.json_depth_max};
  return scope.document.parse_own(std::move(request.body), bounds);
}

Step decode_params(const OperationRow& row, const JsonRpcParams& params, Invocation& invocation) {
  invocation.operation = &row;
  invocation.form.format = params.version;
  auto decoded = row.decode_jsonrpc(params, invocation.params);
  return decoded ? Step() : refuse(std::move(decoded.error()));
}

Step decode_a2a_call(a2a::wire::CallEnvelope envelope, std::optional<Version> version,
                     const AgentSnapshot& agent, Invocation& invocation) {
  const auto call = a2a::wire::resolve_call(std::move(envelope), version);
  if (!call) {
    invocation.form.format = call.error().version;
    if (call.error().operation) invocation.operation = &row_of(*call.error().operation);
    return refuse(call.error().error);
  }
  invocation.form.format = call->version;
  const OperationRow& row = row_of(call->operation);
  invocation.operation = &row;
  if (auto offered = check_offered(row, agent); !offered) return refuse(std::move(offered.error()));
  return decode_params(row, {call->version, call->params}, invocation);
}

}  // namespace

void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation) {
  const auto asked = requested_version(request, route);
  const std::optional<Version> version = asked ? *asked : std::nullopt;
  invocation.form = {.format = version.value_or(Version::kV0_3), .version_named = version.has_value()};
}

Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation) {
  if (!is_utf8_json(request.header("Content-Type")) || !is_plain(request.header("Content-Encoding"))) {
    return std::unexpected(
        Refusal{.error = {a2a::ErrorCode::kContentTypeNotSupported,
                          "the body must be application/json in UTF-8, without Content-Encoding"},
                .http_status = kUnsupportedMediaType});
  }
  auto root = parse_body(request, scope);
  if (!root) return refuse(std::move(root.error()));
  const auto asked = requested_version(request, route);
  const std::optional<Version> version = asked ? *asked : std::nullopt;
  auto envelope = a2a::wire::parse_envelope(*root, version);
  invocation.form.call_id = envelope ? envelope->id : std::move(envelope.error().id);
  if (!asked) return refuse(asked.error());
  if (!envelope) {
    invocation.form.format = envelope.error().version;
    return refuse(std::move(envelope.error().error));
  }
  const AgentSnapshot& agent = *route.served;
  const OperationRow* extension = find_extension_row(envelope->method, agent);
  if (extension == nullptr) return decode_a2a_call(*std::move(envelope), version, agent, invocation);
  return decode_params(*extension, {version.value_or(Version::kV0_3), envelope->params_or_empty()},
                       invocation);
}

net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result) {
  return json_answer(
      kOk, a2a::wire::result_envelope(invocation.form.call_id, result_json(invocation.form.format, result)));
}

// Whoever asked for a stream may read nothing else: stock SDKs lose an error that comes as JSON, and a2a-java
// even one with an HTTP status of its own, by which all others know it.
net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal) {
  const AnswerForm& form = invocation.form;
  std::string error =
      a2a::wire::error_envelope(form.call_id, form.version(), refusal.error, form.version_named);
  const bool as_event =
      invocation.operation ? invocation.operation->streaming : invocation.takes_events_alone;
  net::HttpResponse answer = as_event ? event_answer(error) : json_answer(kOk, std::move(error));
  answer.status = refusal.http_status.value_or(kOk);
  answer.headers.insert(answer.headers.end(), refusal.headers.begin(), refusal.headers.end());
  return answer;
}

// The event is the last member of its envelope.
a2a::wire::SseFrame frame_event(const AnswerForm& form, std::string_view event_id) {
  constexpr std::string_view kEnd = "}";
  std::string start = a2a::wire::result_envelope(form.call_id, "");
  start.resize(start.size() - kEnd.size());
  return a2a::wire::sse_frame(event_id, start, kEnd);
}

void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error) {
  a2a::wire::append_sse_event(
      out, a2a::wire::error_envelope(form.call_id, form.version(), error, form.version_named));
}

}  // namespace schemagate::jsonrpc_binding
