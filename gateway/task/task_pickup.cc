#include "gateway/task/task_pickup.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gateway/agent/caller_snapshots.h"
#include "gateway/task/arrival.h"
#include "gateway/task/context_references.h"
#include "gateway/task/sent_message.h"

namespace schemagate {
namespace {

using std::chrono::milliseconds;
using store::UnfinishedTask;

// Agents' cards are being fetched while the gateway starts.
constexpr milliseconds kCardPauseMin{50};
constexpr milliseconds kCardPauseMax{1'000};
// For agents that are not in the configuration: somebody may have given one another name by mistake.
constexpr std::chrono::minutes kUnknownAgentTime{5};
constexpr milliseconds kLongest = std::chrono::hours(24);
constexpr std::chrono::seconds kSearchMax{10};
// A ledger that cannot keep up leaves the same tasks behind again.
constexpr milliseconds kPauseMin{1'000};
constexpr milliseconds kPauseMax{30'000};

// A message of a run that its agent may have, and has not named the task of: an input, which has a task here
// before anybody hears of it. A run that answers a context goes on by its own log.
bool may_be_sought(const UnfinishedTask& task, const AgentSnapshot& agent) {
  return task.upstream.task_id.empty() && is_owned_by_run(task.scope.owner) && !agent.config().agent_context;
}

class TaskPickup {
 public:
  TaskPickup(const TaskRunDependencies& dependencies, const PlanRuns& plans, const AgentDirectory& agents)
      : dependencies_(dependencies), plans_(plans), agents_(agents), unfinished_(dependencies.executor) {}

  net::Awaitable<void> run() {
    const auto subscription =
        dependencies_.writer.tasks.feed().subscribe_unfinished([signal = unfinished_] { signal.notify(); });
    milliseconds pause = kPauseMin;
    milliseconds card_pause = kCardPauseMin;
    std::vector<UnfinishedTask> tasks;
    bool looks = true;
    for (;;) {
      if (looks) {
        tasks = co_await left_behind();
        pause = tasks.empty() ? kPauseMin : std::min(2 * pause, kPauseMax);
      }
      tasks = co_await pick_up(std::move(tasks));
      const bool waits = !tasks.empty();
      const bool is_told = co_await unfinished_.wait(waits ? card_pause : kLongest);
      card_pause = waits ? std::min(2 * card_pause, kCardPauseMax) : kCardPauseMin;
      looks = is_told || !waits;
      if (looks) co_await rest(pause);
    }
  }

 private:
  // While the ledger fails, whatever is taken up would only be left behind again.
  net::Awaitable<void> rest(milliseconds pause) {
    (void)co_await never_.wait(pause);
    while (!writes()) (void)co_await never_.wait(kPauseMin);
  }

  bool writes() const {
    auto written = dependencies_.durability.durable(dependencies_.durability.written());
    return !written.ready() || written.result();
  }

  // The store looks at every task for it: not again for those that wait.
  net::Awaitable<std::vector<UnfinishedTask>> left_behind() {
    auto unfinished = dependencies_.writer.tasks.unfinished();
    if (!unfinished.ready()) co_await arrival(dependencies_.executor, unfinished);
    if (!unfinished.result()) co_return std::vector<UnfinishedTask>();
    warn_of_unknown_agents(*unfinished.result());
    co_return std::move(*unfinished.result());
  }

  // Those that have to wait for their agent's card.
  net::Awaitable<std::vector<UnfinishedTask>> pick_up(std::vector<UnfinishedTask> tasks) {
    std::vector<UnfinishedTask> waiting;
    for (UnfinishedTask& task : tasks) {
      const bool is_taken = co_await take(task);
      if (!is_taken) waiting.push_back(std::move(task));
    }
    co_return waiting;
  }

  void warn_of_unknown_agents(const std::vector<UnfinishedTask>& tasks) {
    std::map<std::string, std::size_t> unknown;
    for (const UnfinishedTask& task : tasks) {
      const std::string& agent = task.scope.agent;
      if (agents_.find(agent) == nullptr && !told_.contains(agent)) ++unknown[agent];
    }
    for (const auto& [agent, count] : unknown) {
      told_.insert(agent);
      dependencies_.log.write(
          LogLevel::kWarn, "tasks_without_agent",
          {{"agent", agent},
           {"tasks", count},
           {"cause", "the agent is not in the configuration: they fail in five minutes"}});
    }
  }

  // `agent`: nullptr where none has that name.
  bool may_wait_for(const AgentSnapshot* agent) const {
    const auto time = agent == nullptr ? kUnknownAgentTime : agent->config().outage_timeout;
    return dependencies_.client.clock.monotonic() - started_ < time;
  }

  // False when it has to wait for its agent's card.
  net::Awaitable<bool> take(const UnfinishedTask& task) {
    const auto fronted = agents_.find(task.scope.agent);
    const auto agent = fronted == nullptr ? nullptr : snapshot_for(fronted->snapshot(), task.scope.owner);
    const bool reachable = agent != nullptr && agent->published != nullptr;
    const bool can_follow = agent != nullptr && !task.upstream.task_id.empty();
    const bool is_sought = agent != nullptr && may_be_sought(task, *agent);
    const bool may_go_on = fronted == nullptr || can_follow || is_sought;
    if (may_go_on && !reachable && may_wait_for(agent.get())) co_return false;
    auto acquired = dependencies_.writer.tasks.acquire_run(task.id);
    if (!acquired.ready()) co_await arrival(dependencies_.executor, acquired);
    if (!acquired.result()) co_return true;
    auto found = dependencies_.writer.tasks.get(task.scope, task.id);
    if (!found.ready()) co_await arrival(dependencies_.executor, found);
    const auto& record = found.result();
    if (!record) {
      dependencies_.writer.tasks.release_run(*acquired.result());
    } else if (agent != nullptr && PlanRuns::is_run(agent->config(), record->accepted_under)) {
      const PlanRuns::Owner nobody;
      co_await plans_.resume(*record, task.scope, *acquired.result(), nobody);
    } else if (can_follow && reachable) {
      follow(task, std::move(*acquired.result()), *record, agent);
    } else if (is_sought && reachable && !record->task.history.empty()) {
      boost::asio::co_spawn(dependencies_.executor,
                            seek(task, std::move(*acquired.result()), std::move(*found.result()), agent),
                            boost::asio::detached);
    } else {
      give_up(task, std::move(*acquired.result()), *record, why_not(task, agent.get()));
    }
    co_return true;
  }

  static std::string why_not(const UnfinishedTask& task, const AgentSnapshot* agent) {
    if (agent == nullptr) return "the gateway was restarted without the agent that worked on the task";
    if (task.upstream.task_id.empty())
      return "the gateway was restarted before the agent had said how it calls the task";
    return "the gateway was restarted, and " + agent->problem.value_or(card_not_read()).shown;
  }

  // By itself: an agent that does not answer holds up no other's tasks.
  net::Awaitable<void> seek(UnfinishedTask task, store::RunLease lease, store::TaskRecord record,
                            std::shared_ptr<const AgentSnapshot> agent) {
    std::optional<store::UpstreamIds> found;
    try {
      const std::vector<std::string> extensions;
      const auto time = std::min<milliseconds>(agent->config().request_timeout, kSearchMax);
      AgentClient client(dependencies_.client, *agent, {extensions, task.scope.owner},
                         dependencies_.client.clock.monotonic() + time);
      found = co_await find_task_of(client, record.task.history.front().message_id);
    } catch (const std::exception& exception) {
      dependencies_.log.write(LogLevel::kError, "task_search_failed", {{"cause", exception.what()}});
    }
    if (!found) {
      give_up(task, std::move(lease), record, why_not(task, agent.get()));
      co_return;
    }
    dependencies_.writer.tasks.link_upstream(lease, *found);
    record.upstream = *std::move(found);
    follow(task, std::move(lease), record, agent);
  }

  void follow(const UnfinishedTask& task, store::RunLease lease, const store::TaskRecord& record,
              std::shared_ptr<const AgentSnapshot> agent) {
    RunInput input{{.agent = std::move(agent)}, {.scope = task.scope}};
    continue_task(input, record);
    input.task.lease = std::move(lease);
    TaskRun::start(
        std::make_shared<TaskRun>(dependencies_, std::move(input), net::Signal(dependencies_.executor)));
  }

  void give_up(const UnfinishedTask& task, store::RunLease lease, const store::TaskRecord& record,
               std::string reason) {
    const bool has_failed = fail_task(dependencies_.writer, task.scope, record, std::move(lease),
                                      {a2a::ErrorCode::kInternal, reason});
    if (!has_failed) return;
    dependencies_.log.write(
        LogLevel::kWarn, "task_failed",
        {{"agent", task.scope.agent}, {"a2a.task.id", task.id}, {"cause", std::move(reason)}});
  }

  const TaskRunDependencies& dependencies_;
  const PlanRuns& plans_;
  const AgentDirectory& agents_;
  std::set<std::string> told_;  // agents that are not there, in the log
  const MonotonicTime started_{dependencies_.client.clock.monotonic()};
  const net::Signal unfinished_;
  const net::Signal never_{dependencies_.executor};
};

}  // namespace

net::Awaitable<void> pick_up_tasks(const TaskRunDependencies& dependencies, const PlanRuns& plans,
                                   const AgentDirectory& agents) {
  TaskPickup pickup(dependencies, plans, agents);
  co_await pickup.run();
}

}  // namespace schemagate
