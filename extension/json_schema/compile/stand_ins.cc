#include "extension/json_schema/compile/stand_ins.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace schemagate::json_schema {
namespace {

constexpr int kNestingMax = 8;  // of schemas made of others

// Types that have their constraints in one place.
struct Group {
  Types types;
  std::uint32_t Node::* constraints;
};
constexpr std::array kGroups = {Group{kAnyNumber, &Node::number}, Group{kString, &Node::string},
                                Group{kArray, &Node::array}, Group{kObject, &Node::object}};

using Parts = std::vector<Node>;  // each with constraints of types only

// A literal that may be an integer is looked at where only one kind of number is taken.
void constrain_literals(Node& node) {
  const Types numbers = node.types & kAnyNumber;
  if (numbers != 0) node.constrained |= static_cast<Types>(kAnyNumber & ~numbers);
}

Types types_of_all(std::span<const Node> parts) {
  Types types = 0;
  for (const Node& part : parts) types |= part.types;
  return types;
}

void take(const Node& part, const Group& group, Node& node) {
  node.constrained |= static_cast<Types>(part.constrained & part.types & group.types);
  node.*group.constraints = part.*group.constraints;
}

// False where a value of these types has to be shown to several of the parts.
bool add_group(const Parts& parts, const Group& group, bool exactly_one, Node& node) {
  const Types types = types_of_all(parts) & group.types;
  const auto takes = [&](const Node& part) { return (part.types & group.types) != 0; };
  const auto takes_all = [&](const Node& part) { return part.takes_all_of(types); };
  const auto takers = std::ranges::count_if(parts, takes);
  if (takers == 1) take(*std::ranges::find_if(parts, takes), group, node);
  return takers < 2 || (!exactly_one && std::ranges::any_of(parts, takes_all));
}

// A node that takes what some of the parts take, or exactly one of them.
std::optional<Node> union_of(const Parts& parts, bool exactly_one) {
  Node node;
  node.types = types_of_all(parts);
  for (const Types type : {kNull, kBoolean}) {
    const auto takes = [type](const Node& part) { return (part.types & type) != 0; };
    if (exactly_one && std::ranges::count_if(parts, takes) > 1) return std::nullopt;
  }
  for (const Group& group : kGroups) {
    if (!add_group(parts, group, exactly_one, node)) return std::nullopt;
  }
  constrain_literals(node);
  return node;
}

// A node that takes what all of the parts take, of which `merged` is all that they ask of an object.
std::optional<Node> conjunction_of(const Parts& parts, std::uint32_t merged) {
  Node node;
  for (const Node& part : parts) node.types &= part.types;
  for (const Group& group : kGroups) {
    if (group.types == kObject && merged != kNone) continue;
    const auto constrains = [&](const Node& part) {
      return (part.constrained & node.types & group.types) != 0;
    };
    const auto constraining = std::ranges::count_if(parts, constrains);
    if (constraining > 1) return std::nullopt;
    if (constraining == 1) take(*std::ranges::find_if(parts, constrains), group, node);
  }
  if (merged != kNone) node.object = merged;
  if (merged != kNone) node.constrained |= kObject;
  node.constrained &= node.types;
  constrain_literals(node);
  return node;
}

class StandIns {
 public:
  explicit StandIns(Graph& graph) : graph_(graph), looked_at_(graph.generals.size()) {}

  void add_all() {
    const auto count = static_cast<NodeId>(graph_.nodes.size());
    for (NodeId id = 0; id < count; ++id) {
      if (graph_.nodes[id].self == id) find(id, 0);
    }
    for (ArrayConstraints& array : graph_.arrays)
      array.element = array.rest == kNoNode ? kNoNode : stand_in_of(graph_, array.rest);
  }

 private:
  // The node by constraints of types alone.
  std::optional<Node> find(NodeId id, int depth) {
    const Node node = graph_.nodes[id];
    if (node.further == Further::kTypeConstraints) return node;
    if (node.general == kNone || depth == kNestingMax) return std::nullopt;
    if (!looked_at_[node.general]) {
      looked_at_[node.general] = true;
      if (const auto found = look(node, depth)) append(*found, id);
    }
    const NodeId stand_in = graph_.generals[node.general].stand_in;
    return stand_in == kNoNode ? std::nullopt : std::optional(graph_.nodes[stand_in]);
  }

  void append(Node node, NodeId stands_for) {
    node.self = static_cast<NodeId>(graph_.nodes.size());
    graph_.generals[graph_.nodes[stands_for].general].stand_in = node.self;
    graph_.nodes.push_back(node);
    graph_.origins.push_back(Origin(graph_.origins[stands_for]));
  }

  // As shared as any that it is made of: none of them has its results cached any more.
  std::optional<Node> look(const Node& node, int depth) {
    if (!is_made_of_others(node)) return std::nullopt;
    const GeneralConstraints& constraints = graph_.generals[node.general];
    Parts parts = {own_part(node)};
    for (const DynamicTarget& reference : constraints.references) {
      if (reference.anchor != kNone || !add(reference.node, depth, parts)) return std::nullopt;
    }
    for (const NodeId branch : constraints.all_of) {
      if (!add(branch, depth, parts)) return std::nullopt;
    }
    if (!add_union(constraints.any_of, false, depth, parts) ||
        !add_union(constraints.one_of, true, depth, parts))
      return std::nullopt;
    auto all = conjunction_of(parts, constraints.merged.alone ? constraints.merged.object : kNone);
    if (all) all->shared = std::ranges::any_of(parts, &Node::shared);
    return all;
  }

  bool is_made_of_others(const Node& node) const {
    if (node.further != Further::kComposed || (node.special && !is_special_by_merged(node))) return false;
    const GeneralConstraints& constraints = graph_.generals[node.general];
    return constraints.values.empty() && constraints.negated == kNoNode && constraints.condition == kNoNode;
  }

  // REQUIRES: a special node. Whether its merged object says all that is special about it: one is there where
  // that is what becomes of unevaluated members, or elements, and of elements it says nothing.
  bool is_special_by_merged(const Node& node) const {
    const bool of_arrays = node.array != kNone && graph_.arrays[node.array].unevaluated != kNoNode;
    return graph_.generals[node.general].merged.object != kNone && !of_arrays;
  }

  // What the node's own keywords ask of types. Only general keywords ask anything of null and booleans.
  static Node own_part(Node node) {
    node.further = Further::kTypeConstraints;
    node.general = kNone;
    node.constrained = 0;
    for (const Group& group : kGroups) {
      if (node.*group.constraints != kNone) node.constrained |= group.types;
    }
    return node;
  }

  bool add(NodeId id, int depth, Parts& parts) {
    const auto part = find(id, depth + 1);
    if (part) parts.push_back(*part);
    return part.has_value();
  }

  bool add_union(const std::vector<NodeId>& branches, bool exactly_one, int depth, Parts& parts) {
    if (branches.empty()) return true;
    Parts taken;
    for (const NodeId branch : branches) {
      if (!add(branch, depth, taken)) return false;
    }
    auto node = union_of(taken, exactly_one);
    if (!node) return false;
    node->shared = std::ranges::any_of(taken, &Node::shared);
    parts.push_back(*node);
    return true;
  }

  Graph& graph_;
  std::vector<bool> looked_at_;  // by Node::general
};

}  // namespace

void add_stand_ins(Graph& graph) {
  StandIns(graph).add_all();
}

}  // namespace schemagate::json_schema
