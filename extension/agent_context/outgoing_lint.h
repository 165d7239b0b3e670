// The last look at a message before it leaves for an agent: isolation is checked here, not assumed (section
// 4.2). Pure.
#pragma once

#include "a2a/model/message.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// Refuses, by name and without repeating the content: a TaskContext, whole or by its own members (GoalStatus,
// OverallStatus, UserQuery, TaskDescription), in data, metadata, a text, or the record behind its reference;
// the SubTaskID of any subtask of the run but this one and its direct prerequisites; an AgentContext for
// another agent; the whole query of the user where the templates of the subtask do not take all that it is
// made of. Errors: kInternal.
a2a::Result<void> lint_outgoing(const PlanRun& run, std::size_t sub_task, const a2a::Message& message);

// Whether a text, JSON or with JSON anywhere in it, has a member of that name or of one of a TaskContext's
// own, in any case, however often its quotes are escaped.
bool mentions_task_context(std::string_view text);

}  // namespace schemagate::agent_context
