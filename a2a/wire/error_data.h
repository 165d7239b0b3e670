// The google.rpc details of an error (A2A v1.0.1 sections 9.5 and 11.6), written and read. Private to
// a2a/wire.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/wire/version.h"

namespace schemagate::a2a::wire {

// Appends the member `name`: the code's own ErrorInfo when it has a reason, BadRequest when there are
// violations, then the other infos. v0.3 has it only when there is something beyond the code.
void append_error_details(std::string& out, std::string_view name, Version version, const Error& error);

// An agent's error object as ours: the code by the A2A reason, else by JSON-RPC's number, else by the name of
// a google.rpc.Code; SDKs' -32600 and -32602 for a task in a terminal state are kUnsupportedOperation.
// Details (`data` or `details`) that are ErrorInfo or BadRequest are kept.
Error read_agent_error(JsonValue error);

// A body of application/problem+json (RFC 9457), which A2A v1.0.0 had for HTTP+JSON: the last segment of
// `type` is the reason. nullopt when it is none.
std::optional<Error> read_problem(JsonValue body);

}  // namespace schemagate::a2a::wire
