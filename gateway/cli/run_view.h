// A run for readers and for scripts. Everything that came from an agent goes through printable().
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "extension/agent_context/run.h"
#include "extension/agent_context/run_event.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// How the verb `run` ends. Documented in README.md.
enum RunExit : int {
  kRunCompleted = 0,
  kRunRejected = 1,     // the evaluation accepted no subtask
  kRunUsage = 2,        // the plan, the input or the state file; nothing was sent
  kRunAgentFailed = 3,  // no subtask was completed, and an agent failed or could not be reached
  kRunCanceled = 4,
  kRunPartial = 5,  // some subtasks were completed, others not; or an agent waits for an answer
};
RunExit exit_of(const agent_context::PlanRun& run);

// One line about an event: "forecast  done w1, w2". Empty for events that say nothing to a reader.
std::string progress_line(const agent_context::PlanRun& run, const agent_context::RunEvent& event);

// Each subtask with its state, its items and what came of them; who waits for an answer.
void show_run(std::ostream& out, const agent_context::PlanRun& run);
// The same as one JSON document: outcome, TaskContext, subtasks; with `rounds`, of the run, the verdicts of
// each round, too.
std::string run_json(const agent_context::PlanRun& run,
                     const std::vector<agent_context::RoundEvaluated>& rounds = {});
// Why each subtask is where it is: who, how, how often, in which tasks of the agent's, and each item's
// verdicts with their checks, reasons and evidence: those of earlier rounds first. `rounds`: of the run, from
// its journal.
void explain_run(std::ostream& out, const agent_context::PlanRun& run,
                 const std::vector<agent_context::RoundEvaluated>& rounds);

}  // namespace schemagate::cli
