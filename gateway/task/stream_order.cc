#include "gateway/task/stream_order.h"

#include <variant>

namespace schemagate {

void StreamOrder::note(const a2a::StreamEvent& event) {
  is_broken_ = is_broken_ || has_ended_;
  if (const auto* update = std::get_if<a2a::TaskArtifactUpdate>(&event)) note_artifact(*update);
  if (const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event))
    has_ended_ = a2a::is_terminal(update->status.state);
  if (const auto* task = std::get_if<a2a::Task>(&event)) {
    for (const a2a::Artifact& artifact : task->artifacts) artifacts_.try_emplace(artifact.artifact_id, false);
  }
}

void StreamOrder::note_artifact(const a2a::TaskArtifactUpdate& update) {
  const auto [known, is_new] = artifacts_.try_emplace(update.artifact.artifact_id, false);
  if (update.append && (is_new || known->second)) is_broken_ = true;
  known->second = update.last_chunk;
}

}  // namespace schemagate
