// The `data` of a JSON-RPC error: google.rpc details (A2A v1.0.1 section 9.5), written and read. Private to
// a2a/wire.
#pragma once

#include <string>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "a2a/wire/version.h"

namespace a2a::wire {

// Appends the member `data`: the code's own ErrorInfo when it has a reason, BadRequest when there are
// violations, then the other infos. v0.3 has it only when there is something beyond the code.
void append_error_data(std::string& out, Version version, const Error& error);

// An agent's `error` member as ours: the code by the A2A reason, else by the number; SDKs' -32600 and -32602
// for a task in a terminal state are kUnsupportedOperation. Details that are ErrorInfo or BadRequest are
// kept.
Error read_agent_error(JsonValue error);

}  // namespace a2a::wire
