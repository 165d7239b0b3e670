#include "gateway/front/binding.h"

#include <charconv>
#include <utility>

#include "a2a/wire/codec.h"
#include "a2a/wire/rest.h"
#include "gateway/front/jsonrpc_binding.h"
#include "gateway/front/rest_binding.h"

namespace schemagate {
namespace {

// The event that a client has seen before its stream broke off; nullopt when it names none of ours.
std::optional<std::uint64_t> last_event_id(const net::HttpRequest& request) {
  const std::string_view text = request.header("Last-Event-ID");
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  const bool whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(id) : std::nullopt;
}

net::HttpResponse encode(const Invocation& invocation, const OperationResult& result) {
  switch (invocation.form.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_binding::encode_result(invocation, result);
    case Binding::kHttpJson:
      return rest_binding::encode_result(invocation, result);
  }
  std::unreachable();
}

}  // namespace

void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation) {
  switch (route.kind) {
    case RouteKind::kHttpJson:
      return rest_binding::begin_call(request, route, invocation);
    case RouteKind::kNone:
    case RouteKind::kHealth:
    case RouteKind::kKeySet:
    case RouteKind::kCard:
    case RouteKind::kTemplates:
    case RouteKind::kContext:
    case RouteKind::kJsonRpc:
    case RouteKind::kWebSocket:
      return jsonrpc_binding::begin_call(request, route, invocation);
  }
}

Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation) {
  invocation.last_event_id = last_event_id(request);
  switch (invocation.form.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_binding::decode_call(request, route, scope, invocation);
    case Binding::kHttpJson:
      return rest_binding::decode_call(request, route, scope, invocation);
  }
  std::unreachable();
}

net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result) {
  net::HttpResponse answer = encode(invocation, result);
  if (std::holds_alternative<ExtendedCard>(result)) answer.headers.push_back({"Cache-Control", "no-store"});
  return answer;
}

net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal) {
  switch (invocation.form.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_binding::encode_refusal(invocation, refusal);
    case Binding::kHttpJson:
      return rest_binding::encode_refusal(invocation, refusal);
  }
  std::unreachable();
}

a2a::wire::SseFrame frame_event(const AnswerForm& form, std::string_view event_id) {
  switch (form.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_binding::frame_event(form, event_id);
    case Binding::kHttpJson:
      return a2a::wire::sse_frame(event_id);
  }
  std::unreachable();
}

std::string encode_event(const AnswerForm& form, const a2a::StreamEvent& event, bool final) {
  std::string json = a2a::wire::encode_stream_event(form.format, event, final);
  a2a::wire::join_lines(json);
  return json;
}

void append_event(std::string& out, const AnswerForm& form, std::string_view json,
                  std::string_view event_id) {
  const a2a::wire::SseFrame frame = frame_event(form, event_id);
  out.reserve(out.size() + frame.before.size() + json.size() + frame.after.size());
  out.append(frame.before).append(json).append(frame.after);
}

void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error) {
  switch (form.binding) {
    case Binding::kJsonRpc:
      return jsonrpc_binding::append_error_event(out, form, error);
    case Binding::kHttpJson:
      return rest_binding::append_error_event(out, form, error);
  }
}

}  // namespace schemagate
