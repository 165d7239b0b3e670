// What is wrong with a plan, and where. Values.
#pragma once

#include <string>
#include <vector>

namespace schemagate::agent_context {

struct PlanProblem {
  // "subtasks[2].items[0].check.pattern"; "" is the plan itself.
  std::string path;
  std::string message;
  bool operator==(const PlanProblem&) const = default;
};
using PlanProblems = std::vector<PlanProblem>;

// More than these are not told: a plan of 10,000 mistakes is told the first hundred.
inline constexpr std::size_t kPlanProblemsMax = 100;

}  // namespace schemagate::agent_context
