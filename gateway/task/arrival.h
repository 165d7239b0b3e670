// Waiting for what a store says later.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "gateway/net/signal.h"
#include "gateway/store/deferred.h"
#include "gateway/store/guarded.h"
#include "gateway/store/not_written.h"
#include "gateway/store/task_store.h"

namespace schemagate {

// Waits until `value` is ready, half a minute at most: then its result is store::not_written(). Ask ready()
// first, which saves the coroutine where nothing has to be waited for:
//
//   auto found = tasks.get(scope, id);
//   if (!found.ready()) co_await arrival(executor, found);
//   if (!found.result()) co_return std::unexpected(found.result().error());
template <class T>
net::Awaitable<void> arrival(const net::Executor& executor, store::Deferred<T>& value) {
  constexpr std::chrono::seconds kLongest{30};
  // Told by a thread of the store, read on the core that waits.
  struct Slot {
    explicit Slot(const net::Executor& core) : told(core) {}
    const net::Signal told;
    store::Guarded<std::optional<a2a::Result<T>>> result;
  };
  const auto slot = std::make_shared<Slot>(executor);
  value.then([slot](a2a::Result<T> result) {
    slot->result.with([&result](auto& known) { known.emplace(std::move(result)); });
    slot->told.notify();
  });
  const auto take = [&slot, &value] {
    return slot->result.with([&value](auto& known) {
      if (known) value.settle(std::move(*known));
      return known.has_value();
    });
  };
  if (take()) co_return;
  (void)co_await slot->told.wait(kLongest);
  if (take()) co_return;
  value.settle(std::unexpected(store::not_written("the ledger takes too long; try again later")));
}

// The signal is notified whenever the task's log has grown.
[[nodiscard]] inline store::TaskFeed::Subscription subscribe_to(store::TaskStore& tasks,
                                                                const std::string& task_id,
                                                                net::Signal changed) {
  return tasks.feed().subscribe(task_id, [signal = std::move(changed)] { signal.notify(); });
}

}  // namespace schemagate
