// What a binding is at the gateway's edge: from an HTTP request to an Invocation, and from results, refusals
// and events, which are values, to what is sent.
//
// To add a binding: a value of a2a::wire::Binding, a RouteKind for its URLs, a case in each switch that the
// compiler then names, and a file with its functions, as jsonrpc_binding and rest_binding have them. The rows
// of operations.cc get a function that reads its parameters, as decode_rest. Performers stay as they are.
#pragma once

#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "a2a/wire/sse.h"
#include "gateway/front/decode_scope.h"
#include "gateway/front/invocation.h"
#include "gateway/front/refusal.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate {

// Begins `invocation` with the form of answers that come before the request is decoded: in the version that
// its path and its A2A-Version name. A document has none: JSON-RPC's stands there.
void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation);

// Fills in `invocation`, which has begun, as far as it gets. `route` is of a call, and the binding's; the
// request's body is taken. Refuses with the errors of the specification: envelope, method or path, version,
// media type, parameters, and operations that are not offered.
Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation);

// The answer with a result that is no stream.
net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result);
// Without a status of its own, a refusal has 200 in JSON-RPC and its error's in HTTP+JSON.
net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal);

// Server-sent events of a stream. First the event as JSON on one line; `final`: it is the stream's last.
std::string encode_event(const AnswerForm& form, const a2a::StreamEvent& event, bool final);
// What stands before and behind that. `event_id` empty: the event has none.
a2a::wire::SseFrame frame_event(const AnswerForm& form, std::string_view event_id);
// Both.
void append_event(std::string& out, const AnswerForm& form, std::string_view json, std::string_view event_id);
void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error);

}  // namespace schemagate
