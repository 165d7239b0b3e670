// The JSON-RPC binding (A2A v1.0.1 section 9, v0.3.0 section 3.2.1) towards clients: what
// gateway/front/binding.h promises. Pure.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/wire/sse.h"
#include "gateway/front/decode_scope.h"
#include "gateway/front/invocation.h"
#include "gateway/front/refusal.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate::jsonrpc_binding {

// The version of the header until the method is known; without one v0.3's, whose clients send none.
void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation);
// Which operation is wanted, the method says: one of A2A, whose name decides the version too, or one of an
// extension that the agent offers, which is answered in the version of the header.
Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation);
net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result);
net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal);
a2a::wire::SseFrame frame_event(const AnswerForm& form, std::string_view event_id);
void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error);

}  // namespace schemagate::jsonrpc_binding
