// The one place that says what a failed network call means in A2A's terms. Pure; safe from any thread.
#pragma once

#include "a2a/error.h"
#include "gateway/net/failure.h"

namespace schemagate {

// kInternal when the gateway asked for something that cannot be sent; kInvalidAgentResponse for all that the
// agent, or the way to it, is to blame for. The message says what happened and holds nothing that was sent or
// received.
//
//   auto answer = co_await upstream.fetch(url, request, timeout);
//   if (!answer) co_return std::unexpected(upstream_error(answer.error()));
a2a::Error upstream_error(const net::Failure& failure);

}  // namespace schemagate
