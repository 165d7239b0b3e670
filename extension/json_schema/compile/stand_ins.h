// For nodes that are made of others: one node that asks the same of a value by constraints of its type alone.
#pragma once

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Adds a node for each that `$ref`, `allOf`, `anyOf` or `oneOf` make, where every type of value is left to
// one schema: alternatives of different types, a reference with annotations beside it, merged objects.
// REQUIRES: the shortcuts of nodes, and merged objects.
void add_stand_ins(Graph& graph);

// What `id` is for whoever wants no more than a verdict.
inline NodeId stand_in_of(const Graph& graph, NodeId id) {
  const std::uint32_t general = graph.nodes[id].general;
  const NodeId stand_in = general == kNone ? kNoNode : graph.generals[general].stand_in;
  return stand_in == kNoNode ? id : stand_in;
}

}  // namespace schemagate::json_schema
