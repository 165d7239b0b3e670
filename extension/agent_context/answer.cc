#include "extension/agent_context/answer.h"

#include <algorithm>
#include <map>

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;

// That its todo list is the one that it was given, or is left out.
bool is_same_list(const AgentContext& sent, const AgentContext& received) {
  return received.todo_items.empty() || received.todo_items == sent.todo_items;
}

void remark_changes(const AgentContext& sent, const AgentContext& received, std::vector<Remark>& remarks) {
  const auto check = [&remarks](bool same, std::string_view member) {
    if (!same) add_remark(remarks, RemarkKind::kChangedMember, member);
  };
  check(received.agent_name.empty() || received.agent_name == sent.agent_name, "AgentName");
  check(received.sub_task_name.empty() || received.sub_task_name == sent.sub_task_name, "SubTaskName");
  check(received.dependencies.empty() || received.dependencies == sent.dependencies, "Dependencies");
  check(is_same_list(sent, received), "todoItems");
}

template <class Entry>
std::map<std::string_view, const Entry*> by_item(const std::vector<Entry>& entries) {
  std::map<std::string_view, const Entry*> found;
  for (const Entry& entry : entries) found[entry.item_id] = &entry;
  return found;
}

template <class Entry>
void remark_strangers(const AgentContext& sent, const std::vector<Entry>& entries,
                      std::vector<Remark>& remarks) {
  const auto known = by_item(sent.todo_items);
  for (const Entry& entry : entries) {
    if (!known.contains(entry.item_id)) add_remark(remarks, RemarkKind::kUnknownItem, entry.item_id);
  }
}

const std::string& said_in(const KeyInformation& information) {
  return information.whole.empty() ? information.abstract : information.whole;
}

}  // namespace

a2a::Result<Answer> take_answer(const AgentContext& sent, AgentContextReading received) {
  const AgentContext& context = received.context;
  if (context.sub_task_id != sent.sub_task_id || context.agent_id != sent.agent_id) {
    return a2a::fail(ErrorCode::kInvalidAgentResponse,
                     "the agent answered for another subtask than " + sent.sub_task_id);
  }
  Answer answer{.items = {}, .reference = {}, .remarks = std::move(received.remarks)};
  remark_changes(sent, context, answer.remarks);
  remark_strangers(sent, context.states, answer.remarks);
  remark_strangers(sent, context.key_information, answer.remarks);
  const auto states = by_item(context.states);
  const auto information = by_item(context.key_information);
  for (const TodoItem& item : sent.todo_items) {
    const auto state = states.find(item.item_id);
    const auto key = information.find(item.item_id);
    answer.items.push_back({.item_id = item.item_id,
                            .is_done = state != states.end() && state->second->is_done,
                            .words = key != information.end() ? said_in(*key->second) : std::string()});
  }
  if (context.context_uri != sent.context_uri) answer.reference = context.context_uri;
  return answer;
}

}  // namespace schemagate::agent_context
