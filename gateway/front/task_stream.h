// Shows one task to one client as server-sent events: its present state first, then what is appended to its
// log, in order and without a gap, until the task ends or waits for the client. Every event's id is the
// length of the log up to it: a client that comes back with the last one that it has seen gets what follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "a2a/wire/dialect.h"
#include "gateway/net/server.h"
#include "gateway/net/signal.h"
#include "gateway/store/task_store.h"
#include "gateway/task/edges.h"

namespace schemagate {

struct TaskStreamOptions {
  store::Scope scope;
  std::string task_id;
  std::string call_id;  // JSON-RPC id of the call, JSON text; empty in HTTP+JSON
  a2a::wire::Dialect dialect = a2a::wire::Version::kV1_0;
  std::optional<int> history_length = {};  // of the first event's task
  // A subscriber to a task that waits for its client stays; the sender's own stream ends there.
  bool stays_while_interrupted = false;
  // Goes on behind this id instead of showing the present state. An id that cannot be gone on from is
  // ignored: the present state holds everything.
  std::optional<std::uint64_t> after = {};
};

// Writes to a stream that has begun; `options` must stay until it ends. Returns when the stream is complete,
// the client has gone, the task has been forgotten, or the gateway is draining (with an error event that says
// so).
net::Awaitable<void> write_task_stream(const Edges& edges, net::Exchange& exchange,
                                       const TaskStreamOptions& options);

}  // namespace schemagate
