// Updates of one artifact of which something is held back. Pure; safe from any thread.
#pragma once

#include "a2a/model/task.h"

namespace schemagate::object_schemas {

// An update that carries nothing yet, for more parts of the same artifact.
a2a::TaskArtifactUpdate continuation_of(const a2a::TaskArtifactUpdate& update);

// `next` joins an update that is still held back: its words win, its lists are added. Neither's parts are
// looked at.
void join(a2a::TaskArtifactUpdate& pending, const a2a::TaskArtifactUpdate& next);

}  // namespace schemagate::object_schemas
