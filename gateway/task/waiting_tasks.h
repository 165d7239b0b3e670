// Ends tasks that wait for their clients where others want their room.
#pragma once

#include "gateway/agent/agent_directory.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/task_run.h"

namespace schemagate {

// One on every core; ends with it. At once, and whenever TaskFeed tells of it: a task that the store has
// given up (TaskStore::given_up()) fails with the reason, and is canceled at its agent, once; a run of a plan
// is canceled. One that its client answers meanwhile goes on. References must outlive the core.
net::Awaitable<void> give_up_waiting_tasks(const TaskRunDependencies& dependencies, const PlanRuns& plans,
                                           const AgentDirectory& agents);

}  // namespace schemagate
