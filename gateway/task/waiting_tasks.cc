#include "gateway/task/waiting_tasks.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gateway/agent/caller_snapshots.h"
#include "gateway/task/arrival.h"

namespace schemagate {
namespace {

using store::UnfinishedTask;

constexpr std::chrono::hours kLongest{24};
constexpr const char* kReason =
    "given up to make room: of the tasks of this caller, who holds most of what the gateway keeps, it had "
    "waited longest for an answer (limits.tasks, limits.kept_bytes)";

class WaitingTasks {
 public:
  WaitingTasks(const TaskRunDependencies& dependencies, const PlanRuns& plans, const AgentDirectory& agents)
      : dependencies_(dependencies), plans_(plans), agents_(agents), given_up_(dependencies.executor) {}

  net::Awaitable<void> run() {
    const auto subscription = tasks().feed().subscribe_given_up([signal = given_up_] { signal.notify(); });
    for (;;) {
      auto given_up = tasks().given_up();
      if (!given_up.ready()) co_await arrival(dependencies_.executor, given_up);
      if (given_up.result()) {
        for (const UnfinishedTask& task : *given_up.result()) co_await end(task);
      }
      (void)co_await given_up_.wait(kLongest);
    }
  }

 private:
  store::TaskStore& tasks() const { return dependencies_.writer.tasks; }

  net::Awaitable<void> end(const UnfinishedTask& task) {
    auto acquired = tasks().acquire_run(task.id);
    if (!acquired.ready()) co_await arrival(dependencies_.executor, acquired);
    if (!acquired.result()) co_return;
    auto found = tasks().get(task.scope, task.id);
    if (!found.ready()) co_await arrival(dependencies_.executor, found);
    const auto& record = found.result();
    const bool waits = record && record->task.status.state == a2a::TaskState::kInputRequired;
    if (!waits) {
      tasks().release_run(*acquired.result());
      co_return;
    }
    const auto fronted = agents_.find(task.scope.agent);
    auto agent = fronted == nullptr ? nullptr : snapshot_for(fronted->snapshot(), task.scope.owner);
    if (agent != nullptr && PlanRuns::is_run(agent->config(), record->accepted_under)) {
      const bool has_failed = co_await plans_.give_up(*record, task.scope, *acquired.result(), kReason);
      if (has_failed) note(task);
      co_return;
    }
    const bool has_failed = fail_task(dependencies_.writer, task.scope, *record,
                                      std::move(*acquired.result()), {a2a::ErrorCode::kInternal, kReason});
    if (!has_failed) co_return;
    note(task);
    const bool can_cancel = agent != nullptr && agent->published && !task.upstream.task_id.empty();
    if (can_cancel)
      boost::asio::co_spawn(dependencies_.executor, cancel(task, std::move(agent)), boost::asio::detached);
  }

  void note(const UnfinishedTask& task) const {
    dependencies_.log.write(LogLevel::kWarn, "task_failed",
                            {{"agent", task.scope.agent}, {"a2a.task.id", task.id}, {"cause", kReason}});
  }

  // By itself: an agent that does not answer holds up no other's tasks.
  net::Awaitable<void> cancel(UnfinishedTask task, std::shared_ptr<const AgentSnapshot> agent) {
    try {
      const std::vector<std::string> extensions;
      AgentClient client(dependencies_.client, *agent, {extensions, task.scope.owner},
                         dependencies_.client.clock.monotonic() + agent->config().request_timeout);
      (void)co_await client.cancel(task.upstream.task_id);
    } catch (const std::exception& exception) {
      dependencies_.log.write(LogLevel::kError, "task_cancel_failed", {{"cause", exception.what()}});
    }
  }

  const TaskRunDependencies& dependencies_;
  const PlanRuns& plans_;
  const AgentDirectory& agents_;
  const net::Signal given_up_;
};

}  // namespace

net::Awaitable<void> give_up_waiting_tasks(const TaskRunDependencies& dependencies, const PlanRuns& plans,
                                           const AgentDirectory& agents) {
  WaitingTasks waiting(dependencies, plans, agents);
  co_await waiting.run();
}

}  // namespace schemagate
