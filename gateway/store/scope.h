// Whose tasks.
#pragma once

#include <string>

namespace schemagate::store {

// Who may see a task, and through which agent's door. Another owner's task, another agent's task and an
// unknown id all answer kTaskNotFound.
struct Scope {
  std::string agent;
  std::string owner;
  bool operator==(const Scope&) const = default;
};

}  // namespace schemagate::store
