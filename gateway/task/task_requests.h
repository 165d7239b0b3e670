// GetTask, ListTasks, CancelTask and SubscribeToTask without HTTP and without a wire format. A task of
// another caller or agent is not there (kTaskNotFound).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "a2a/model/task.h"
#include "gateway/agent/agent_client.h"
#include "gateway/net/executor.h"
#include "gateway/store/durability.h"
#include "gateway/store/task_list.h"
#include "gateway/store/task_store.h"
#include "gateway/task/call_context.h"
#include "gateway/task/plan_runs.h"

namespace schemagate {

// References must outlive the requests.
struct TaskRequestDependencies {
  net::Executor executor;
  AgentClientDependencies client;
  store::TaskStore& tasks;
  store::TaskLists& lists;
  store::Durability& durability;
  const PlanRuns& plans;
};

// The task as it is now, once a crash cannot take it back. Errors: kTaskNotFound; kInternal of the store.
net::Awaitable<a2a::Result<a2a::Task>> read_task(const net::Executor& executor, const store::TaskStore& tasks,
                                                 store::Durability& durability, store::Scope scope,
                                                 std::string task_id, std::optional<int> history_length);

// Used on one core only. The coroutines borrow their arguments: await them where the arguments live.
class TaskRequests {
 public:
  explicit TaskRequests(const TaskRequestDependencies& dependencies) : dependencies_(dependencies) {}

  // While the store cannot be written: the task as it was safe last.
  net::Awaitable<a2a::Result<a2a::Task>> get(const CallContext& context,
                                             const a2a::GetTaskRequest& request) const;
  // The caller's tasks at this agent. Without history and artifacts unless asked for. While the store cannot
  // be written, they are as they were safe last; those that were not are left out, of the total, too. Errors:
  // kInvalidParams for a page token that is none.
  net::Awaitable<a2a::Result<a2a::TaskPage>> list(const CallContext& context,
                                                  const a2a::ListTasksRequest& request) const;
  // Errors: kTaskNotCancelable when it has ended, or the agent does not know it any more; the agent's own;
  // kInternal of the store, which may know nothing of what the agent has canceled then.
  net::Awaitable<a2a::Result<a2a::Task>> cancel(const CallContext& context,
                                                const a2a::TaskIdRequest& request) const;
  // Whether its events may be followed. `ended_too`: v0.3 shows an ended task once; v1.0 refuses it with
  // kUnsupportedOperation, unless its log goes on behind `seen`, the event that the client has seen last.
  net::Awaitable<a2a::Result<void>> check_subscription(const CallContext& context,
                                                       const a2a::TaskIdRequest& request, bool ended_too,
                                                       std::optional<std::uint64_t> seen) const;

 private:
  net::Awaitable<a2a::Result<a2a::Task>> cancel_at_agent(const CallContext& context,
                                                         const std::string& agents_task_id) const;
  // Gives the agent's name for the task as the store has it then. Errors: kInternal when the store cannot
  // write.
  net::Awaitable<a2a::Result<std::string>> record_end(const store::Scope& scope, const a2a::Task& task,
                                                      a2a::TaskStatus status) const;
  net::Awaitable<a2a::Result<a2a::Task>> read(const CallContext& context, const std::string& task_id,
                                              std::optional<int> history_length) const;
  net::Awaitable<a2a::Result<a2a::Task>> read_durable(const CallContext& context,
                                                      const std::string& task_id) const;
  net::Awaitable<void> show_durable(const CallContext& context, const a2a::ListTasksRequest& request,
                                    store::TaskList& list) const;

  const TaskRequestDependencies dependencies_;
};

}  // namespace schemagate
