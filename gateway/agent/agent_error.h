// What an agent says of its own failure, made fit for strangers: an error text of a server behind a gateway
// is written for whoever runs that server.
//
//   agent_error({ErrorCode::kInternal, "db at 10.0.0.5:5432 failed\n  at /srv/app.py:3"}).message
//     // "db at [hidden] failed"
//
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate {

// On one line, at most 500 bytes: control and invisible characters are taken out, a stack trace is cut off,
// and addresses (URLs, IP addresses, hosts with a port, names that only a private network knows), paths of
// files and pointers are replaced by "[hidden]". Paths inside a message, such as /message/parts/0, stay.
// What says nothing after that is "internal error".
std::string agent_error_text(std::string_view said);

// The same in every text of the error, which may have 16 violations and 8 infos of 16 entries at most.
a2a::Error agent_error(a2a::Error error);

// Capitals, digits and "_" alone, as constants of google.rpc.ErrorInfo are written: no words of anybody.
bool has_form_of_reason(std::string_view reason);

// What the log says of it: the agent's number, and reasons that have their form. None of its words, in which
// it may repeat what a user has said.
//
//   "the error -32603, reason QUOTA_EXCEEDED"
std::string logged_agent_error(std::optional<std::int64_t> code, const a2a::Error& error);

}  // namespace schemagate
