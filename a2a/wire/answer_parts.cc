#include "a2a/wire/answer_parts.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace schemagate::a2a::wire {
namespace {

// Where the decoders look for lists; all other members are text, or nothing to them.
constexpr std::array<std::string_view, 16> kListsAndOwners{
    "tasks",         "task",           "message",          "statusUpdate",
    "status_update", "artifactUpdate", "artifact_update",  "status",
    "artifact",      "artifacts",      "history",          "parts",
    "content",       "extensions",     "referenceTaskIds", "reference_task_ids"};

bool is_list_or_owner(std::string_view name) {
  return std::ranges::find(kListsAndOwners, name) != kListsAndOwners.end();
}

std::size_t listed_in(JsonValue value) {
  std::size_t listed = value.is_array() ? value.size() : 0;
  for (const JsonValue element : value.elements()) listed += listed_in(element);
  for (const JsonValue::Member& member : value.members()) {
    if (is_list_or_owner(member.name)) listed += listed_in(member.value);
  }
  return listed;
}

}  // namespace

bool lists_more_than(JsonValue result, std::size_t parts_max) {
  const std::size_t values = result.document().node(result.index()).span;
  return values > parts_max && listed_in(result) > parts_max;
}

}  // namespace schemagate::a2a::wire
