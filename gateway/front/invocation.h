// One call on its way through the gateway, whichever binding it came in by, and how its answer is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "a2a/error.h"
#include "a2a/model/push.h"
#include "a2a/model/task.h"
#include "a2a/wire/dialect.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/outgoing_call.h"
#include "gateway/net/http.h"

namespace schemagate {

inline constexpr std::string_view kJsonMediaType = "application/json";

using a2a::wire::Binding;

struct ExtendedCardRequest {};

// What a request asks for, decoded.
struct Invocation {
  Binding binding = Binding::kJsonRpc;
  std::string id = {};  // of a JSON-RPC call, JSON text; empty in HTTP+JSON
  a2a::wire::Dialect dialect;
  a2a::wire::Operation operation;
  std::variant<a2a::SendRequest, a2a::GetTaskRequest, a2a::TaskIdRequest, a2a::ListTasksRequest,
               a2a::TaskPushConfig, a2a::PushConfigRequest, ExtendedCardRequest>
      request = {};
  std::string_view media_type = kJsonMediaType;     // of the answer; a constant
  std::optional<std::uint64_t> last_event_id = {};  // of a stream that broke off: where to go on
  bool v1_0_0_statuses = false;                     // HTTP+JSON: of A2A v1.0.0 instead of v1.0.1

  a2a::wire::Version version() const { return dialect.version(); }
};

// `result` is JSON text.
net::HttpResponse result_answer(const Invocation& invocation, std::string result);
// In the shape of the binding. The HTTP status is 200 in JSON-RPC and the error's own in HTTP+JSON, unless
// another is given.
net::HttpResponse error_answer(const Invocation& invocation, const a2a::Error& error,
                               std::optional<int> status = {});
// The same with status 503 and Retry-After.
net::HttpResponse unavailable_answer(const Invocation& invocation, const a2a::Error& error);

// The result of a stream, or its error, as one event: JSON-RPC wraps both, HTTP+JSON marks the error.
// `call_id` empty: HTTP+JSON. `event_id` empty: the event has none.
void append_result_event(std::string& out, std::string_view call_id, std::string_view result,
                         std::string_view event_id = {});
void append_error_event(std::string& out, std::string_view call_id, a2a::wire::Version version,
                        const a2a::Error& error);

}  // namespace schemagate
