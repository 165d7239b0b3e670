// Members that tell the alternatives of `anyOf` and `oneOf` apart.
#pragma once

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Where several alternatives require one member to be another constant string each, only the one whose
// constant an instance has can match: the evaluator need not try the others, and a report names the
// constants.
void add_discriminators(Graph& graph);

}  // namespace schemagate::json_schema
