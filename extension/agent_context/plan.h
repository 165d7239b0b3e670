// A plan: how one task is taken apart, who does which part, and how it is known that a part was done. Written
// by people (plan_reader.h), or by whoever else can write one; checked before anything is sent.
//
// Values, immutable once read; safe from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/text_template.h"
#include "extension/json_schema/validator.h"

namespace re2 {
class RE2;
}  // namespace re2

namespace schemagate::agent_context {

inline constexpr std::size_t kSubTasksMax = 10'000;
inline constexpr std::size_t kAgentsMax = 1'000;

// Section 4.1: one exchange after the other, or several at once. Dependencies hold in both.
enum class Mode : std::uint8_t { kSync, kAsync };
std::string_view name(Mode mode);

// What a failed subtask means for the others.
enum class FailurePolicy : std::uint8_t {
  kFailFast,             // everything that has not ended is canceled
  kContinueIndependent,  // what needs it is blocked, the rest goes on
  kBestEffort,           // what needs it goes on without it
};
std::string_view name(FailurePolicy policy);

// How a subtask reaches its agent.
enum class Delivery : std::uint8_t {
  // kAgentContext where the agent's card declares that schema, else kPerItem.
  kAutomatic,
  // One task for each item, in order: COMPLETED is 1, anything else is 0.
  kPerItem,
  // One task for all items as numbered lines: COMPLETED is 1 for each of them.
  kWhole,
  // One task with data for a schema of the agent; an item is 1 when `from` leads to a value in what comes
  // back.
  kStructured,
  // The AgentContext itself; the agent says of each item what it is.
  kAgentContext,
};
std::string_view name(Delivery delivery);

struct RunLimits {
  // How often a subtask is given to its agent, unfinished items alone from the second time on.
  int rounds = 3;
  // How often one message is sent when the agent cannot be reached, or is overloaded.
  int attempts = 3;
  // How often an agent may ask back in one subtask.
  int questions = 5;
  // Calls under way at once, in all and at one agent; kSync has one.
  int concurrency = 8;
  int per_agent = 4;
  // For one call, from sending to a settled task.
  std::chrono::seconds call_time{30};
};

struct PlannedAgent {
  std::string id;
  std::string name;
  // Where it is; empty: whoever runs the plan knows an agent of this id.
  std::string url;
  // The environment variable that holds its bearer token; empty: none.
  std::string token_env;
  // http beyond this machine is refused unless this says otherwise (section 6: TLS).
  bool plain_http = false;
  // Whether a message in place of a task counts as a completed one. Prose alone says nothing of completion.
  bool messages_complete = false;
};

// A value in the linked data.
struct PointerCheck {
  std::string pointer;
  std::optional<std::string> equals;  // JSON
  std::optional<double> minimum;
  std::optional<double> maximum;
};

// An agent that is asked what it thinks of an item (review.h).
struct EvaluatorCheck {
  std::size_t agent = 0;  // index into Plan::agents
  std::string agent_id;
  std::string ask;
};

// The second phase of evaluation; each part is optional, and all that are there must hold.
struct ItemCheck {
  std::optional<json_schema::Validator> schema;
  std::vector<std::string> must_have;  // in the output, ASCII case aside
  std::string pattern;
  std::shared_ptr<const re2::RE2> compiled_pattern;
  std::vector<PointerCheck> at;
  std::size_t min_length = 0;  // characters of the output
  std::optional<EvaluatorCheck> evaluator;
  std::string person;  // what a person is asked; empty: nobody is
};

struct PlannedItem {
  std::string id;
  TextTemplate text;
  ItemCheck check;
  // kStructured: JSON Pointer into the data that comes back.
  std::string from;
};

struct PlannedSubTask {
  std::string id = {};
  std::string name = {};
  // The goal that it is part of; subtasks that name the same one share it.
  std::string goal = {};
  std::size_t agent = 0;  // index into Plan::agents
  std::string skill = {};
  std::vector<std::size_t> after = {};       // indices of its prerequisites, ascending
  std::vector<std::size_t> dependants = {};  // indices of those that name it in `after`
  Delivery delivery = Delivery::kAutomatic;
  std::string schema = {};  // kStructured: of the agent
  std::string data = {};    // kStructured: JSON whose strings are templates
  std::vector<PlannedItem> items = {};
};

inline constexpr std::size_t kNoItem = static_cast<std::size_t>(-1);
// The index of the item of that id; kNoItem when there is none.
std::size_t find_item(const PlannedSubTask& task, std::string_view id);

struct Plan {
  std::string name;
  std::string description;
  TextTemplate query;  // TaskContext's UserQuery
  Mode mode = Mode::kAsync;
  FailurePolicy on_failure = FailurePolicy::kContinueIndependent;
  bool include_times = true;
  // Where what is stored for its agents has to be; empty: anywhere.
  std::string residency;
  RunLimits limits;
  std::vector<PlannedAgent> agents;
  std::vector<PlannedSubTask> sub_tasks;  // in the file's order
};

}  // namespace schemagate::agent_context
