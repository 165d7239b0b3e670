#include "extension/agent_context/sub_task_context.h"

#include <algorithm>

#include "a2a/json/text.h"
#include "a2a/text/base64.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::Result;

void append_key_information(std::string& out, const PlanRun& run, std::size_t sub_task,
                            const std::string& output) {
  out += R"({"SubTaskID":)";
  a2a::append_json_string(out, run.sub_task_id(sub_task));
  out += R"(,"KeyInformation":[)";
  const PlannedSubTask& planned = run.plan().sub_tasks[sub_task];
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    const ItemProgress& item = run.progress(sub_task).items[i];
    if (!item.accepted) continue;
    out += out.ends_with('[') ? "{" : ",{";
    a2a::append_string_member(out, "itemId", planned.items[i].id);
    a2a::append_string_member(out, "outputabstract", item.abstract);
    out += '}';
  }
  out += ']';
  if (!output.empty()) a2a::append_string_member(out, "Context/ContextURI", output);
  out += '}';
}

Result<std::string> context_uri_of(const PlanRun& run, std::size_t sub_task, const std::string& reference) {
  if (!reference.empty()) return reference;
  const std::string record = referred_record_of(run, sub_task);
  if (record.size() > kInlineRecordBytesMax)
    return a2a::fail(ErrorCode::kInvalidParams, "the record of the prerequisites is larger than 16 KiB");
  return record.empty() ? record : data_url_of(record);
}

}  // namespace

std::string data_url_of(std::string_view json) {
  return "data:application/json;base64," + a2a::text::to_base64(json);
}

// What templates may take: accepted items of direct prerequisites. The plan has been checked for "direct".
OutputLookup outputs_of(const PlanRun& run) {
  return [&run](const OutputPlace& place) -> std::optional<std::string> {
    const auto& tasks = run.plan().sub_tasks;
    const auto task = std::ranges::find(tasks, place.sub_task, &PlannedSubTask::id);
    if (task == tasks.end()) return std::nullopt;
    const std::size_t item = find_item(*task, place.item);
    const auto& progress = run.progress(static_cast<std::size_t>(task - tasks.begin()));
    if (item == kNoItem || !progress.items[item].accepted) return std::nullopt;
    return progress.items[item].abstract;
  };
}

Result<std::string> text_of(const PlanRun& run, std::size_t sub_task, std::size_t item,
                            std::size_t bytes_max) {
  auto text = run.plan().sub_tasks[sub_task].items[item].text.render(run.input(), outputs_of(run));
  if (text && text->size() > bytes_max)
    return a2a::fail(ErrorCode::kInvalidParams,
                     "the text of an item is longer than " + std::to_string(bytes_max >> 10) + " KiB");
  return text;
}

bool takes_outputs(const PlannedSubTask& planned) {
  return std::ranges::any_of(planned.items, [](const PlannedItem& item) { return item.text.has_outputs(); });
}

Result<AgentContext> context_of(const PlanRun& run, std::size_t sub_task, const std::string& reference) {
  const PlannedSubTask& planned = run.plan().sub_tasks[sub_task];
  const PlannedAgent& agent = run.plan().agents[planned.agent];
  AgentContext context{.agent_id = agent.id,
                       .agent_name = agent.name,
                       .sub_task_id = run.sub_task_id(sub_task),
                       .sub_task_name = planned.name};
  for (const std::size_t other : planned.after) context.dependencies.push_back(run.sub_task_id(other));
  if (auto uri = context_uri_of(run, sub_task, reference)) {
    context.context_uri = *std::move(uri);
  } else {
    return std::unexpected(uri.error());
  }
  for (std::size_t i = 0; i < planned.items.size(); ++i) {
    if (run.progress(sub_task).items[i].accepted) continue;
    auto text = text_of(run, sub_task, i);
    if (!text) return std::unexpected(text.error());
    context.todo_items.push_back({planned.items[i].id, *std::move(text)});
    context.states.push_back({planned.items[i].id, false});
  }
  return context;
}

std::string referred_record_of(const PlanRun& run, std::size_t sub_task, const StoredOutputs& outputs) {
  return takes_outputs(run.plan().sub_tasks[sub_task]) ? std::string() : record_of(run, sub_task, outputs);
}

std::string record_of(const PlanRun& run, std::size_t sub_task, const StoredOutputs& outputs) {
  std::string out = R"({"from":[)";
  for (const std::size_t other : run.plan().sub_tasks[sub_task].after) {
    if (run.progress(other).state != SubTaskState::kCompleted) continue;
    if (!out.ends_with('[')) out += ',';
    append_key_information(out, run, other, outputs ? outputs(other) : std::string());
  }
  return out.ends_with('[') ? std::string() : out + "]}";
}

}  // namespace schemagate::agent_context
