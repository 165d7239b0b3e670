// The extended card (A2A v1.0.1 section 3.1.11): the agent's own, asked for again with each call, and
// published as its public card is.
#pragma once

#include <string>

#include "a2a/wire/version.h"
#include "gateway/agent/agent_client.h"
#include "gateway/task/call_context.h"

namespace schemagate {

// JSON text in `version`. Borrows its arguments until it is awaited. Errors: kUnsupportedOperation where the
// public card offers none; the agent's own; kInvalidAgentResponse when what it gives cannot be trusted or
// published.
net::Awaitable<a2a::Result<std::string>> get_extended_card(const AgentClientDependencies& dependencies,
                                                           const CallContext& context,
                                                           a2a::wire::Version version);

}  // namespace schemagate
