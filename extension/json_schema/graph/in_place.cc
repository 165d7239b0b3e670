#include "extension/json_schema/graph/in_place.h"

namespace schemagate::json_schema {

std::vector<NodeId> in_place_targets(const Graph& graph, NodeId id) {
  std::vector<NodeId> targets;
  const auto add = [&targets](NodeId target) {
    if (target != kNoNode) targets.push_back(target);
  };
  const Node& node = graph.nodes[id];
  if (node.general != kNone) {
    const GeneralConstraints& constraints = graph.generals[node.general];
    for (const DynamicTarget& reference : constraints.references) {
      if (reference.anchor == kNone) add(reference.node);
    }
    for (const auto* branches : {&constraints.all_of, &constraints.any_of, &constraints.one_of}) {
      for (const NodeId branch : *branches) add(branch);
    }
    for (const NodeId branch :
         {constraints.negated, constraints.condition, constraints.consequence, constraints.alternative})
      add(branch);
  }
  if (node.object != kNone) {
    for (const Dependency& dependency : graph.objects[node.object].dependencies) add(dependency.schema);
  }
  return targets;
}

std::vector<NodeId> evaluating_targets(const Graph& graph, NodeId id) {
  std::vector<NodeId> targets = in_place_targets(graph, id);
  const std::uint32_t general = graph.nodes[id].general;
  if (general != kNone) std::erase(targets, graph.generals[general].negated);
  return targets;
}

}  // namespace schemagate::json_schema
