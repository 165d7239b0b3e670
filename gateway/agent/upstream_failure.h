// The one place that says what a failed call means in A2A's terms, and which option has ended it. Pure; safe
// from any thread.
#pragma once

#include <string_view>

#include "a2a/error.h"
#include "gateway/config/agent_config.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/net/failure.h"

namespace schemagate {

// kInternal when the gateway asked for something that cannot be sent; kInvalidAgentResponse for all that the
// agent, or the way to it, is to blame for. The message says what happened and holds nothing that was sent or
// received.
//
//   auto answer = co_await upstream.fetch(url, request, timeout);
//   if (!answer) co_return std::unexpected(upstream_error(answer.error()));
a2a::Error upstream_error(const net::Failure& failure);

// "timed out" becomes "timed out (request_timeout: 2m)": for whoever can raise the limit.
net::Failure with_option(net::Failure failure, std::string_view option, std::string_view value);

// The same for an answer, or a message of a WebSocket, that is too large.
net::Failure with_body_limit(net::Failure failure, const GatewayLimits& limits);

// Of a task that its agent works on for longer than task_timeout.
a2a::Error task_timed_out(const AgentConfig& agent);

}  // namespace schemagate
