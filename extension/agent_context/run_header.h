// What a run began with, as the first line of its journal (run_event.h has the others).
//
//   std::string line = write_header({.id = id, .plan_json = plan, .input = text, .takes_context = {false}});
//   auto header = read_header(line);
//   auto run = header ? begin_run(*header) : ...;
//
// Values; pure; safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

struct RunHeader {
  std::string id = {};
  std::string plan_json = {};
  std::string input = {};
  std::vector<bool> takes_context = {};  // of each agent
  std::int64_t started = 0;              // ms since 1970
  // The AgentContext that the run is to answer, as it came (invoked_agent.h); empty: a plan of a master.
  std::string context = {};
  // Of whoever has begun it, and this one: so many runs a message of it has come through. 0: nobody counts.
  int nested_runs = 0;
};

// One line of JSON, without its end.
std::string write_header(const RunHeader& header);
// nullopt for anything that write_header() does not write, and for more than 64 MiB.
std::optional<RunHeader> read_header(std::string_view line);

// The run at its begin. Errors: kInvalidParams with what is wrong with the plan or the input.
a2a::Result<PlanRun> begin_run(const RunHeader& header);

}  // namespace schemagate::agent_context
