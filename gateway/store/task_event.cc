#include "gateway/store/task_event.h"

#include <string>
#include <utility>
#include <vector>

namespace schemagate::store {
namespace {

std::size_t bytes_of(const std::vector<a2a::Part>& parts) {
  std::size_t bytes = 0;
  for (const a2a::Part& part : parts) {
    bytes += part.content.size() + part.metadata.text.size() + part.media_type.size() + part.filename.size();
  }
  return bytes;
}

void apply_status(a2a::Task& task, const a2a::TaskStatusUpdate& update) {
  if (task.status.message) task.history.push_back(std::move(*task.status.message));
  a2a::apply(task, update);
}

void apply_message(a2a::Task& task, const a2a::Message& message) {
  if (message.role == a2a::Role::kUser && task.status.message) {
    task.history.push_back(*std::exchange(task.status.message, {}));
  }
  task.history.push_back(message);
}

}  // namespace

std::size_t payload_bytes(const TaskEvent& event) {
  if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    return bytes_of(artifact->artifact.parts) + artifact->artifact.metadata.text.size();
  }
  if (const auto* message = std::get_if<a2a::Message>(&event)) {
    return bytes_of(message->parts) + message->metadata.text.size();
  }
  if (const auto* change = std::get_if<MetadataChange>(&event)) return change->metadata.text.size();
  const auto& status = std::get<a2a::TaskStatusUpdate>(event).status;
  return status.message ? bytes_of(status.message->parts) : 0;
}

void apply(a2a::Task& task, const TaskEvent& event) {
  if (const auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) {
    apply_status(task, *status);
  } else if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    a2a::apply(task, *artifact);
  } else if (const auto* message = std::get_if<a2a::Message>(&event)) {
    apply_message(task, *message);
  } else {
    task.metadata = std::get<MetadataChange>(event).metadata;
  }
}

}  // namespace schemagate::store
