// Shows one task to one client as server-sent events: its beginning or its present state first, then what is
// appended to its log behind that, in order and without a gap, until the task ends or waits for the client.
// Every event's id is the length of the log up to it: a client that comes back with the last one that it has
// seen gets what follows.
#pragma once

#include <chrono>

#include "gateway/access/hidden_fields.h"
#include "gateway/front/invocation.h"
#include "gateway/front/operation_values.h"
#include "gateway/front/shared_texts.h"
#include "gateway/net/exchange.h"
#include "gateway/net/signal.h"
#include "gateway/store/task_store.h"

namespace schemagate {

// References must outlive the stream.
struct TaskStreamDependencies {
  store::TaskStore& tasks;
  store::Durability& durability;
  SharedTexts& texts;
  std::chrono::milliseconds keep_alive;  // a comment after that much silence
};

struct TaskStreamOptions {
  store::Scope scope;
  std::string holder;  // see SharedTexts
  AnswerForm form;
  StreamedTask stream;
  access::HiddenFields hidden = {};                // from its client
  std::optional<a2a::TaskState> shown_state = {};  // filled in: the task's, as it was shown last
};

// Writes to a stream that has begun. `options` must stay until it ends; the beginning is moved out of it.
// Returns when the stream is complete, the client has gone, or the task has been forgotten; and with an error
// event that says so when the gateway is stopping, cannot read the task, or has no memory for an event.
net::Awaitable<void> write_task_stream(const TaskStreamDependencies& dependencies, net::Exchange& exchange,
                                       TaskStreamOptions& options);

}  // namespace schemagate
