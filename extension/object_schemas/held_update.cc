#include "extension/object_schemas/held_update.h"

#include <string>

#include "a2a/model/extensions.h"
#include "a2a/model/metadata.h"

namespace schemagate::object_schemas {

using a2a::Artifact;
using a2a::TaskArtifactUpdate;

TaskArtifactUpdate continuation_of(const TaskArtifactUpdate& update) {
  TaskArtifactUpdate next;
  next.task_id = update.task_id;
  next.context_id = update.context_id;
  next.artifact.artifact_id = update.artifact.artifact_id;
  next.append = true;
  return next;
}

void join(TaskArtifactUpdate& pending, const TaskArtifactUpdate& next) {
  Artifact& artifact = pending.artifact;
  if (!next.artifact.name.empty()) artifact.name = next.artifact.name;
  if (!next.artifact.description.empty()) artifact.description = next.artifact.description;
  for (const std::string& uri : next.artifact.extensions) a2a::add_extension(artifact.extensions, uri);
  artifact.metadata = a2a::merged(artifact.metadata, next.artifact.metadata);
  pending.metadata = a2a::merged(pending.metadata, next.metadata);
  pending.last_chunk = next.last_chunk;
}

}  // namespace schemagate::object_schemas
