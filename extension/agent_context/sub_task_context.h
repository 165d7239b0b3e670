// What a subtask hands over: its AgentContext, and what its prerequisites gave. Pure; safe from any thread
// while the run is not changed.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

// Of a record within the message itself.
inline constexpr std::size_t kInlineRecordBytesMax = 16 << 10;
// Of one in a store.
inline constexpr std::size_t kStoredRecordBytesMax = 1 << 20;

// A reference to what the agent of a subtask has stored; empty: there is none.
using StoredOutputs = std::function<std::string(std::size_t sub_task)>;

// The context of the subtask with the items that are still open, and nothing else: what an agent that
// declares AgentContext gets. It refers to the record where that is stored (RecordStored), else to a data:
// URL that holds it. Errors: kInvalidParams for a template that leads to nothing, and for more than 16 KiB in
// such a URL, of abstracts alone. `reference`: where it refers to.
a2a::Result<AgentContext> context_of(const PlanRun& run, std::size_t sub_task, const std::string& reference);
inline a2a::Result<AgentContext> context_of(const PlanRun& run, std::size_t sub_task) {
  return context_of(run, sub_task, run.progress(sub_task).reference);
}

// data:application/json;base64, and the JSON.
std::string data_url_of(std::string_view json);

// What its context refers to: record_of(), or nothing where templates of the subtask take what they need.
std::string referred_record_of(const PlanRun& run, std::size_t sub_task,
                               const StoredOutputs& outputs = nullptr,
                               std::size_t bytes_max = kStoredRecordBytesMax);

// What the direct prerequisites gave: {"from":[{"SubTaskID":…,"KeyInformation":[…]}]}, with
// "Context/ContextURI" where `outputs` has a reference to what the agent has stored. Empty: nothing. Beside
// an abstract stands the `output` that it is the beginning of, as much as `bytes_max` for the record leaves
// of it (words_within()); more than that is it only where the abstracts alone are.
std::string record_of(const PlanRun& run, std::size_t sub_task, const StoredOutputs& outputs = nullptr,
                      std::size_t bytes_max = kStoredRecordBytesMax);

// The same of all direct prerequisites as a list of texts, for an agent that reads texts, in the order of the
// plan: as much of each as lets all of them have kTextsBytesMax.
inline constexpr std::size_t kTextsBytesMax = 256 << 10;
std::vector<std::string> texts_of_prerequisites(const PlanRun& run, std::size_t sub_task);

// What templates of the plan may take: accepted items of direct prerequisites, as much of each as `bytes_max`
// lets (words_within()). Borrows the run.
OutputLookup outputs_of(const PlanRun& run, std::size_t bytes_max = kTextsBytesMax);
// What is to be done for the item; what templates take of outputs is cut so that it has at most `room`
// (words_within()). Errors: kInvalidParams for a template that leads to nothing, and for more, of abstracts
// alone, than `bytes_max`: that of an AgentContext's descriptions, or of a message to an agent that reads
// texts.
inline constexpr std::size_t kItemTextMax = 272 << 10;
a2a::Result<std::string> text_of(const PlanRun& run, std::size_t sub_task, std::size_t item,
                                 std::size_t bytes_max = kTextMax, std::size_t room = kTextMax);
// Whether an item of it takes what it needs out of its prerequisites by itself.
bool takes_outputs(const PlannedSubTask& planned);

}  // namespace schemagate::agent_context
