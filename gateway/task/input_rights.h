// Whether a caller may send what a message means, by the rules of gateway/access. Pure, but for what is
// noted.
#pragma once

#include <string_view>

#include "a2a/error.h"
#include "gateway/task/call_context.h"
#include "gateway/task/message_meaning.h"

namespace schemagate {

// Notes what was sent with the request that the call came with.
void note_input(const CallContext& context, const MessageMeaning& meaning, bool goes_on);

// `operation`: its name in JSON-RPC of A2A 1.0. `goes_on`: the message is of a task of the caller's own,
// which needs no right of its own unless it is structured input. Errors: a denial (gateway/access/denial.h),
// which names the schema that is not allowed.
a2a::Result<void> check_input_rights(const CallContext& context, std::string_view operation,
                                     const MessageMeaning& meaning, bool goes_on);

// The same for the template of a scenario, or of a schema_id.
a2a::Result<void> check_template_rights(const Principal& caller, const AgentSnapshot& agent,
                                        std::string_view scenario);

}  // namespace schemagate
