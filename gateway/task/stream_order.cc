#include "gateway/task/stream_order.h"

#include <utility>
#include <variant>

namespace schemagate {

StreamOrder StreamOrder::of_subscription() {
  StreamOrder order;
  order.is_broken_ = true;
  return order;
}

void StreamOrder::note(const a2a::StreamEvent& event) {
  is_broken_ = is_broken_ || has_ended_;
  if (const auto* update = std::get_if<a2a::TaskArtifactUpdate>(&event)) note_artifact(*update);
  if (const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event))
    has_ended_ = a2a::is_terminal(update->status.state);
  const bool is_first = std::exchange(is_first_, false);
  if (const auto* task = std::get_if<a2a::Task>(&event)) {
    if (is_first) is_broken_ = false;
    for (const a2a::Artifact& artifact : task->artifacts) artifacts_.try_emplace(artifact.artifact_id, false);
  }
}

void StreamOrder::note_artifact(const a2a::TaskArtifactUpdate& update) {
  const auto [known, is_new] = artifacts_.try_emplace(update.artifact.artifact_id, false);
  if (update.append && (is_new || known->second)) is_broken_ = true;
  known->second = update.last_chunk;
}

}  // namespace schemagate
