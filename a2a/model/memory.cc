#include "a2a/model/memory.h"

#include <string>
#include <vector>

namespace schemagate::a2a {
namespace {

std::size_t memory_of(const std::string& text) {
  return sizeof(std::string) + text.size();
}

std::size_t memory_of(const Part& part) {
  return sizeof(part) + part.content.size() + part.media_type.size() + part.filename.size() +
         part.metadata.text.size() + part.metadata_mime_type.size();
}

template <class T>
std::size_t owned_by(const std::vector<T>& values) {
  std::size_t bytes = 0;
  for (const T& value : values) bytes += memory_of(value);
  return bytes;
}

}  // namespace

std::size_t memory_of(const Message& message) {
  return sizeof(message) + message.message_id.size() + message.context_id.size() + message.task_id.size() +
         owned_by(message.parts) + message.metadata.text.size() + owned_by(message.extensions) +
         owned_by(message.reference_task_ids);
}

std::size_t memory_of(const Artifact& artifact) {
  return sizeof(artifact) + artifact.artifact_id.size() + artifact.name.size() + artifact.description.size() +
         owned_by(artifact.parts) + artifact.metadata.text.size() + owned_by(artifact.extensions);
}

std::size_t memory_of(const TaskStatus& status) {
  return sizeof(status) + (status.message ? memory_of(*status.message) : 0) + status.timestamp.size();
}

std::size_t memory_of(const TaskStatusUpdate& update) {
  return sizeof(update) - sizeof(update.status) + memory_of(update.status) + update.task_id.size() +
         update.context_id.size() + update.metadata.text.size();
}

std::size_t memory_of(const TaskArtifactUpdate& update) {
  return sizeof(update) - sizeof(update.artifact) + memory_of(update.artifact) + update.task_id.size() +
         update.context_id.size() + update.metadata.text.size();
}

std::size_t memory_of(const Task& task) {
  return sizeof(task) - sizeof(task.status) + memory_of(task.status) + task.id.size() +
         task.context_id.size() + owned_by(task.artifacts) + owned_by(task.history) +
         task.metadata.text.size();
}

}  // namespace schemagate::a2a
