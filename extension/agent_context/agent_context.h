// AgentContext of draft-chang-agent-context-interaction-02 (section 5.2, figure 4): what one agent needs for
// one subtask, and what it answers with.
//
//   AgentContext sent{.agent_id = "weather", .agent_name = "Weather", .sub_task_id = "r1-3", ...};
//   std::string text = write_agent_context(sent);        // {"AgentContext":{"AgentID":"weather",...}}
//   auto back = read_agent_context(*document.parse(answer));
//   if (!back) return std::unexpected(back.error());
//   back->context.states   // [{"w1", true}]
//
// Values; pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/message.h"
#include "extension/agent_context/remark.h"

namespace schemagate::agent_context {

inline constexpr std::string_view kExtensionUri =
    "https://datatracker.ietf.org/doc/html/draft-chang-agent-context-interaction-02";
// The name under which the schema of each is declared, and of the member that wraps it.
inline constexpr std::string_view kAgentContextName = "AgentContext";
inline constexpr std::string_view kTaskContextName = "TaskContext";

// Of AgentID, SubTaskID and itemId: letters, digits, ".", "_" and "-".
inline constexpr std::size_t kIdMax = 128;
bool is_id(std::string_view text);
// Characters of one outputabstract.
inline constexpr std::size_t kAbstractMax = 2'000;
// As many whole characters as fit, with an ellipsis where something was cut off.
std::string cut_abstract(std::string_view text);
// Items of one context, and prerequisites of it.
inline constexpr std::size_t kItemsMax = 1'000;
// Bytes of a name or description, and of a reference.
inline constexpr std::size_t kTextMax = 16 << 10;
// Bytes of one context as JSON; a larger one is refused unread.
inline constexpr std::size_t kContextBytesMax = 256 << 10;

// One step for the agent.
struct TodoItem {
  std::string item_id;
  std::string description;
  bool operator==(const TodoItem&) const = default;
};

// 1 in the JSON: completed. 0: not completed.
struct ItemState {
  std::string item_id;
  bool is_done = false;
  bool operator==(const ItemState&) const = default;
};

// What came of one item, in short.
struct KeyInformation {
  std::string item_id;
  std::string abstract;
  // What the abstract is the beginning of, as it was read; never written. Empty: the abstract is all.
  std::string whole = {};
  bool operator==(const KeyInformation&) const = default;
};

// A text that is empty is unset: the figure itself is full of them.
struct AgentContext {
  std::string agent_id = {};
  std::string agent_name = {};
  std::string sub_task_id = {};
  std::string sub_task_name = {};
  // SubTaskIDs of its prerequisites.
  std::vector<std::string> dependencies = {};
  // Member `Context/ContextURI`: where what else the agent needs is found (context_uri.h).
  std::string context_uri = {};
  std::vector<TodoItem> todo_items = {};
  // Member `ItemstateUpdates`.
  std::vector<ItemState> states = {};
  std::vector<KeyInformation> key_information = {};
  // RFC 3339.
  std::string last_updated = {};
  bool operator==(const AgentContext&) const = default;
};

struct AgentContextReading {
  AgentContext context;
  // Where the context itself stood in place of its address: its JSON. Taken, never written.
  a2a::RawJson inline_context = {};
  std::vector<Remark> remarks = {};
};

// Takes what is written in the figure, and what others may make of it: wrapped in a member `AgentContext` or
// bare; names of members in any case; `ContextURI` or `Context` for `Context/ContextURI`; a state as number,
// text or boolean; `Optional` is passed over. What else is odd becomes a remark. The master's own members
// are checked by take_answer() (answer.h), not here.
// Errors: kInvalidParams with the place for anything that is no such object, has no AgentID or SubTaskID, an
// id that is none, an item without itemId, an itemId twice in todoItems, or goes beyond a limit above.
a2a::Result<AgentContextReading> read_agent_context(a2a::JsonValue value);

// As in figure 4, wrapped, its members in its order, `Optional` naming LastUpdated, which is absent when it
// is unset. Always valid JSON on one line; nothing but the members of the figure is ever in it.
std::string write_agent_context(const AgentContext& context);

}  // namespace schemagate::agent_context
