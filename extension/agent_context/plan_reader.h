// Reads plans:
//
//   name: tour-plan
//   agents:
//     weather: {name: Weather, url: "https://weather.example"}
//   subtasks:
//     - id: forecast
//       agent: weather
//       items:
//         - {id: w1, do: "Forecast for {input.destination}", check: {min_length: 5}}
//
//   PlanReading reading = read_plan(*a2a::parse_tree(json));
//   if (!reading.plan) return report(reading.problems);
//   PlanProblems more = check_input(*reading.plan, input);
//
// Every member is described in README.md of this room. Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan.h"
#include "extension/agent_context/plan_problem.h"

namespace schemagate::agent_context {

struct PlanReading {
  std::optional<Plan> plan;  // absent when there is a problem
  PlanProblems problems;
};

// Checks everything that can be known of a plan by itself: unknown members (with the nearest known name), ids
// that are none or stand twice, agents and prerequisites that nobody defined, cycles (named), items without
// text, templates that name no item of a direct prerequisite, schemas, patterns and pointers that cannot be
// used, limits out of range, more than kSubTasksMax subtasks, http beyond this machine.
PlanReading read_plan(const a2a::JsonTree& tree);

// That each place for the input leads to something.
PlanProblems check_input(const Plan& plan, const RunInput& input);
// The same for whoever has sent the input and does not know the plan: the members that it lacks, each once,
// as the plan names them behind {input}: "destination", "parcel.weight". Names with dots in them are not told
// from others.
std::vector<std::string> missing_input(const Plan& plan, const RunInput& input);

// What an agent of the plan is known to offer; from its card.
struct OfferedAgent {
  std::string id = {};
  std::vector<std::string> skills = {};
  std::vector<std::string> schemas = {};  // that it takes as structured input
  bool is_known = true;                   // false: its card could not be read, and nothing is said of it
};
// That the skills and schemas which the plan names are offered. Agents that are not in `offered` are
// problems.
PlanProblems check_offers(const Plan& plan, const std::vector<OfferedAgent>& offered);

}  // namespace schemagate::agent_context
