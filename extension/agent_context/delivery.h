// Between a run and A2A: the message that an agent gets for a call, and what its answer means for the items.
//
//   auto message = message_for(run, run.call_of(sub_task));
//   ... send it ...
//   CallEnded ended = read_answer(run, call, result);
//
// What leaves has passed the lint (outgoing_lint.h). Pure; safe from any thread while the run is not changed.
#pragma once

#include "a2a/model/task.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// The message of a call that is due; a later turn is the answer to the agent's question. An agent that
// declares AgentContext finds the record behind a data: reference, any other in the text, unless templates of
// the subtask take out of it what they need. Errors: kInvalidParams for templates that lead to nothing, for a
// record larger than 16 KiB behind a reference; those of the lint.
a2a::Result<a2a::Message> message_for(const PlanRun& run, const CallKey& call);
// The same as it was worded when it was first sent, where its references have been replaced since: whoever
// has taken it in then knows it by that.
a2a::Result<a2a::Message> first_message_for(const PlanRun& run, const CallKey& call);

// What came back. A task that has not settled is kTimeout.
CallEnded read_answer(const PlanRun& run, const CallKey& call, const a2a::SendResult& result);

// A reference of the agent's own, in the AgentContext that it answers with: to what it gave in full. Nothing
// is known of it but that it was said. Empty: there is none.
std::string reference_of(const PlanRun& run, const CallKey& call, const a2a::SendResult& result);
// Whether a check looks at data of an item that is said to be done, and none came with the answer.
bool lacks_data(const PlanRun& run, const CallEnded& ended);
// Gives those items what the agent's reference leads to. `json`: at most kOutputBytesMax.
void give_data(const PlanRun& run, CallEnded& ended, const std::string& json);

}  // namespace schemagate::agent_context
