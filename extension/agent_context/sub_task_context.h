// What a subtask hands over: its AgentContext, and what its prerequisites gave. Pure; safe from any thread
// while the run is not changed.
#pragma once

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// The context of the subtask with the items that are still open, and nothing else: what an agent that
// declares AgentContext gets. Errors: kInvalidParams for a template that leads to nothing.
a2a::Result<AgentContext> context_of(const PlanRun& run, std::size_t sub_task);

// What the direct prerequisites gave: {"from":[{"SubTaskID":…,"KeyInformation":[…]}]}. Empty: nothing.
std::string record_of(const PlanRun& run, std::size_t sub_task);

// What templates of the plan may take: accepted items of direct prerequisites. Borrows the run.
OutputLookup outputs_of(const PlanRun& run);
// What is to be done for the item. Errors: kInvalidParams for a template that leads to nothing, and for more
// than kTextMax bytes.
a2a::Result<std::string> text_of(const PlanRun& run, std::size_t sub_task, std::size_t item);
// Whether an item of it takes what it needs out of its prerequisites by itself.
bool takes_outputs(const PlannedSubTask& planned);

}  // namespace schemagate::agent_context
