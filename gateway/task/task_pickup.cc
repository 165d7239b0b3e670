#include "gateway/task/task_pickup.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "gateway/task/durability.h"
#include "gateway/task/task_run.h"

namespace schemagate {
namespace {

using std::chrono::milliseconds;
using store::UnfinishedTask;

constexpr milliseconds kCardPause{50};  // agents' cards are being fetched while the gateway starts
constexpr std::chrono::seconds kCardPatience{30};
constexpr std::chrono::hours kLongest{24};
// A ledger that still fails leaves the same tasks behind again.
constexpr milliseconds kPauseMin{1'000};
constexpr milliseconds kPauseMax{30'000};

class TaskPickup {
 public:
  TaskPickup(const Edges& edges, const AgentDirectory& agents)
      : edges_(edges), agents_(agents), left_behind_(edges.executor) {}

  net::Awaitable<void> run() {
    const auto subscription =
        edges_.tasks.feed().subscribe_unfinished([signal = left_behind_] { signal.notify(); });
    milliseconds pause = kPauseMin;
    for (;;) {
      auto unfinished = edges_.tasks.unfinished();
      if (!unfinished.ready()) co_await arrival(edges_.executor, unfinished);
      std::vector<UnfinishedTask> tasks;
      if (unfinished.result()) tasks = std::move(*unfinished.result());
      pause = tasks.empty() ? kPauseMin : std::min(2 * pause, kPauseMax);
      co_await pick_up(std::move(tasks));
      (void)co_await left_behind_.wait(kLongest);
      (void)co_await never_.wait(pause);
    }
  }

 private:
  net::Awaitable<void> pick_up(std::vector<UnfinishedTask> tasks) {
    const auto patience = edges_.clock.monotonic() + kCardPatience;
    for (;;) {
      const bool patient = edges_.clock.monotonic() < patience;
      std::vector<UnfinishedTask> waiting;
      for (UnfinishedTask& task : tasks) {
        const bool taken = co_await take(task, patient);
        if (!taken) waiting.push_back(std::move(task));
      }
      tasks = std::move(waiting);
      if (tasks.empty()) co_return;
      (void)co_await never_.wait(kCardPause);
    }
  }

  // False when it has to wait for its agent's card.
  net::Awaitable<bool> take(const UnfinishedTask& task, bool patient) {
    const FrontedAgent* fronted = agents_.find(task.scope.agent);
    const auto agent = fronted == nullptr ? nullptr : fronted->snapshot();
    const bool reachable = agent != nullptr && agent->published != nullptr;
    const bool can_follow = agent != nullptr && !task.upstream.task_id.empty();
    if (can_follow && !reachable && patient) co_return false;
    auto acquired = edges_.tasks.acquire_run(task.id);
    if (!acquired.ready()) co_await arrival(edges_.executor, acquired);
    if (!acquired.result()) co_return true;
    auto found = edges_.tasks.get(task.scope, task.id);
    if (!found.ready()) co_await arrival(edges_.executor, found);
    const auto& record = found.result();
    if (!record) {
      edges_.tasks.release_run(*acquired.result());
    } else if (can_follow && reachable) {
      follow(task, std::move(*acquired.result()), *record, agent);
    } else {
      give_up(*acquired.result(), *record, why_not(task, agent.get()));
    }
    co_return true;
  }

  static std::string why_not(const UnfinishedTask& task, const AgentSnapshot* agent) {
    if (agent == nullptr) return "the gateway was restarted without the agent that worked on the task";
    if (task.upstream.task_id.empty())
      return "the gateway was restarted before the agent had said how it calls the task";
    return "the gateway was restarted and cannot reach the agent: " + agent->problem;
  }

  void follow(const UnfinishedTask& task, store::RunLease lease, const store::TaskRecord& record,
              std::shared_ptr<const AgentSnapshot> agent) {
    RunInput input{.agent = std::move(agent), .scope = task.scope};
    take_task(input, record);
    input.lease = std::move(lease);
    TaskRun::start(std::make_shared<TaskRun>(edges_, std::move(input), net::Signal(edges_.executor)));
  }

  void give_up(const store::RunLease& lease, const store::TaskRecord& record, std::string reason) {
    a2a::TaskStatusUpdate failed;
    failed.status = {.state = a2a::TaskState::kFailed, .timestamp = format_timestamp(edges_.clock.utc())};
    a2a::Message message{.message_id = edges_.ids.next(), .role = a2a::Role::kAgent};
    message.task_id = record.task.id;
    message.context_id = record.task.context_id;
    message.parts.push_back({.kind = a2a::PartKind::kText, .content = std::move(reason)});
    failed.status.message = std::move(message);
    (void)edges_.tasks.append(lease, {std::move(failed)}, edges_.clock.utc());
    edges_.tasks.release_run(lease);
  }

  const Edges& edges_;
  const AgentDirectory& agents_;
  const net::Signal left_behind_;
  const net::Signal never_{edges_.executor};
};

}  // namespace

net::Awaitable<void> pick_up_tasks(const Edges& edges, const AgentDirectory& agents) {
  TaskPickup pickup(edges, agents);
  co_await pickup.run();
}

}  // namespace schemagate
