// What the log says of one request.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/model/boxed.h"
#include "a2a/model/task.h"
#include "gateway/agent/call_origin.h"
#include "gateway/environment/clock.h"
#include "gateway/front/counted_exchange.h"
#include "gateway/front/invocation.h"
#include "gateway/front/logged_refusal.h"
#include "gateway/front/operation_values.h"
#include "gateway/net/http.h"
#include "gateway/observe/log.h"

namespace schemagate {

// Filled in on the request's way; no payloads, no secrets.
struct RequestLine {
  MonotonicTime began;
  std::size_t body_bytes;  // of the request
  std::shared_ptr<CallOrigin> origin;
  std::string trace_id = {};  // the client's
  std::string agent = {};
  std::string_view method = {};             // by its name in JSON-RPC
  const OperationRow* operation = nullptr;  // that of `method`; nullptr: none is known. In the form of:
  Binding binding = Binding::kJsonRpc;
  a2a::wire::Version version = a2a::wire::Version::kV1_0;
  std::string task_id = {};  // asked for or made, as far as it is known
  std::optional<a2a::TaskState> task_state = {};
  std::optional<a2a::ErrorCode> error = {};
  a2a::Boxed<LoggedRefusal> refusal = {};  // mostly there is none, and a stream is open for long
  bool is_cut_off = false;                 // the gateway has stopped before it came to an end
  bool is_served = false;                  // `agent` is the name of one, not only what the target says
};

// Of `line`; made where there was none.
LoggedRefusal& refusal_in(RequestLine& line);
// The agent's error or the gateway's, whichever it is.
void note_error(const a2a::Error& error, RequestLine& line);
// The task that a result shows; nothing where it shows none.
void note_task(const OperationResult& result, RequestLine& line);

// The status that the answer has, or that the listener gives it in our place; 0: there is none.
int logged_status(const CountedExchange& exchange, const RequestLine& line);
// "ok" or "error".
std::string_view outcome_name(const CountedExchange& exchange, const RequestLine& line);

// Writes the line `request`. `exchange` has the answer, or what there was of it.
void write_line(const Log& log, const net::HttpRequest& request, const CountedExchange& exchange,
                const RequestLine& line, MonotonicTime now);

}  // namespace schemagate
