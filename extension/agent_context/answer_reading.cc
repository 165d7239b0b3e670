#include "extension/agent_context/answer_reading.h"

#include <algorithm>
#include <optional>

#include "a2a/json/pointer.h"
#include "a2a/json/well_formed.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/agent_context/answer.h"
#include "extension/agent_context/item_output.h"
#include "extension/agent_context/members.h"
#include "extension/agent_context/outgoing_lint.h"
#include "extension/agent_context/sub_task_context.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonDocument;
using a2a::JsonValue;

constexpr std::size_t kDataBytesMax = 16 << 20;
constexpr std::size_t kReasonShown = 600;

void collect(const std::vector<a2a::Part>& parts, AgentOutput& output) {
  const std::string text = text_in(parts);
  if (!text.empty()) output.text += (output.text.empty() ? "" : "\n") + text;
  for (const a2a::Part& part : parts) {
    if (part.kind == a2a::PartKind::kData) output.data.push_back(part.content);
  }
}

// Whose words count for an item: the text, or the data where there is nothing else.
const std::string& words_in(const AgentOutput& output) {
  const bool has_text = !a2a::text::trimmed(output.text, a2a::text::kWhiteSpace).empty();
  return has_text || output.data.empty() ? output.text : output.data.front();
}

ItemResult whole_result(std::size_t item, const AgentOutput& output, std::size_t& room) {
  ItemResult result{.item = item, .is_done = true};
  if (!output.data.empty()) keep_data(result.given, output.data.front(), room);
  keep_words(result.given, words_in(output), room);
  return result;
}

void read_structured(const PlanRun& run, const CallKey& call, const AgentOutput& output, CallEnded& ended) {
  const PlannedSubTask& planned = run.plan().sub_tasks[call.sub_task];
  JsonDocument document;
  std::optional<JsonValue> root;
  if (!output.data.empty()) {
    const auto parsed = document.parse(output.data.front(), {.bytes_max = kDataBytesMax});
    if (parsed) root = *parsed;
  }
  std::size_t room = run.output_room();
  if (!root) ended.remarks.push_back({RemarkKind::kNoData, "no data came back"});
  for (const std::size_t item : run.progress(call.sub_task).todo) {
    const auto value = root ? a2a::json_pointer::find(*root, planned.items[item].from) : std::nullopt;
    ItemResult result{.item = item};
    if (value && value->kind() != a2a::JsonKind::kNull) {
      const auto text = value->string();
      result.is_done = true;
      keep_data(result.given, std::string(value->raw()), room);
      keep_words(result.given, text ? std::string_view(*text) : value->raw(), room);
    }
    ended.results.push_back(std::move(result));
  }
}

// The AgentContext in the output: in a data part, or the whole text.
std::optional<JsonValue> find_context(const AgentOutput& output, JsonDocument& document) {
  std::vector<std::string_view> places(output.data.begin(), output.data.end());
  if (a2a::text::trimmed(output.text, a2a::text::kWhiteSpace).starts_with('{')) places.push_back(output.text);
  for (const std::string_view place : places) {
    const auto root = document.parse(place, {.bytes_max = kDataBytesMax});
    if (!root || !root->is_object()) continue;
    if (find_any_case(*root, {kAgentContextName}) || find_any_case(*root, {"SubTaskID"})) return *root;
  }
  return std::nullopt;
}

a2a::Result<Answer> read_context(const PlanRun& run, const CallKey& call, const AgentOutput& output) {
  JsonDocument document;
  const auto found = find_context(output, document);
  if (!found) {
    const bool is_masters =
        mentions_task_context(output.text) || std::ranges::any_of(output.data, mentions_task_context);
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse,
                     is_masters ? "the answer holds a TaskContext, which is the master's alone"
                                : "the answer holds no AgentContext");
  }
  auto reading = read_agent_context(*found);
  if (!reading) return std::unexpected(reading.error());
  const auto sent = context_of(run, call.sub_task);
  if (!sent) return std::unexpected(sent.error());
  return take_answer(*sent, *std::move(reading));
}

std::size_t size_in(JsonValue object, std::string_view member) {
  const auto found = object.find(member);
  const auto size = found ? found->int64() : std::nullopt;
  return size && *size > 0 ? static_cast<std::size_t>(*size) : 0;
}

// An abstract that is JSON is linked data as well; what it is the beginning of is looked at where that is
// asked for (linked_data()).
std::string data_in(const std::string& abstract) {
  if (abstract.size() > kAbstractMax) return {};
  if (!abstract.starts_with('{') && !abstract.starts_with('[')) return {};
  return a2a::is_well_formed(abstract) ? abstract : std::string();
}

void give_output(ItemOutput& output, JsonValue given, std::size_t& room) {
  const auto data = given.find("data");
  const auto whole = given.find("output");
  const auto words = whole ? whole->string() : std::nullopt;
  if (data) keep_data(output, std::string(data->raw()), room);
  if (words) keep_words(output, *words, room);
  output.output_bytes = std::max(output.output_bytes, size_in(given, "outputSize"));
  output.data_bytes = std::max(output.data_bytes, size_in(given, "dataSize"));
}

// What a gateway in an agent's place adds to its AgentContext (outputs_of_items()): what it gave for the
// items that it says to be done, and why the others are not.
void give_outputs(const PlannedSubTask& planned, const std::string& json, std::size_t& room,
                  CallEnded& ended) {
  JsonDocument document;
  const auto root = document.parse(json, {.bytes_max = kDataBytesMax});
  const auto list = root && root->is_object() ? root->find("KeyInformation") : std::nullopt;
  if (!list || !list->is_array() || root->find("SubTaskID")) return;
  for (const JsonValue each : list->elements()) {
    const auto id = each.is_object() ? each.find("itemId") : std::nullopt;
    const std::size_t item = id ? find_item(planned, id->string().value_or("")) : kNoItem;
    const auto result = std::ranges::find(ended.results, item, &ItemResult::item);
    if (result == ended.results.end()) continue;
    const auto reason = result->is_done ? std::nullopt : each.find(kReasonMember);
    if (result->is_done) give_output(result->given, each, room);
    if (reason) result->given.abstract = a2a::text::shortened(reason->string().value_or(""), kReasonShown);
  }
}

void read_agent_context_answer(const PlanRun& run, const CallKey& call, const AgentOutput& output,
                               CallEnded& ended) {
  const PlannedSubTask& planned = run.plan().sub_tasks[call.sub_task];
  const auto answer = read_context(run, call, output);
  if (!answer) {
    ended.remarks.push_back({RemarkKind::kDiscarded, answer.error().message});
    for (const std::size_t item : run.progress(call.sub_task).todo) ended.results.push_back({.item = item});
    return;
  }
  ended.remarks.insert(ended.remarks.end(), answer->remarks.begin(), answer->remarks.end());
  std::size_t room = run.output_room();
  for (const ItemAnswer& item : answer->items) {
    ItemResult result{.item = find_item(planned, item.item_id), .is_done = item.is_done};
    result.given.data = data_in(item.words);
    keep_words(result.given, item.words, room);
    ended.results.push_back(std::move(result));
  }
  for (const std::string& json : output.data) give_outputs(planned, json, room, ended);
}

// A TaskContext is the master's alone: what an agent says with one in it is nothing.
void drop_task_contexts(CallEnded& ended) {
  bool dropped = false;
  for (ItemResult& result : ended.results) {
    const std::string_view words = words_of(result.given).kept;
    if (!mentions_task_context(words) && !mentions_task_context(result.given.data)) continue;
    result = {.item = result.item};
    dropped = true;
  }
  if (dropped) ended.remarks.push_back({RemarkKind::kTaskContext, "the answer for an item held one"});
}

// What is left out is told, whoever looks at the run.
void remark_cuts(const PlannedSubTask& planned, CallEnded& ended) {
  for (const ItemResult& result : ended.results) {
    if (ended.remarks.size() >= kRemarksMax) return;
    const ItemWords words = words_of(result.given);
    const std::string item = "item " + planned.items[result.item].id + ": ";
    if (!words.is_whole())
      ended.remarks.push_back({RemarkKind::kOutputCut, item + std::to_string(words.kept.size()) + " of " +
                                                           std::to_string(words.said) + " bytes are kept"});
    if (result.given.data_bytes > 0)
      ended.remarks.push_back(
          {RemarkKind::kOutputCut,
           item + "data of " + std::to_string(result.given.data_bytes) + " bytes are not kept"});
  }
}

}  // namespace

std::string text_in(const std::vector<a2a::Part>& parts) {
  std::string text;
  for (const a2a::Part& part : parts) {
    if (part.kind == a2a::PartKind::kText) text += (text.empty() ? "" : "\n") + part.content;
  }
  return text;
}

AgentOutput output_of(const a2a::Task& task) {
  AgentOutput output;
  for (const a2a::Artifact& artifact : task.artifacts) collect(artifact.parts, output);
  if (output.text.empty() && output.data.empty() && task.status.message)
    collect(task.status.message->parts, output);
  return output;
}

AgentOutput output_of(const a2a::Message& message) {
  AgentOutput output;
  collect(message.parts, output);
  return output;
}

std::string reference_in(const PlanRun& run, const CallKey& call, const AgentOutput& output) {
  if (run.delivery_of(call.sub_task) != Delivery::kAgentContext) return {};
  auto answer = read_context(run, call, output);
  const bool is_its_own = answer && !run.progress(call.sub_task).was_given(answer->reference);
  return is_its_own ? std::move(answer->reference) : std::string();
}

CallEnded read_undone(const PlanRun& run, const CallKey& call, const std::string& said) {
  CallEnded ended{.call = call, .outcome = CallOutcome::kAnswered, .text = {}, .results = {}, .remarks = {}};
  const bool is_one = call.item != CallKey::kAllItems;
  const std::vector<std::size_t> items =
      is_one ? std::vector{static_cast<std::size_t>(call.item)} : run.progress(call.sub_task).todo;
  for (const std::size_t item : items)
    ended.results.push_back({.item = item, .is_done = false, .given = {.abstract = said}});
  return ended;
}

CallEnded read_completed(const PlanRun& run, const CallKey& call, const AgentOutput& output) {
  CallEnded ended{.call = call, .outcome = CallOutcome::kAnswered, .text = {}, .results = {}, .remarks = {}};
  std::size_t room = run.output_room();
  switch (run.delivery_of(call.sub_task)) {
    case Delivery::kPerItem:
    case Delivery::kAutomatic:
      ended.results.push_back(whole_result(static_cast<std::size_t>(call.item), output, room));
      break;
    case Delivery::kWhole:
      for (const std::size_t item : run.progress(call.sub_task).todo)
        ended.results.push_back(whole_result(item, output, room));
      break;
    case Delivery::kStructured:
      read_structured(run, call, output, ended);
      break;
    case Delivery::kAgentContext:
      read_agent_context_answer(run, call, output, ended);
      break;
  }
  drop_task_contexts(ended);
  remark_cuts(run.plan().sub_tasks[call.sub_task], ended);
  return ended;
}

}  // namespace schemagate::agent_context
