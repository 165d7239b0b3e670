// What a caller gives to a call, looked at before anything is sent. Pure.
#pragma once

#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/model/task.h"

namespace schemagate::a2a::client {

// A message has an id, a role and parts; data is one JSON value, metadata one JSON object (as JsonDocument
// takes them, 128 deep at most), since both go out as they are. Errors: kArgument, with the member's name.
Outcome<void> check_argument(const SendRequest& request);

// Errors: kArgument for an empty id.
Outcome<void> check_task_id(std::string_view id);

// Parameters of a JSON-RPC call: an object or array; empty: none. Errors: kArgument.
Outcome<void> check_params(std::string_view json);

}  // namespace schemagate::a2a::client
