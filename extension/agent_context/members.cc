#include "extension/agent_context/members.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::agent_context {
namespace {

using a2a::ErrorCode;
using a2a::JsonKind;
using a2a::JsonValue;
using a2a::text::equals_ignore_case;

constexpr std::string_view kReserved[] = {"DeviceContext", "EnvironmentContext", "Optional"};

bool is_in(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::any_of(names, [name](std::string_view each) { return equals_ignore_case(each, name); });
}

}  // namespace

std::optional<JsonValue> find_any_case(JsonValue object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    for (const auto& [member, value] : object.members()) {
      if (equals_ignore_case(member, name)) return value;
    }
  }
  return std::nullopt;
}

JsonValue unwrapped(JsonValue value, std::string_view wrapper) {
  const auto inner = find_any_case(value, {wrapper});
  return inner && inner->is_object() ? *inner : value;
}

void remark_unknown(JsonValue object, std::span<const std::string_view> known, std::vector<Remark>& remarks) {
  for (const auto& [name, value] : object.members()) {
    if (is_in(name, known) || is_in(name, kReserved)) continue;
    const bool is_task = equals_ignore_case(name, "TaskContext");
    add_remark(remarks, is_task ? RemarkKind::kTaskContext : RemarkKind::kUnknownMember, name);
  }
}

a2a::Result<std::string> read_text(JsonValue object, std::string_view name, std::size_t bytes_max) {
  const auto value = find_any_case(object, {name});
  if (!value || value->kind() == JsonKind::kNull) return std::string();
  const auto text = value->string();
  if (!text) return a2a::fail(ErrorCode::kInvalidParams, std::string(name) + ": expected a text");
  if (text->size() > bytes_max) {
    return a2a::fail(ErrorCode::kInvalidParams,
                     std::string(name) + ": longer than " + std::to_string(bytes_max) + " bytes");
  }
  return std::string(*text);
}

a2a::Result<std::vector<JsonValue>> read_list(JsonValue object, std::string_view name, std::size_t max) {
  std::vector<JsonValue> found;
  const auto value = find_any_case(object, {name});
  if (!value || value->kind() == JsonKind::kNull) return found;
  if (!value->is_array())
    return a2a::fail(ErrorCode::kInvalidParams, std::string(name) + ": expected an array");
  if (value->size() > max) {
    return a2a::fail(ErrorCode::kInvalidParams,
                     std::string(name) + ": more than " + std::to_string(max) + " elements");
  }
  for (const JsonValue element : value->elements()) found.push_back(element);
  return found;
}

}  // namespace schemagate::agent_context
