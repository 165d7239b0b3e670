// Drives a plan's run as a task: makes the calls that are due, writes every step into the task's log before
// its effect, and shows in it where the run stands. The one writer of its task.
//
//   PlanTask::start(std::make_shared<PlanTask>(dependencies, std::move(begin)));
//
// The log's RunStep events are the run's journal: what it began with, then its events. After a restart they
// give the same run again (plan_runs.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/goal_board.h"
#include "extension/agent_context/run.h"
#include "extension/agent_context/run_header.h"
#include "extension/agent_context/sub_task_context.h"
#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/observe/log.h"
#include "gateway/store/durability.h"
#include "gateway/store/task_store.h"
#include "gateway/task/answered_references.h"
#include "gateway/task/context_references.h"
#include "gateway/task/context_writes.h"
#include "gateway/task/foreign_contexts.h"
#include "gateway/task/run_input.h"
#include "gateway/task/worker_calls.h"

namespace schemagate {

class Planner;

// The line of a RunStep that anybody may note: the run is to be canceled.
inline constexpr std::string_view kCancelMark = "cancel";

// The name, in the configuration, of an agent of a master's plan: one with a URL is the plan's own.
std::string worker_name(const std::string& master, const agent_context::PlannedAgent& agent);

// References must outlive every run. `ids` and `workers` belong to the core.
struct PlanTaskDependencies {
  net::Executor executor;
  store::TaskStore& tasks;
  store::Durability& durability;
  const Clock& clock;
  IdSource& ids;
  const Log& log;
  WorkerCalls& workers;
  const ContextReferences* contexts = nullptr;  // nullptr: there is no context store
  ForeignContexts* foreign = nullptr;           // nullptr: nothing is read from stores of others
  Planner* planner = nullptr;                   // nullptr: no plans are made here
};

// What a run goes on from.
struct PlanTaskBegin {
  TaskIdentity task;  // with its lease
  std::vector<std::string> accepted_output_modes = {};
  Payer payer = {};
  std::shared_ptr<net::SharedLimit::Part> place = {};
  agent_context::RunHeader header;
  agent_context::PlanRun run;
  std::uint64_t version = 0;  // of the log, as far as it has been read
  bool cancel_wanted = false;
  ContextWrites context_writes = {};  // of the same
  // To be written first, with the first step.
  std::vector<store::TaskEvent> events = {};
};

class PlanTask : public std::enable_shared_from_this<PlanTask> {
 public:
  PlanTask(const PlanTaskDependencies& dependencies, PlanTaskBegin&& begin);

  // On this core; it keeps itself alive until the run has finished, or waits for the client's answer to a
  // question. Then it gives the lease back.
  static void start(std::shared_ptr<PlanTask> task);

  // Before start(). Errors: as store::TaskStore::append(), and for an event that does not follow.
  a2a::Result<void> record(agent_context::RunEventBody body);

 private:
  using Events = std::vector<store::TaskEvent>;
  struct DueCall {
    agent_context::CallKey key;
    WorkerCall call;
  };

  // An item that its evaluator is to decide on.
  struct DueReview {
    std::size_t sub_task;
    std::size_t item;
    WorkerCall call;
  };

  net::Awaitable<void> drive();
  net::Awaitable<bool> step();
  net::Awaitable<void> read_log();
  net::Awaitable<bool> is_recorded();
  void prepare(std::size_t sub_task, std::vector<DueCall>& calls);
  bool needs_references(const agent_context::CallKey& key) const;
  a2a::Result<void> keep_record(const agent_context::CallKey& key);
  a2a::Result<std::string> place_for(std::size_t sub_task) const;
  KeptContext kept_for(std::size_t sub_task, std::string content) const;
  agent_context::StoredOutputs outputs_for(const std::string& agent) const;
  net::Awaitable<std::string> digest_of_output(std::size_t sub_task) const;
  void revoke_ended();
  const agent_context::PlannedAgent& agent_of(std::size_t sub_task) const;
  WorkerCall call_to(std::size_t sub_task) const;
  // Whose the tasks are that agents make of the run's messages.
  std::string owner_of_messages() const { return store::run_owner(header_.id, task_.scope.owner); }
  void launch(DueCall due);
  net::Awaitable<void> make_call(DueCall due, std::shared_ptr<WorkerControl> control);
  net::Awaitable<void> note_output(agent_context::CallKey key, std::shared_ptr<WorkerControl> control);
  net::Awaitable<agent_context::CallEnded> read_whole(agent_context::CallKey key,
                                                      const a2a::SendResult& answer,
                                                      std::shared_ptr<WorkerControl> control);
  Log::Fields told_of(std::size_t sub_task, std::string cause) const;
  void note_cuts(const agent_context::CallEnded& ended) const;
  void note_refusal(agent_context::CallEnded& ended, const std::string& fault) const;
  bool is_read_on(std::size_t sub_task) const;
  void pass_on(agent_context::CallEnded& ended, std::string json);
  std::vector<DueReview> due_reviews(const std::vector<std::size_t>& sub_tasks);
  void launch(DueReview due);
  net::Awaitable<void> make_review(DueReview due, std::shared_ptr<WorkerControl> control);
  net::Awaitable<WorkerResult> ask_evaluator(const DueReview& due, std::shared_ptr<WorkerControl> control);
  void write_down(const DueReview& due, const WorkerResult& result);
  void drop_review(std::size_t sub_task);
  void cancel(std::size_t sub_task);
  net::Awaitable<void> cancel_asking(DueCall due);
  bool is_current(std::size_t sub_task, const std::shared_ptr<WorkerControl>& control) const;
  void take(agent_context::CallKey key, WorkerResult result,
            std::optional<agent_context::CallEnded> read = std::nullopt);
  void write_down(const agent_context::CallKey& key, WorkerResult& result,
                  std::optional<agent_context::CallEnded> read);
  void add_news(Events& events);
  void add_task_context(Events& events) const;
  void ask();
  void finish();
  void finish_plan(Events& events);
  void finish_context(Events& events);
  void add_status(Events& events, a2a::TaskState state, std::string text);
  void add_artifact(Events& events, std::string id, std::string json, std::string_view schema) const;
  void append(Events events);
  void give_up(a2a::Error error);
  void end();
  std::int64_t now() const;

  const PlanTaskDependencies dependencies_;
  const AnsweredReferences references_;
  TaskIdentity task_;
  const std::vector<std::string> accepted_output_modes_;
  const Payer payer_;
  std::shared_ptr<net::SharedLimit::Part> place_;
  const agent_context::RunHeader header_;
  agent_context::PlanRun run_;
  std::uint64_t version_;
  bool cancel_wanted_;
  Events first_events_;
  const net::Signal wake_;
  std::map<std::size_t, std::shared_ptr<WorkerControl>> flights_;  // by subtask
  agent_context::GoalBoard board_;                                 // as it was shown last
  ContextWrites context_writes_;
  std::set<std::size_t> kept_;         // subtasks that have a record in the context store
  std::optional<a2a::Error> problem_;  // why nothing more can be written
  bool ended_ = false;
};

}  // namespace schemagate
