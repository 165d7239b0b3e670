// Tasks, events and calls that the tests of the store share.
#pragma once

#include <string>
#include <utility>

#include "gateway/store/store.h"

namespace schemagate {

inline const schemagate::store::Scope kScope{"fight", "anonymous"};
inline constexpr schemagate::store::WallTime kStart{};

inline a2a::Task task(const std::string& id) {
  return {.id = id, .context_id = "c-" + id, .status = {.state = a2a::TaskState::kSubmitted}};
}

inline schemagate::store::TaskEvent status(a2a::TaskState state, const std::string& text = "") {
  a2a::TaskStatusUpdate update{.status = {.state = state}};
  if (!text.empty()) update.status.message = a2a::Message{.message_id = text, .parts = {{.content = text}}};
  return update;
}

inline schemagate::store::TaskEvent artifact(const std::string& id, const std::string& text) {
  return a2a::TaskArtifactUpdate{.artifact = {.artifact_id = id, .parts = {{.content = text}}},
                                 .append = true};
}

// The event as it is read from the log of task(id).
inline schemagate::store::TaskEvent kept_for(const std::string& id, schemagate::store::TaskEvent event) {
  const auto name = [&id](auto& one) {
    if constexpr (requires { one.task_id; }) {
      one.task_id = id;
      one.context_id = "c-" + id;
    }
  };
  std::visit(name, event);
  return event;
}

// Waits until the change is durable, or known not to be.
inline a2a::Result<void> durable(const auto& store, schemagate::store::Sequence sequence) {
  return store.durable(sequence);
}
inline a2a::Result<void> durable(const auto& store) {
  return store.durable(store.written());
}

}  // namespace schemagate
