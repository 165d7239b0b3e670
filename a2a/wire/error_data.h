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

// What both below append: the code's own ErrorInfo when it has a reason, BadRequest when there are
// violations, then the other infos. v1.0 has an array; v0.3, whose text names no shape, {"details":[…]},
// because clients exist that read nothing but an object there (a2a-go 0.3), and details only when there is
// something beyond the code.

// The member `data` of an error in JSON-RPC. Its plain codes have no reason. `as_array`: in v0.3, too.
void append_jsonrpc_details(std::string& out, Version version, const Error& error, bool as_array);
// The member `details`, in v0.3 `data`, of an error in HTTP+JSON. There every code has a reason, because SDKs
// know an error by the first ErrorInfo and lose one that is not A2A's own. v0.3 has `error` beside `details`,
// the class that a2a-java 0.3 has for the code: its client reads an error by this name and fails without it.
void append_rest_details(std::string& out, Version version, const Error& error);

// An agent's error object as ours: the code by the A2A reason, else by JSON-RPC's number, else by the name of
// a google.rpc.Code; SDKs' -32600 and -32602 for a task in a terminal state are kUnsupportedOperation.
// Details (`data`, `details` or `data.details`) that are ErrorInfo or BadRequest are kept.
Error read_agent_error(JsonValue error);

// {"error":"io.a2a.spec.TaskNotFoundError","message":…}, as agents of a2a-java 0.3 answer over HTTP+JSON.
// nullopt when it is none.
std::optional<Error> read_java_error(JsonValue body);

// A body of application/problem+json (RFC 9457), which A2A v1.0.0 had for HTTP+JSON: the last segment of
// `type` is the reason. nullopt when it is none.
std::optional<Error> read_problem(JsonValue body);

}  // namespace schemagate::a2a::wire
