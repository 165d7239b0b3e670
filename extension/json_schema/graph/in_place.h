// The nodes that a node applies to the very value it is applied to itself.
#pragma once

#include <vector>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// `$ref`, allOf, anyOf, oneOf, not, if/then/else and dependent schemas; references that are bound at run
// time are left out.
std::vector<NodeId> in_place_targets(const Graph& graph, NodeId id);
// Of these the ones whose evaluated children count as evaluated by the node: all but `not`.
std::vector<NodeId> evaluating_targets(const Graph& graph, NodeId id);

}  // namespace schemagate::json_schema
