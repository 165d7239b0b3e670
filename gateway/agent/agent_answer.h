// What the body of an agent's answer, or the data of its event, holds: a value of A2A, the agent's own error,
// or what is wrong with it. Errors are fit for clients. Used on one core; nothing blocks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/wire/answer_fault.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/net/failure.h"

namespace schemagate {

// The JSON of a body, good until the document's next parse.
a2a::wire::Answer<a2a::JsonValue> parse_body(a2a::JsonDocument& document, std::string body,
                                             const a2a::JsonLimits& limits);

// What the agent gives, or its own error without what is no business of clients (agent_error.h).
a2a::Result<a2a::JsonValue> made_fit(a2a::Result<a2a::JsonValue> result);

// Of an agent that does not let the gateway in, an error that is none of A2A's says so: there is nothing that
// the client could do about it.
a2a::Result<a2a::JsonValue> or_no_credentials(a2a::Result<a2a::JsonValue> answer, int status);

// kTooLarge with the option that says so, where the value lists more than limits.upstream.parts allows;
// nullopt: it does not. `what`: "an answer" or "an event".
std::optional<net::Failure> too_many_parts(a2a::JsonValue value, const GatewayLimits& limits,
                                           std::string_view what);

// The id that an answer has to have: that of its request, or, where it has a2a::wire::kRequestId as agents
// spell it, that one: there are agents that answer all requests with the same.
std::string_view id_to_have(a2a::JsonValue root, std::string_view request_id);

}  // namespace schemagate
