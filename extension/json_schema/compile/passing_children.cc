#include "extension/json_schema/compile/passing_children.h"

#include <bit>

namespace schemagate::json_schema {
namespace {

constexpr int kDepthMax = 16;  // of branches in one another: deeper ones are looked at by the evaluator

bool goes_by_types(const ArrayConstraints& constraints) {
  return constraints.plain && constraints.prefix.empty() && constraints.min_items <= 1 &&
         constraints.max_items == kUnbounded;
}

bool goes_by_types(const ObjectConstraints& constraints) {
  return (constraints.plain || constraints.patterned) && constraints.required == 0 && constraints.least <= 1;
}

}  // namespace

// What is being looked at is not known yet, so that a node within itself is never sure.
Types PassingChildren::stopping(NodeId id, int depth) {
  if (depth == kDepthMax) return kNeverSure;
  if (known_[id]) return *known_[id];
  known_[id] = kNeverSure;
  known_[id] = look(graph_.nodes[id], depth);
  return *known_[id];
}

Types PassingChildren::look(const Node& node, int depth) {
  if ((node.types & container_) == 0 || node.special) return kNeverSure;
  if ((node.constrained & container_) == 0) return 0;
  const Types own = by_children(node);
  return node.general == kNone ? own
                               : static_cast<Types>(own | general(graph_.generals[node.general], depth));
}

Types PassingChildren::by_children(const Node& node) const {
  if (container_ == kArray) {
    if (node.array == kNone) return 0;
    const ArrayConstraints& constraints = graph_.arrays[node.array];
    if (!goes_by_types(constraints)) return kNeverSure;
    return constraints.min_items == 0 ? constraints.stopping
                                      : static_cast<Types>(constraints.stopping | kNoChild);
  }
  if (node.object == kNone) return 0;
  const ObjectConstraints& constraints = graph_.objects[node.object];
  if (!goes_by_types(constraints)) return kNeverSure;
  return constraints.least == 0 ? constraints.stopping : static_cast<Types>(constraints.stopping | kNoChild);
}

Types PassingChildren::general(const GeneralConstraints& constraints, int depth) {
  if (!constraints.values.empty() || !constraints.references.empty() || constraints.negated != kNoNode ||
      constraints.condition != kNoNode)
    return kNeverSure;
  Types stopping = all_of(constraints.all_of, depth + 1);
  if (!constraints.any_of.empty()) stopping |= any_of(constraints.any_of, depth + 1);
  if (!constraints.one_of.empty()) stopping |= one_of(constraints.one_of, depth + 1);
  return stopping;
}

Types PassingChildren::all_of(const std::vector<NodeId>& branches, int depth) {
  Types all = 0;
  for (const NodeId branch : branches) all |= stopping(branch, depth);
  return all;
}

// Of the branch that the fewest types stop.
Types PassingChildren::any_of(const std::vector<NodeId>& branches, int depth) {
  Types least = kNeverSure;
  for (const NodeId branch : branches) {
    const Types types = stopping(branch, depth);
    if (std::popcount(types) < std::popcount(least)) least = types;
  }
  return least;
}

// Of the only branch that takes such a container at all.
Types PassingChildren::one_of(const std::vector<NodeId>& branches, int depth) {
  NodeId only = kNoNode;
  for (const NodeId branch : branches) {
    if ((graph_.nodes[branch].types & container_) == 0) continue;
    if (only != kNoNode) return kNeverSure;
    only = branch;
  }
  return only == kNoNode ? kNeverSure : stopping(only, depth);
}

}  // namespace schemagate::json_schema
