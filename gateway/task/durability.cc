#include "gateway/task/durability.h"

#include <memory>
#include <optional>
#include <utility>

namespace schemagate {
namespace {

using a2a::Result;

constexpr std::chrono::seconds kPatience{30};

// Told by the ledger's writer, read on the core that waits.
struct Outcome {
  explicit Outcome(const net::Executor& executor) : told(executor) {}
  std::optional<Result<void>> get() const {
    return result.with([](const auto& known) { return known; });
  }
  void set(const Result<void>& known) {
    result.with([&known](auto& slot) { slot = known; });
    told.notify();
  }
  const net::Signal told;
  store::Guarded<std::optional<Result<void>>> result;
};

void publish(const TaskFeed& feed, push::PushRelay* push, const std::string& task_id) {
  feed.publish(task_id);
  if (push != nullptr) push->wake(task_id);
}

}  // namespace

net::Awaitable<Result<void>> until_durable(const Edges& edges, store::Sequence sequence) {
  if (edges.store.durable_at_once()) co_return Result<void>();
  const auto outcome = std::make_shared<Outcome>(edges.executor);
  edges.store.when_durable(sequence, [outcome](const Result<void>& result) { outcome->set(result); });
  auto known = outcome->get();
  if (!known) (void)co_await outcome->told.wait(kPatience);
  if (!known) known = outcome->get();
  if (known) co_return std::move(*known);
  co_return a2a::fail(a2a::ErrorCode::kInternal, "the ledger takes too long to write; try again later");
}

// Whoever subscribes later reads a state that has the change.
void publish_when_durable(const Edges& edges, const std::string& task_id) {
  push::PushRelay* push = edges.push != nullptr && edges.push->follows(task_id) ? edges.push : nullptr;
  if (edges.store.durable_at_once()) {
    publish(edges.feed, push, task_id);
  } else if (push != nullptr || edges.feed.has_subscribers(task_id)) {
    const auto publish_it = [&feed = edges.feed, push, task_id](const Result<void>&) {
      publish(feed, push, task_id);
    };
    edges.store.when_durable(edges.store.written(), publish_it);
  }
}

}  // namespace schemagate
