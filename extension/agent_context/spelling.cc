#include "extension/agent_context/spelling.h"

#include <nlohmann/json.hpp>
#include <span>

#include "a2a/json/tree.h"
#include "a2a/text/ascii.h"
#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/sub_task_context.h"

namespace schemagate::agent_context {
namespace {

using a2a::JsonTree;
using a2a::text::equals_ignore_case;

constexpr std::string_view kContextUri = "Context/ContextURI";
constexpr std::string_view kNames[] = {"AgentID",           "AgentName",   "SubTaskID", "SubTaskName",
                                       "Dependencies",      kContextUri,   "todoItems", "ItemstateUpdates",
                                       "KeyInformation",    "LastUpdated", "Optional",  "DeviceContext",
                                       "EnvironmentContext"};
constexpr std::string_view kEntryNames[] = {"itemId", "description", "state", "outputabstract"};

// As the figure has it; the name itself where that has none.
std::string_view figure_name(std::string_view name, std::span<const std::string_view> names) {
  if (names.size() == std::size(kNames) &&
      (equals_ignore_case(name, "ContextURI") || equals_ignore_case(name, "Context")))
    return kContextUri;
  for (const std::string_view each : names) {
    if (equals_ignore_case(name, each)) return each;
  }
  return name;
}

JsonTree respelled(const JsonTree& object, std::span<const std::string_view> names) {
  JsonTree out = JsonTree::object();
  for (const auto& [name, value] : object.items()) {
    const std::string spelled(figure_name(name, names));
    out[object.contains(spelled) || out.contains(spelled) ? name : spelled] = value;
  }
  return out;
}

void respell_state(JsonTree& entry) {
  const auto state = entry.find("state");
  if (state == entry.end()) return;
  if (*state == "1" || *state == true) *state = 1;
  if (*state == "0" || *state == false) *state = 0;
}

void respell_entries(JsonTree& context) {
  for (const char* const list : {"todoItems", "ItemstateUpdates", "KeyInformation"}) {
    const auto found = context.find(list);
    if (found == context.end() || !found->is_array()) continue;
    for (JsonTree& entry : *found) {
      if (!entry.is_object()) continue;
      entry = respelled(entry, kEntryNames);
      respell_state(entry);
    }
  }
}

// The context itself, in its wrapper or without; nullptr: there is none.
const JsonTree* inner_of(const JsonTree& tree) {
  if (!tree.is_object()) return nullptr;
  for (const auto& [name, value] : tree.items()) {
    if (equals_ignore_case(name, kAgentContextName))
      return value.is_object() && tree.size() == 1 ? &value : nullptr;
  }
  return &tree;
}

}  // namespace

std::optional<std::string> respelled_agent_context(std::string_view json) {
  const auto tree = a2a::parse_tree(json, {.bytes_max = kContextBytesMax});
  const JsonTree* inner = tree ? inner_of(*tree) : nullptr;
  if (inner == nullptr) return std::nullopt;
  JsonTree context = respelled(*inner, kNames);
  const auto uri = context.find(kContextUri);
  if (uri != context.end() && uri->is_structured()) *uri = data_url_of(a2a::dump_tree(*uri));
  respell_entries(context);
  JsonTree wrapped = JsonTree::object();
  wrapped[std::string(kAgentContextName)] = std::move(context);
  return wrapped == *tree ? std::nullopt : std::optional(a2a::dump_tree(wrapped));
}

}  // namespace schemagate::agent_context
