// Plan files: YAML or JSON as they are written, read into the plans of extension/agent_context.
//
//   const PlanFile file = read_plan_file(text);
//   for (const PlanFileProblem& problem : file.problems) print(problem.line, problem.path, problem.message);
//   if (file.plan) run(*file.plan);
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/plan.h"

namespace schemagate {

struct PlanFileProblem {
  std::string path;  // "subtasks[2].after"; empty: the file itself
  int line = 0;      // 1-based; 0 when unknown
  std::string message;
};

struct PlanFile {
  std::optional<agent_context::Plan> plan;  // absent when there is a problem
  std::vector<PlanFileProblem> problems;
  // The same plan as JSON on one line, to be kept with a run.
  std::string json;
};

// Everything that is wrong with it, in the order of the file's reading. At most 16 MiB.
PlanFile read_plan_file(std::string_view text);

}  // namespace schemagate
