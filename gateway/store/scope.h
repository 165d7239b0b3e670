// Whose tasks.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace schemagate::store {

// Who may see a task, and through which agent's door. Another owner's task, another agent's task and an
// unknown id all answer kTaskNotFound.
struct Scope {
  std::string agent;
  std::string owner;
  bool operator==(const Scope&) const = default;
};

// A name within a scope as one text. An agent's name has no line break, an owner's may: its length keeps
// "a" + "b\nc" and "a\nb" + "c" apart.
inline std::string scoped(const Scope& scope, std::string_view name) {
  std::string key;
  key.reserve(scope.agent.size() + scope.owner.size() + name.size() + 24);
  key.append(scope.agent).append(1, '\n').append(std::to_string(scope.owner.size())).append(1, '\n');
  return std::move(key.append(scope.owner).append(name));
}

}  // namespace schemagate::store
