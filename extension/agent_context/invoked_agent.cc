#include "extension/agent_context/invoked_agent.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/json/tree.h"
#include "a2a/json/well_formed.h"
#include "a2a/signature/base64url.h"
#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonTree;

constexpr std::string_view kDataScheme = "data:";
constexpr std::string_view kBase64 = ";base64,";
constexpr std::string_view kContextPlace = "\n\nContext: {input}";

// As a text of a plan that has no places.
std::string literal(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return out;
}

bool is_done(const AgentContext& context, std::string_view item_id) {
  const auto state = std::ranges::find(context.states, item_id, &ItemState::item_id);
  return state != context.states.end() && state->is_done;
}

// What came of the item, also in a round that broke off before it was evaluated. Of one that is not done
// nothing is left but why, where that was said.
ItemResult result_of(const PlanRun& run, std::size_t sub_task, std::size_t index) {
  const SubTaskProgress& progress = run.progress(sub_task);
  const ItemProgress& item = progress.items[index];
  if (item.accepted) return {.item = index, .is_done = true, .given = item.given};
  const auto result = std::ranges::find(progress.results, index, &ItemResult::item);
  ItemResult nothing{.item = index};
  if (result == progress.results.end()) return nothing;
  if (evaluate(run.plan().sub_tasks[sub_task].items[index], *result).accepted) return *result;
  if (!result->is_done) nothing.given.abstract = result->given.abstract;
  return nothing;
}

// By item, its result.
std::map<std::string_view, ItemResult> results_of_items(const PlanRun& run) {
  std::map<std::string_view, ItemResult> results;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const std::vector<PlannedItem>& items = run.plan().sub_tasks[i].items;
    for (std::size_t item = 0; item < items.size(); ++item)
      results.emplace(items[item].id, result_of(run, i, item));
  }
  return results;
}

// The data of an item of kStructured; nullopt: its description is none.
std::optional<JsonTree> data_of(const TodoItem& item) {
  auto data = a2a::parse_tree(item.description, {.bytes_max = kTextMax});
  if (!data || !data->is_object()) return std::nullopt;
  return *std::move(data);
}

// As data of a plan that has no places.
void make_literal(JsonTree& data) {
  if (data.is_string()) data = literal(data.get_ref<const std::string&>());
  if (!data.is_structured()) return;
  for (JsonTree& each : data) make_literal(each);
}

JsonTree sub_task_of(const InvokedSetup& setup, std::string id, JsonTree items) {
  return {{"id", std::move(id)},
          {"agent", setup.agent},
          {"deliver", std::string(name(setup.how.delivery))},
          {"items", std::move(items)}};
}

// A subtask for each item, whose description is the data.
a2a::Result<JsonTree> structured_sub_tasks(const AgentContext& received, const InvokedSetup& setup) {
  JsonTree sub_tasks = JsonTree::array();
  for (const TodoItem& item : received.todo_items) {
    if (is_done(received, item.item_id)) continue;
    auto data = data_of(item);
    if (!data)
      return a2a::fail(ErrorCode::kInvalidParams, "todoItems: item " + item.item_id +
                                                      ": expected a description that is an object of " +
                                                      setup.how.schema + ", as JSON");
    make_literal(*data);
    JsonTree one = {{"id", item.item_id}, {"do", literal(item.item_id)}, {"from", setup.how.from}};
    JsonTree sub_task = sub_task_of(setup, "received-" + std::to_string(sub_tasks.size() + 1),
                                    JsonTree::array({std::move(one)}));
    sub_task["name"] = item.item_id;
    sub_task["schema"] = setup.how.schema;
    sub_task["data"] = *std::move(data);
    sub_tasks.push_back(std::move(sub_task));
  }
  return sub_tasks;
}

std::unexpected<a2a::Error> refuse(std::string what) {
  return a2a::fail(ErrorCode::kInvalidParams, "Context/ContextURI " + std::move(what));
}

// Of the standard alphabet, with or without padding.
std::optional<std::string> from_base64(std::string_view text) {
  std::string encoded(text.substr(0, text.find_last_not_of('=') + 1));
  std::ranges::replace(encoded, '+', '-');
  std::ranges::replace(encoded, '/', '_');
  return a2a::signature::from_base64url(encoded);
}

constexpr std::string_view kExpected =
    "expected an empty text where there is none, or data:application/json;base64, and the record in base64";

a2a::Result<std::string> record_at(std::string_view reference) {
  if (!is_data_url(reference)) return refuse("is not fetched here: " + std::string(kExpected));
  const std::size_t comma = reference.find(kBase64);
  if (comma == std::string_view::npos) return refuse("is of another form: " + std::string(kExpected));
  const std::string_view encoded = reference.substr(comma + kBase64.size());
  if (encoded.size() > 2 * kInlineContextBytesMax) return refuse("is larger than 16 KiB");
  auto bytes = from_base64(encoded);
  if (!bytes || !a2a::text::is_utf8(*bytes)) return refuse("is not base64 of a text");
  if (!a2a::is_well_formed(*bytes)) return refuse("is refused: not JSON");
  return *std::move(bytes);
}

a2a::Result<JsonTree> text_sub_tasks(const AgentContext& received, const InvokedSetup& setup,
                                     bool has_record) {
  JsonTree items = JsonTree::array();
  for (const TodoItem& item : received.todo_items) {
    if (is_done(received, item.item_id)) continue;
    const std::string& words = item.description.empty() ? item.item_id : item.description;
    items.push_back({{"id", item.item_id},
                     {"do", literal(words) + (has_record ? std::string(kContextPlace) : std::string())}});
  }
  if (items.empty()) return items;
  return JsonTree::array({sub_task_of(setup, "received", std::move(items))});
}

bool holds_more(const ItemOutput& output) {
  return !output.data.empty() || !output.output.empty() || output.output_bytes > 0 || output.data_bytes > 0;
}

}  // namespace

bool is_data_url(std::string_view reference) {
  return a2a::text::equals_ignore_case(reference.substr(0, kDataScheme.size()), kDataScheme);
}

a2a::Result<std::string> plan_for(const AgentContext& received, const InvokedSetup& setup, bool has_record) {
  const bool is_structured = setup.how.delivery == Delivery::kStructured;
  auto sub_tasks =
      is_structured ? structured_sub_tasks(received, setup) : text_sub_tasks(received, setup, has_record);
  if (!sub_tasks) return std::unexpected(std::move(sub_tasks.error()));
  if (sub_tasks->empty()) return std::string();
  JsonTree plan = {{"name", "agent-context"},
                   {"query", ""},
                   {"mode", "sync"},
                   {"limits", {{"rounds", 1}, {"call_seconds", setup.call_time.count()}}}};
  plan["agents"][setup.agent] = JsonTree::object();
  plan["subtasks"] = *std::move(sub_tasks);
  return a2a::dump_tree(plan);
}

bool needs_record(const AgentContext& received, const ContextDelivery& how) {
  const auto is_open = [&received](const TodoItem& item) { return !is_done(received, item.item_id); };
  return how.delivery != Delivery::kStructured && std::ranges::any_of(received.todo_items, is_open);
}

a2a::Result<std::string> record_in(const AgentContextReading& reading) {
  std::string record = reading.inline_context.text;
  if (!reading.context.context_uri.empty()) {
    auto found = record_at(reading.context.context_uri);
    if (!found) return found;
    record = *std::move(found);
  }
  if (record.size() > kInlineContextBytesMax) return refuse("is larger than 16 KiB");
  return record;
}

std::string outputs_of_items(const AgentContext& received, const PlanRun& run) {
  std::string out = R"({"KeyInformation":[)";
  const auto results = results_of_items(run);
  for (const TodoItem& item : received.todo_items) {
    const auto found = results.find(item.item_id);
    if (found == results.end()) continue;
    const auto& [index, is_done, given] = found->second;
    if (is_done ? !holds_more(given) : given.abstract.empty()) continue;
    out += out.ends_with('[') ? "{" : ",{";
    a2a::append_string_member(out, "itemId", item.item_id);
    if (!is_done) a2a::append_string_member(out, kReasonMember, given.abstract);
    append_output_members(out, given);
    out += '}';
  }
  return out.ends_with('[') ? std::string() : out + "]}";
}

AgentContext answer_of(const AgentContext& received, const PlanRun& run, std::string last_updated) {
  AgentContext answer = received;
  answer.last_updated = std::move(last_updated);
  answer.states.clear();
  answer.key_information.clear();
  const auto results = results_of_items(run);
  for (const TodoItem& item : received.todo_items) {
    const auto found = results.find(item.item_id);
    if (found == results.end()) {
      answer.states.push_back({item.item_id, is_done(received, item.item_id)});
      const auto known = std::ranges::find(received.key_information, item.item_id, &KeyInformation::item_id);
      if (known != received.key_information.end()) answer.key_information.push_back(*known);
      continue;
    }
    const ItemResult& result = found->second;
    answer.states.push_back({item.item_id, result.is_done});
    if (result.is_done) answer.key_information.push_back({item.item_id, result.given.abstract});
  }
  return answer;
}

}  // namespace schemagate::agent_context
