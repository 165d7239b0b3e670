// The HTTP+JSON binding (A2A v1.0.1 section 11; the annotations of v0.3.0's a2a.proto) towards clients: what
// gateway/front/binding.h promises. Pure.
#pragma once

#include <string>
#include <string_view>

#include "a2a/error.h"
#include "gateway/front/decode_scope.h"
#include "gateway/front/invocation.h"
#include "gateway/front/refusal.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"

namespace schemagate::rest_binding {

// The path and the header tell the version, whatever else is wrong.
void begin_call(const net::HttpRequest& request, const Route& route, Invocation& invocation);
// The refusal comes in the shape of the version that the path belongs to: 404 and 405 for what is not there
// (tenants of a root agent among it: their names would be those of agents), VERSION_NOT_SUPPORTED for a path
// of another version, 415 for a body that is not JSON, and the errors of decoding.
Step decode_call(net::HttpRequest& request, const Route& route, const DecodeScope& scope,
                 Invocation& invocation);
net::HttpResponse encode_result(const Invocation& invocation, const OperationResult& result);
net::HttpResponse encode_refusal(const Invocation& invocation, const Refusal& refusal);
void append_error_event(std::string& out, const AnswerForm& form, const a2a::Error& error);

}  // namespace schemagate::rest_binding
