// What an agent has put out, and what it means for the items of a call. Private to the room; pure.
#pragma once

#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// In the order in which they came.
struct AgentOutput {
  std::string text;               // of all text parts, a line each
  std::vector<std::string> data;  // JSON of all data parts
};

std::string text_in(const std::vector<a2a::Part>& parts);
AgentOutput output_of(const a2a::Task& task);
AgentOutput output_of(const a2a::Message& message);

// kAnswered with a result for each item of the call. What cannot be read leaves its items not done, with a
// remark that says why.
CallEnded read_completed(const PlanRun& run, const CallKey& call, const AgentOutput& output);

// The reference that the agent's own context has, where that is another one than it got; empty: none.
std::string reference_in(const PlanRun& run, const CallKey& call, const AgentOutput& output);

// kAnswered with none of the call's items done, because its task failed; `said`: what the agent says of that.
CallEnded read_undone(const PlanRun& run, const CallKey& call, const std::string& said);

}  // namespace schemagate::agent_context
