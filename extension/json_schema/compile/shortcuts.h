// What the evaluator's fast paths (evaluate/fast_paths.h) go by, worked out once all nodes are built.
#pragma once

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Fills the members of `graph` that are marked as shortcuts in graph/graph.h. They say nothing new: each
// follows from the constraints, and without it every verdict would be the same.
void add_shortcuts(Graph& graph);

}  // namespace schemagate::json_schema
