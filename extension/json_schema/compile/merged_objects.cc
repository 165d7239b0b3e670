#include "extension/json_schema/compile/merged_objects.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace schemagate::json_schema {
namespace {

constexpr std::size_t kPiecesMax = 64;
constexpr int kDepthMax = 8;
// Looks at a name for a piece, of one table and of all.
constexpr std::size_t kWorkMax = 1 << 13;
constexpr std::size_t kAllWorkMax = 1 << 16;

// Indices into Graph::objects of what has to be merged; each of them is plain.
using Pieces = std::vector<std::uint32_t>;

bool takes_all(const Node& node) {
  return node.types == kAnyType && node.constrained == 0;
}

// Whether nothing is left of the node but its object keywords and what must match beside them.
bool is_conjunction(const GeneralConstraints& constraints) {
  const bool is_static = std::ranges::all_of(
      constraints.references, [](const DynamicTarget& reference) { return reference.anchor == kNone; });
  return is_static && constraints.values.empty() && constraints.any_of.empty() &&
         constraints.one_of.empty() && constraints.negated == kNoNode && constraints.condition == kNoNode;
}

class ObjectMerger {
 public:
  explicit ObjectMerger(Graph& graph) : graph_(graph) {}

  // Nodes for members that several schemas apply to are added on the way, and looked at in their turn.
  void merge_all() {
    for (NodeId id = 0; id < graph_.nodes.size() && work_ <= kAllWorkMax; ++id) {
      const Node& node = graph_.nodes[id];
      if (node.self != id || node.general == kNone || (node.types & kObject) == 0) continue;
      merge_consequences(id);
      if (!graph_.nodes[id].special || is_special_by_unevaluated(graph_.nodes[id])) merge(id);
    }
  }

 private:
  // Whether all that is special about the node is what becomes of members that nothing evaluates, or
  // elements.
  bool is_special_by_unevaluated(const Node& node) const {
    return node.unevaluated && !node.enters_scope && node.object != kNone &&
           graph_.objects[node.object].unevaluated != kNoNode;
  }

  // Of the conditions that match an object without a member which they know: mostly there is none.
  void merge_consequences(NodeId id) {
    const std::uint32_t general = graph_.nodes[id].general;
    const std::vector<NodeId>& branches = graph_.generals[general].all_of;
    if (branches.size() > kFilteredMax) return;
    MergedConsequences merged;
    std::vector<NodeId> consequences;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      ++work_;
      const Node& branch = graph_.nodes[branches[i]];
      if (branch.shared || !is_optional_condition(branch)) continue;
      merged.branches |= Branches{1} << i;
      consequences.push_back(graph_.generals[branch.general].consequence);
    }
    merged.node = all_of(std::move(consequences), id);
    if (merged.node != kNoNode) graph_.generals[general].merged_consequences = merged;
  }

  // Whether the branch is nothing but `if` with `then`, and `if` only says which values members have.
  bool is_optional_condition(const Node& branch) const {
    if (branch.types != kAnyType || !branch.is_only_general() || branch.special) return false;
    const GeneralConstraints& constraints = graph_.generals[branch.general];
    if (!constraints.has_only(&constraints.condition) || constraints.alternative != kNoNode) return false;
    const Node& condition = graph_.nodes[constraints.condition];
    if (condition.further != Further::kTypeConstraints || condition.object == kNone) return false;
    const ObjectConstraints& object = graph_.objects[condition.object];
    return object.plain && object.required == 0 && object.min_properties == 0 && object.additional == kNoNode;
  }

  void merge(NodeId id) {
    const Node node = graph_.nodes[id];
    Pieces pieces;
    if (!add_own(node, pieces)) return;
    const GeneralConstraints& constraints = graph_.generals[node.general];
    if (constraints.all_of.size() + constraints.references.size() == 0 ||
        constraints.all_of.size() > kFilteredMax)
      return;
    for (const DynamicTarget& reference : constraints.references) {
      if (reference.anchor != kNone || !add(reference.node, pieces, {})) return;
    }
    Branches unmerged = 0;
    for (std::size_t i = 0; i < constraints.all_of.size(); ++i) {
      if (!add(constraints.all_of[i], pieces, {})) unmerged |= Branches{1} << i;
    }
    std::ranges::sort(pieces);
    pieces.erase(std::ranges::unique(pieces).begin(), pieces.end());
    const bool alone = unmerged == 0 && is_conjunction(constraints);
    if (pieces.size() < 2 || (node.special && !alone)) return;
    MergedObject merged{.unmerged = unmerged, .alone = alone};
    const NodeId unevaluated = node.special ? graph_.objects[node.object].unevaluated : kNoNode;
    merged.object = table_of(pieces, unevaluated, id);
    if (merged.object != kNone) graph_.generals[node.general].merged = merged;
  }

  // False where the node asks more of an object than a table of names says.
  bool add_own(const Node& node, Pieces& pieces) const {
    if (node.object == kNone) return true;
    if (!graph_.objects[node.object].plain || pieces.size() == kPiecesMax) return false;
    pieces.push_back(node.object);
    return true;
  }

  // Where a piece is found: how many branches in one another, and whether one of them is shared.
  struct Branch {
    int depth = 0;
    bool shared = false;
  };

  // Adds all that the node asks of an object, or nothing.
  bool add(NodeId id, Pieces& pieces, Branch at) {
    const std::size_t before = pieces.size();
    if (add_whole(graph_.nodes[id], pieces, at)) return true;
    pieces.resize(before);
    return false;
  }

  bool add_whole(const Node& node, Pieces& pieces, Branch at) {
    ++work_;
    if ((node.types & kObject) == 0 || node.special || at.depth == kDepthMax) return false;
    if ((node.constrained & kObject) == 0) return true;
    at.shared = at.shared || node.shared;
    if (!add_own(node, pieces)) return false;
    if (at.shared && node.object != kNone) share_members(graph_.objects[node.object]);
    if (node.general == kNone) return true;
    const GeneralConstraints& constraints = graph_.generals[node.general];
    if (!is_conjunction(constraints) || work_ > kAllWorkMax) return false;
    const auto adds = [&](NodeId branch) { return add(branch, pieces, {at.depth + 1, at.shared}); };
    return std::ranges::all_of(constraints.references, adds, &DynamicTarget::node) &&
           std::ranges::all_of(constraints.all_of, adds);
  }

  // What is merged has no result of its own that could be cached; those of its members are instead, so that
  // doubling chains stay linear.
  void share_members(const ObjectConstraints& piece) {
    const auto share = [this](NodeId id) {
      if (id != kNoNode) graph_.nodes[id].shared = true;
    };
    work_ += piece.table.properties().size();
    share(piece.additional);
    for (const Property& property : piece.table.properties()) share(property.node);
  }

  // The index of a new table; kNone where it would take too long. `unevaluated` is for members that no piece
  // has a schema for.
  std::uint32_t table_of(const Pieces& pieces, NodeId unevaluated, NodeId origin) {
    std::size_t looks = 0;
    for (const std::uint32_t piece : pieces)
      looks += graph_.objects[piece].table.properties().size() * pieces.size();
    work_ += looks;
    if (looks > kWorkMax) return kNone;
    ObjectConstraints merged;
    merged.plain = true;
    for (const std::uint32_t piece : pieces) add_names(graph_.objects[piece], merged);
    for (Property& property : merged.table.properties()) {
      std::vector<NodeId> applied;
      for (const std::uint32_t piece : pieces)
        applied.push_back(applied_to(property.name(), graph_.objects[piece]));
      property.node = all_of(std::move(applied), origin);
    }
    std::vector<NodeId> additional;
    for (const std::uint32_t piece : pieces) additional.push_back(graph_.objects[piece].additional);
    merged.additional = all_of(std::move(additional), origin);
    if (merged.additional == kNoNode) merged.additional = unevaluated;
    return append_to(graph_.objects, std::move(merged));
  }

  static void add_names(const ObjectConstraints& piece, ObjectConstraints& merged) {
    for (const Property& property : piece.table.properties()) {
      Property& known = merged.table.add(property.name());
      merged.required += property.required && !known.required ? 1 : 0;
      known.required |= property.required;
    }
    merged.min_properties = std::max(merged.min_properties, piece.min_properties);
  }

  static NodeId applied_to(std::string_view name, const ObjectConstraints& piece) {
    const Property* property = piece.table.find(name);
    return property == nullptr || property->node == kNoNode ? piece.additional : property->node;
  }

  // A node that takes what all of these take; kNoNode where none is.
  NodeId all_of(std::vector<NodeId> nodes, NodeId origin) {
    std::erase(nodes, kNoNode);
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    if (nodes.empty()) return kNoNode;
    const NodeId first = nodes.front();
    std::erase_if(nodes, [this](NodeId id) { return takes_all(graph_.nodes[id]); });
    if (nodes.empty()) return first;
    if (const NodeId strictest = strictest_of(nodes); strictest != kNoNode) return strictest;
    const auto [known, added] = conjunctions_.try_emplace(nodes, static_cast<NodeId>(graph_.nodes.size()));
    if (added) add_conjunction(std::move(nodes), origin);
    if (!added) graph_.nodes[known->second].shared = true;
    return known->second;
  }

  // The one that takes nothing that another refuses; kNoNode where that is not plain.
  NodeId strictest_of(const std::vector<NodeId>& nodes) const {
    Types types = kAnyType;
    for (const NodeId id : nodes) types &= graph_.nodes[id].types;
    NodeId strictest = kNoNode;
    for (const NodeId id : nodes) {
      const bool demands = !graph_.nodes[id].takes_all_of(types);
      if (demands && strictest != kNoNode) return kNoNode;
      if (demands) strictest = id;
    }
    const auto takes_no_more = [&](NodeId id) { return graph_.nodes[id].types == types; };
    if (strictest != kNoNode) return takes_no_more(strictest) ? strictest : kNoNode;
    const auto found = std::ranges::find_if(nodes, takes_no_more);
    return found == nodes.end() ? kNoNode : *found;
  }

  void add_conjunction(std::vector<NodeId> nodes, NodeId origin) {
    Node node;
    for (const NodeId id : nodes) {
      node.types &= graph_.nodes[id].types;
      node.constrained |= graph_.nodes[id].constrained;
    }
    node.constrained &= node.types;
    const Types numbers = node.types & kAnyNumber;
    if (numbers != 0) node.constrained |= static_cast<Types>(kAnyNumber & ~numbers);
    node.further = Further::kComposed;
    node.self = static_cast<NodeId>(graph_.nodes.size());
    GeneralConstraints constraints;
    constraints.all_of = std::move(nodes);
    node.general = append_to(graph_.generals, std::move(constraints));
    graph_.nodes.push_back(node);
    graph_.origins.push_back(Origin(graph_.origins[origin]));
  }

  Graph& graph_;
  std::size_t work_ = 0;
  std::map<std::vector<NodeId>, NodeId> conjunctions_;
};

}  // namespace

void merge_objects(Graph& graph) {
  ObjectMerger(graph).merge_all();
}

}  // namespace schemagate::json_schema
