// Agents of the configuration as the workers of a plan's run: its messages become tasks of theirs as those of
// any client do, with their contracts, in the ledger, recognised when they come again.
#pragma once

#include <string>
#include <variant>

#include "gateway/agent/agent_directory.h"
#include "gateway/task/message_digest.h"
#include "gateway/task/message_requests.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/run_places.h"
#include "gateway/task/task_requests.h"
#include "gateway/task/worker_calls.h"

namespace schemagate {

// References must outlive it.
struct OwnAgentDependencies {
  net::Executor executor;
  store::TaskStore& tasks;
  store::Durability& durability;
  const Clock& clock;
  MessageRequests& messages;
  const TaskRequests& requests;
  const PlanRuns& plans;
  const AgentDirectory* agents;  // nullptr: there are none
  const RunPlaces* places;       // nullptr: as many as anybody likes
};

// Used on one core only.
class OwnAgents final : public WorkerCalls {
 public:
  explicit OwnAgents(const OwnAgentDependencies& dependencies) : dependencies_(dependencies) {}

  std::optional<bool> takes_context(std::string_view agent) const override;
  bool is_plain(std::string_view agent) const override;
  net::Awaitable<WorkerResult> call(WorkerCall& call, WorkerControl& control,
                                    const Accepted& accepted) override;
  net::Awaitable<std::string> cancel(const WorkerCall& call) override;

 private:
  std::shared_ptr<const AgentSnapshot> find(std::string_view agent) const;
  std::chrono::milliseconds time_until(MonotonicTime deadline) const;
  net::Awaitable<std::shared_ptr<const AgentSnapshot>> wait_for_card(const WorkerCall& call,
                                                                     const WorkerControl& control) const;
  net::Awaitable<std::string> take_place(const WorkerCall& call, WorkerControl& control,
                                         CallContext& context) const;
  struct Sending;
  net::Awaitable<std::variant<std::string, WorkerResult>> begin(const CallContext& context, WorkerCall& call,
                                                                WorkerControl& control,
                                                                MonotonicTime deadline);
  net::Awaitable<void> send(std::shared_ptr<Sending> sending);
  net::Awaitable<WorkerResult> follow(const CallContext& context, const WorkerCall& call,
                                      WorkerControl& control, const std::string& task_id,
                                      MonotonicTime deadline) const;
  net::Awaitable<void> note_untaken(const CallContext& context, WorkerResult& result) const;
  net::Awaitable<std::string> cancel_task(const CallContext& context, const std::string& task_id) const;

  const OwnAgentDependencies dependencies_;
  MessageDigest digest_;
};

}  // namespace schemagate
