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
    const auto subscription = edges_.feed.subscribe(TaskFeed::kLeftBehind, left_behind_);
    milliseconds pause = kPauseMin;
    for (;;) {
      std::vector<UnfinishedTask> tasks = edges_.store.unfinished();
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
      std::erase_if(tasks, [this, patient](const UnfinishedTask& task) { return take(task, patient); });
      if (tasks.empty()) co_return;
      (void)co_await never_.wait(kCardPause);
    }
  }

  // False when it has to wait for its agent's card.
  bool take(const UnfinishedTask& task, bool patient) {
    const FrontedAgent* fronted = agents_.find(task.scope.agent);
    const auto agent = fronted == nullptr ? nullptr : fronted->snapshot();
    const bool reachable = agent != nullptr && agent->published != nullptr;
    const bool can_follow = agent != nullptr && !task.upstream.task_id.empty();
    if (can_follow && !reachable && patient) return false;
    if (!edges_.store.claim_run(task.id)) return true;
    if (can_follow && reachable) {
      follow(task, agent);
    } else {
      give_up(task, why_not(task, agent.get()));
    }
    return true;
  }

  static std::string why_not(const UnfinishedTask& task, const AgentSnapshot* agent) {
    if (agent == nullptr) return "the gateway was restarted without the agent that worked on the task";
    if (task.upstream.task_id.empty())
      return "the gateway was restarted before the agent had said how it calls the task";
    return "the gateway was restarted and cannot reach the agent: " + agent->problem;
  }

  void follow(const UnfinishedTask& task, std::shared_ptr<const AgentSnapshot> agent) {
    const auto record = edges_.store.get(task.scope, task.id);
    if (!record) return;
    RunInput input{.agent = std::move(agent), .scope = task.scope};
    take_task(input, *record);
    TaskRun::start(std::make_shared<TaskRun>(edges_, std::move(input), net::Signal(edges_.executor)));
  }

  void give_up(const UnfinishedTask& task, std::string reason) {
    const auto record = edges_.store.get(task.scope, task.id);
    if (!record) return;
    a2a::TaskStatusUpdate failed;
    failed.status = {.state = a2a::TaskState::kFailed, .timestamp = format_timestamp(edges_.clock.utc())};
    a2a::Message message{.message_id = edges_.ids.next(), .role = a2a::Role::kAgent};
    message.task_id = task.id;
    message.context_id = record->task.context_id;
    message.parts.push_back({.kind = a2a::PartKind::kText, .content = std::move(reason)});
    failed.status.message = std::move(message);
    const auto appended = edges_.store.append(task.id, {std::move(failed)}, edges_.clock.monotonic());
    edges_.store.release_run(task.id);
    publish_when_durable(edges_, appended ? task.id : TaskFeed::kLeftBehind);
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
