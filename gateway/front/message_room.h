// The step "limit" of a request: memory for what becomes of a message on its way to the agent.
#pragma once

#include <cstddef>

#include "gateway/front/refusal.h"
#include "gateway/net/shared_limit.h"
#include "gateway/task/call_context.h"

namespace schemagate {

// Takes room for a message and for the copy of it that is made for the agent, beyond the room that the body
// was read into. `bytes`: of both; little ones take none. Nobody waits for it: refuses with 503 and
// Retry-After, before anything has an effect.
Step take_message_room(const net::SharedLimit& memory, CallContext& context, std::size_t bytes);

}  // namespace schemagate
