// Drives on what nobody drives: tasks that a restart, or a ledger that took no changes for a while, has left
// behind.
#pragma once

#include "gateway/agent/agent_directory.h"
#include "gateway/net/signal.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/task_run.h"

namespace schemagate {

// One on every core; ends with it. At once, and whenever TaskFeed tells of unfinished tasks: follows what the
// agent does with the task, and fails the task with the reason where that cannot be, because the agent has
// not said how it calls it, is not configured any more, or cannot be reached for half a minute. An agent is
// asked for the task that it has made of a run's message by the message's id, which nobody else's has.
// Nothing is sent to the agent again. Runs of plans go on where they stood. References must outlive the core.
net::Awaitable<void> pick_up_tasks(const TaskRunDependencies& dependencies, const PlanRuns& plans,
                                   const AgentDirectory& agents);

}  // namespace schemagate
