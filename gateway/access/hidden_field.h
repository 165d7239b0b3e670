// A field of an agent's output that not everybody may see, as a value.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace schemagate::access {

inline constexpr std::string_view kMask = "***";

struct HiddenField {
  std::string pointer;  // JSON Pointer into the data; the token "*" is every member or element
  bool drop = false;    // the member goes; else its value becomes kMask. Elements are masked
  std::vector<std::string> visible_to = {};  // roles
  // Not in the data that the task's own agent gives, but in what this one gave in a run (hidden_in_runs.h),
  // where `from`, a JSON Pointer, is what the gateway picks out for its AgentContexts.
  std::string agent = {};
  std::string from = {};
};
using HiddenFields = std::vector<std::shared_ptr<const HiddenField>>;

}  // namespace schemagate::access
