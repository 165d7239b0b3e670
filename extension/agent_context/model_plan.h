// Plans that a language model writes: what it is asked, and what of its answer may be carried out. Nothing in
// the answer is trusted: it is read as a plan file is, names the agents of the frame and no others, and hands
// on no more of the request than its items take.
//
//   const PlannerFrame frame{.name = "tour", .agents = agents};
//   ... ask with planner_rules() and planner_question(frame, input), get `answer` ...
//   ModelPlan made = read_model_plan(*a2a::parse_tree(answer), frame, input);
//   if (!made.problems.empty()) ask_again_with(repair_request(made.problems));
//   run(made.json);
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/agent_context/plan_reader.h"
#include "extension/agent_context/run_input.h"

namespace schemagate::agent_context {

// Bytes of an answer; a larger one is none.
inline constexpr std::size_t kModelPlanBytesMax = 64 << 10;
inline constexpr std::size_t kModelItemsMax = 16;  // of a subtask

// Somebody who may be given a subtask, and what its card says of it: data, whoever wrote it.
struct PlannerAgent {
  OfferedAgent offered = {};
  std::string description = {};
  std::vector<std::string> skills = {};  // "id: description"
};

// What a model may not change.
struct PlannerFrame {
  std::string name;  // of the plan; an id
  std::vector<PlannerAgent> agents = {};
  std::size_t sub_tasks_max = 16;
};

// The system message.
std::string planner_rules();
// The request and the agents, as JSON, which the rules say to be data.
std::string planner_question(const PlannerFrame& frame, const RunInput& input);
// The answer as it is wanted, a JSON Schema, for endpoints that keep to one; what comes is checked all the
// same.
std::string planner_answer_schema(const PlannerFrame& frame);
// What is wrong with an answer, told to whoever gave it.
std::string repair_request(const PlanProblems& problems);

struct ModelPlan {
  std::string json = {};  // the whole plan, with its frame; empty where there is a problem
  PlanProblems problems = {};
};
// Takes characters out of what the model has written that nobody sees (controls, bidirectional marks): goals
// are shown, texts handed on. Refuses whatever read_plan(), check_offers() and check_input() refuse, members
// of the frame (agents, limits, query), more subtasks or items than the frame has room for, and a subtask
// that is given the whole request: by {input}, or word by word.
ModelPlan read_model_plan(const a2a::JsonTree& written, const PlannerFrame& frame, const RunInput& input);

}  // namespace schemagate::agent_context
