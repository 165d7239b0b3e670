// Tasks that are runs of plans: those of master agents (`kind: master`), and those that answer an
// AgentContext for an agent that knows nothing of it (`agent_context`). Begins them, takes them up after a
// restart, gives them the client's answers, cancels them.
#pragma once

#include <string>

#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/contract_reference.h"
#include "gateway/task/call_context.h"
#include "gateway/task/plan_task.h"

namespace schemagate {

// Reason of an error: what a context refers to cannot be read at the moment. The same message may be sent
// again.
inline constexpr std::string_view kContextUnavailable = "CONTEXT_UNAVAILABLE";

// What a message begins, checked.
struct PreparedRun {
  agent_context::RunHeader header;
  agent_context::PlanRun run;
};

// Used on one core only. The coroutines borrow their arguments.
class PlanRuns {
 public:
  explicit PlanRuns(const PlanTaskDependencies& dependencies) : dependencies_(dependencies) {}

  // Whether a new task of the agent is a run: `schema` names its structured input; empty: it has none.
  static bool makes_run(const AgentConfig& agent, std::string_view schema);
  // The same of a task that is there.
  static bool is_run(const AgentConfig& agent, const object_schemas::ContractReference& accepted_under) {
    return makes_run(agent, accepted_under.schema);
  }

  // The message, before the contract looks at it: contexts for an agent that the gateway takes them for are
  // brought into the spelling of their schema.
  static const a2a::Message& respelled(const CallContext& context, a2a::Message& message);

  // `message`: as the contract has let it in. What a context refers to is read. Errors: kInvalidParams for a
  // message without text and data, for an input that lacks what the plan needs, for a context that cannot be
  // carried out or has nothing to be done, for a reference that is not the caller's to hand over or that is
  // not read; kInternal, with the reason CONTEXT_UNAVAILABLE, where it cannot be read at the moment.
  net::Awaitable<a2a::Result<PreparedRun>> prepare(const CallContext& context,
                                                   const a2a::Message& message) const;

  // The run of a task that has just been made, with the header in its log; its lease goes over.
  void begin(PlanTaskBegin begin) const;
  struct Owner {
    Payer payer = {};  // of nobody: the task's owner, as far as it is known
    std::shared_ptr<net::SharedLimit::Part> place = {};
  };
  // Goes on with a task whose lease was acquired: one that a restart has left, or one to be canceled. The
  // task fails when its log does not hold its run.
  net::Awaitable<void> resume(const store::TaskRecord& record, const store::Scope& scope,
                              const store::RunLease& lease, const Owner& owner) const;
  // The client's answer to the run's question. Errors: kUnsupportedOperation while it has none;
  // kInvalidParams for an answer without text.
  net::Awaitable<a2a::Result<void>> answer(const store::TaskRecord& record, const store::Scope& scope,
                                           const a2a::Message& message, const Owner& owner) const;
  // Has a run that waits for its client's answer canceled; the reason stands in its history. Its lease was
  // acquired, and goes over. False: the store has not taken it, and the run waits on.
  net::Awaitable<bool> give_up(const store::TaskRecord& record, const store::Scope& scope,
                               const store::RunLease& lease, std::string reason) const;
  // Returns when the task has ended, or after `time`. Errors: kInternal of the store.
  net::Awaitable<a2a::Result<void>> cancel(const store::TaskRecord& record, const store::Scope& scope,
                                           std::chrono::milliseconds time) const;
  // Why an agent of a run that was canceled did not cancel its task, as the run's journal has it; empty: all
  // have, or the journal cannot be read.
  net::Awaitable<std::string> cancel_refusal(const store::Scope& scope, const std::string& task_id) const;

 private:
  net::Awaitable<a2a::Result<void>> fill_plan(const CallContext& context,
                                              agent_context::RunHeader& header) const;
  net::Awaitable<a2a::Result<std::string>> planned(const CallContext& context,
                                                   const agent_context::RunInput& input) const;
  static a2a::Result<void> fill_context(const AgentConfig& config,
                                        const agent_context::AgentContextReading& received,
                                        std::string record, agent_context::RunHeader& header);
  net::Awaitable<a2a::Result<std::string>> record_for(
      const CallContext& context, const agent_context::AgentContextReading& received) const;
  net::Awaitable<a2a::Result<std::string>> foreign_record(const CallContext& context,
                                                          const std::string& uri) const;
  net::Awaitable<a2a::Result<std::string>> own_record(const CallContext& context,
                                                      const agent_context::AgentContext& received) const;
  net::Awaitable<a2a::Result<PlanTaskBegin>> load(const store::TaskRecord& record, const store::Scope& scope,
                                                  const store::RunLease& lease, const Owner& owner) const;
  a2a::Message message_in(const a2a::Task& task, std::string text) const;
  // What kept the run from being read: for good, or, where the store cannot write now, until it is tried
  // again.
  void leave(const store::TaskRecord& record, const store::RunLease& lease, const a2a::Error& error) const;

  const PlanTaskDependencies dependencies_;
};

}  // namespace schemagate
