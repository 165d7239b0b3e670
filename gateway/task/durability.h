// Nothing is shown and no message is sent before the store has it safe.
#pragma once

#include "a2a/error.h"
#include "gateway/store/durability.h"
#include "gateway/task/arrival.h"
#include "gateway/task/edges.h"

namespace schemagate {

// Waits until change `sequence` survives a crash. Errors: kInternal when the store cannot write, or takes
// longer than half a minute. Ask Durability::durable() first where a coroutine is to be saved.
inline net::Awaitable<a2a::Result<void>> until_durable(const Edges& edges, store::Sequence sequence) {
  auto safe = edges.durability.durable(sequence);
  if (!safe.ready()) co_await arrival(edges.executor, safe);
  co_return std::move(safe.result());
}

}  // namespace schemagate
