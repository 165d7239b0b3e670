// The invoked side, for an agent that knows nothing of contexts: what an AgentContext asks for becomes a plan
// of one subtask, and what came of its run the AgentContext that is answered.
//
//   auto record = record_in(reading);                          // what the reference leads to
//   auto plan_json = plan_for(reading.context, setup, !record->empty());
//   RunHeader header{.id = id, .plan_json = *plan_json, .input = *record, ...};
//   ... the run ...
//   std::string json = write_agent_context(answer_of(reading.context, run, now));
//
// Pure; safe from any thread while the run is not changed.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/context_delivery.h"
#include "extension/agent_context/run.h"

namespace schemagate::agent_context {

struct InvokedSetup {
  std::string agent;  // an id
  ContextDelivery how = {};
  std::chrono::seconds call_time{30};
};

// The plan, as JSON, of the items that `received` does not say to be done: one round, for whoever sent the
// context evaluates and asks again. With a record, which is the run's input then, every item gets it as its
// context. kStructured: a subtask for each item, whose description is the data. Empty: nothing is left to be
// done. Errors: kInvalidParams for an item of kStructured that is to be done and whose description is no JSON
// object.
a2a::Result<std::string> plan_for(const AgentContext& received, const InvokedSetup& setup, bool has_record);

// Whether an item that is still to be done is handed what the context refers to.
bool needs_record(const AgentContext& received, const ContextDelivery& how);

// Whether the reference holds the record itself.
bool is_data_url(std::string_view reference);
// Bytes of a record that a reference to a store leads to.
inline constexpr std::size_t kFetchedRecordBytesMax = 256 << 10;

// The same of one that stands in the message: no less than a master puts there (sub_task_context.h).
inline constexpr std::size_t kInlineContextBytesMax = 16 << 10;

// What stands at the context's reference, or in its place, as text; empty: nothing. Errors: kInvalidParams
// for a reference that is no data: URL (nothing is fetched), is damaged or no JSON, and for more than 16 KiB.
a2a::Result<std::string> record_in(const AgentContextReading& reading);

// `received` with the states and abstracts of what was done, 1 for accepted items only. What was done before
// stays.
AgentContext answer_of(const AgentContext& received, const PlanRun& run, std::string last_updated);

// What of it no abstract holds: {"KeyInformation":[{"itemId":…,"data":…,"output":…}]}, of items that were
// done whose agent gave data, or more words than an abstract has; what is too large to be kept is told as in
// results_of(). Empty: nothing.
std::string outputs_of_items(const AgentContext& received, const PlanRun& run);

}  // namespace schemagate::agent_context
