#include "gateway/front/invocation.h"

#include <utility>

#include "a2a/wire/rest.h"
#include "a2a/wire/sse.h"

namespace schemagate {
namespace {

net::HttpResponse answer_with(const Invocation& invocation, int status, std::string body) {
  return {status, {{"Content-Type", std::string(invocation.media_type)}}, std::move(body)};
}

}  // namespace

net::HttpResponse result_answer(const Invocation& invocation, std::string result) {
  if (invocation.binding == Binding::kHttpJson) return answer_with(invocation, 200, std::move(result));
  return answer_with(invocation, 200, a2a::wire::result_envelope(invocation.id, result));
}

net::HttpResponse error_answer(const Invocation& invocation, const a2a::Error& error,
                               std::optional<int> status) {
  if (invocation.binding == Binding::kHttpJson) {
    const a2a::ErrorIdentity known = a2a::identity(error.code);
    const int http_status =
        status.value_or(invocation.v1_0_0_statuses ? known.http_status_v1_0_0 : known.http_status);
    return answer_with(invocation, http_status,
                       a2a::wire::rest_error_body(invocation.version(), error, http_status));
  }
  return answer_with(invocation, status.value_or(200),
                     a2a::wire::error_envelope(invocation.id, invocation.version(), error));
}

net::HttpResponse unavailable_answer(const Invocation& invocation, const a2a::Error& error) {
  net::HttpResponse answer = error_answer(invocation, error, 503);
  answer.headers.push_back({"Retry-After", "5"});
  return answer;
}

void append_result_event(std::string& out, std::string_view call_id, std::string_view result,
                         std::string_view event_id) {
  if (call_id.empty()) return a2a::wire::append_sse_event(out, result, event_id);
  a2a::wire::append_sse_event(out, a2a::wire::result_envelope(call_id, result), event_id);
}

void append_error_event(std::string& out, std::string_view call_id, a2a::wire::Version version,
                        const a2a::Error& error) {
  if (!call_id.empty()) {
    return a2a::wire::append_sse_event(out, a2a::wire::error_envelope(call_id, version, error));
  }
  out += "event: error\n";
  const int status = a2a::identity(error.code).http_status;
  a2a::wire::append_sse_event(out, a2a::wire::rest_error_body(version, error, status));
}

}  // namespace schemagate
