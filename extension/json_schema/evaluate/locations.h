// Where a violation or an annotation is, as texts.
#pragma once

#include <string>

#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Instance pointer of `path`.
std::string instance_pointer(const EvaluationPath& path);
// The path through the schema that evaluation took, references included.
std::string evaluation_path(const Graph& graph, const EvaluationPath& path);
// Absolute location of the node's schema: its resource's URI and a pointer, or "#/…".
std::string schema_location(const Graph& graph, NodeId id);

}  // namespace schemagate::json_schema
