// Reads one request from a client: waits, guards, parses, takes the body, all within limits and deadlines.
#pragma once

#include "gateway/net/framing_guard.h"
#include "gateway/net/listener_core.h"

namespace schemagate::net {

enum class ReadEnd {
  kRequest,  // complete
  kClosed,   // nothing to answer: the client left, stayed idle too long, or the listener drains
  kRefused,  // answer the refusal, then close
};

struct ReadOutcome {
  ReadEnd end = ReadEnd::kClosed;
  Refusal refusal{};  // of kRefused
};

// Fills `request` and `framing`; client.held grows with head and body. Bytes behind the request stay in
// client.pending.
Awaitable<ReadOutcome> read_request(Client& client, HttpRequest& request, Framing& framing);

}  // namespace schemagate::net
