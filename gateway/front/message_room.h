// The step "limit" of a request: memory for what becomes of a message on its way to the agent.
#pragma once

#include <cstddef>

#include "gateway/front/refusal.h"
#include "gateway/net/shared_limit.h"
#include "gateway/task/call_context.h"

namespace schemagate {

// Takes room for the copy of a message that is made for the agent, beside the one that is kept here, which
// has the room that the body was read into. `bytes`: of the body; little ones take none. Nobody waits for it:
// refuses with 503 and Retry-After, before anything has an effect.
Step take_message_room(const net::SharedLimit& memory, CallContext& context, std::size_t bytes);

}  // namespace schemagate
