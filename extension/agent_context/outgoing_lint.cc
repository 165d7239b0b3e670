#include "extension/agent_context/outgoing_lint.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "a2a/text/ascii.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/data_template.h"
#include "extension/agent_context/item_output.h"
#include "extension/agent_context/members.h"
#include "extension/agent_context/sub_task_context.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonValue;
using a2a::Result;

constexpr std::string_view kOwnMembers[] = {"TaskContext", "GoalStatus", "OverallStatus", "UserQuery",
                                            "TaskDescription"};
// A shorter query may well stand in a text by chance.
constexpr std::size_t kQueryBytesMin = 24;
constexpr std::size_t kMessageBytesMax = 4 << 20;

std::unexpected<a2a::Error> refuse(std::string what) {
  return a2a::fail(ErrorCode::kInternal, "a message was not sent because it held " + std::move(what));
}

// The number behind each "<run>-" names a subtask.
bool holds_stranger(std::string_view text, const PlanRun& run, std::size_t sub_task) {
  const std::string prefix = run.id() + "-";
  const auto& after = run.plan().sub_tasks[sub_task].after;
  for (std::size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at)) {
    at += prefix.size();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
    if (error != std::errc() || number == 0 || number > run.size()) continue;
    if (number - 1 != sub_task && !std::ranges::binary_search(after, number - 1)) return true;
  }
  return false;
}

bool is_for_another(const a2a::Part& part, const PlanRun& run, std::size_t sub_task) {
  if (part.kind != a2a::PartKind::kData) return false;
  a2a::JsonDocument document;
  const auto root = document.parse(part.content, {.bytes_max = kMessageBytesMax});
  const auto context = root ? find_any_case(*root, {kAgentContextName}) : std::nullopt;
  if (!context) return false;
  const auto agent = find_any_case(*context, {"AgentID"});
  return !agent || agent->string() != run.plan().agents[run.plan().sub_tasks[sub_task].agent].id;
}

using Pointers = std::set<std::string>;

void add_places(const TextTemplate& text, Pointers& places) {
  for (const TemplatePiece& piece : text.pieces()) {
    if (const auto* place = std::get_if<InputPlace>(&piece)) places.insert(place->pointer);
  }
}

// Whether the plan gives the subtask all that the query is made of.
bool asks_for_query(const Plan& plan, const PlannedSubTask& planned) {
  Pointers given;
  for (const PlannedItem& item : planned.items) add_places(item.text, given);
  if (!planned.data.empty()) {
    for (const TextTemplate& text : templates_of_data(planned.data)) add_places(text, given);
  }
  Pointers wanted;
  add_places(plan.query, wanted);
  return given.contains("") || std::ranges::includes(given, wanted);
}

std::string query_of(const PlanRun& run) {
  return run.plan().query.render(run.input(), [](const OutputPlace&) { return std::nullopt; }).value_or("");
}

// The item of a prerequisite that quotes the query: "a.d1 (agent x)"; empty when none does.
std::string quoting_item(const PlanRun& run, std::size_t sub_task, const std::string& query) {
  const Plan& plan = run.plan();
  for (const std::size_t before : plan.sub_tasks[sub_task].after) {
    const PlannedSubTask& planned = plan.sub_tasks[before];
    const auto& items = run.progress(before).items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (words_of(items[i].given).kept.contains(query) || items[i].given.data.contains(query))
        return planned.id + "." + planned.items[i].id + " (agent " + plan.agents[planned.agent].id + ")";
    }
  }
  return "";
}

std::string whole_query(const PlanRun& run, std::size_t sub_task, const std::string& query) {
  const std::string& id = run.plan().sub_tasks[sub_task].id;
  const std::string item = quoting_item(run, sub_task, query);
  return "the whole query of the user, " + (item.empty() ? "" : "quoted by " + item + ", ") +
         "which no item of " + id +
         " takes; give the plan a query in words of its own in place of {input}, " + "or let a do of " + id +
         " take what the query is made of";
}

Result<void> lint_text(std::string_view text, const PlanRun& run, std::size_t sub_task,
                       const std::string& query) {
  if (mentions_task_context(text)) return refuse("a TaskContext, which is the master's alone");
  if (holds_stranger(text, run, sub_task)) return refuse("the id of another subtask");
  const bool is_query = query.size() >= kQueryBytesMin && text.contains(query);
  if (is_query && !asks_for_query(run.plan(), run.plan().sub_tasks[sub_task]))
    return refuse(whole_query(run, sub_task, query));
  return {};
}

}  // namespace

bool mentions_task_context(std::string_view text) {
  const std::string lower = a2a::text::lower_case(text);
  for (const std::string_view own : kOwnMembers) {
    const std::string name = "\"" + a2a::text::lower_case(own);
    for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
      std::size_t end = at + name.size();
      while (end < lower.size() && lower[end] == '\\') ++end;
      if (end < lower.size() && lower[end] == '"') return true;
    }
  }
  return false;
}

Result<void> lint_outgoing(const PlanRun& run, std::size_t sub_task, const a2a::Message& message) {
  const std::string query = query_of(run);
  for (const a2a::Part& part : message.parts) {
    if (auto done = lint_text(part.content, run, sub_task, query); !done) return done;
    if (auto done = lint_text(part.metadata.text, run, sub_task, query); !done) return done;
    if (is_for_another(part, run, sub_task)) return refuse("the AgentContext of another agent");
  }
  // Behind a reference it is out of sight.
  if (auto done = lint_text(record_of(run, sub_task), run, sub_task, query); !done) return done;
  return lint_text(message.metadata.text, run, sub_task, query);
}

}  // namespace schemagate::agent_context
