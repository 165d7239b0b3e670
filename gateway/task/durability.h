// Nothing is shown and no message is sent before the ledger has it safe.
#pragma once

#include <string>

#include "a2a/error.h"
#include "gateway/net/signal.h"
#include "gateway/store/task_store.h"
#include "gateway/task/edges.h"

namespace schemagate {

// Waits until change `sequence` survives a crash; at once where changes always do, but ask
// TaskStore::durable_at_once() first to save the coroutine. Errors: kInternal when the ledger cannot be
// written, or takes longer than half a minute.
net::Awaitable<a2a::Result<void>> until_durable(const Edges& edges, store::Sequence sequence);

// Wakes the task's subscribers and the relay of push notifications when its latest change may be shown. Call
// it after the change.
void publish_when_durable(const Edges& edges, const std::string& task_id);

}  // namespace schemagate
