// The Compiler's search for members that tell the alternatives of `anyOf` and `oneOf` apart.
#include <algorithm>

#include "extension/json_schema/compile/compiler.h"

namespace schemagate::json_schema {
namespace {

// The constant string that a required member must be, nullopt when it may be absent or anything else.
std::optional<std::string_view> required_constant(const Graph& graph, const Property& property) {
  const NodeId id = property.required ? property.node : kNoNode;
  if (id == kNoNode || graph.nodes[id].general == kNone) return std::nullopt;
  for (const ValueSet& set : graph.generals[graph.nodes[id].general].values) {
    if (set.keyword == Keyword::kConst && set.types == kString) return set.strings.front();
  }
  return std::nullopt;
}

const ObjectConstraints* object_only(const Graph& graph, NodeId id) {
  const Node& node = graph.nodes[id];
  return node.object != kNone && node.types == kObject ? &graph.objects[node.object] : nullptr;
}

}  // namespace

Discriminator Compiler::build_discriminator(const std::vector<NodeId>& branches,
                                            std::string_view name) const {
  Discriminator discriminator{name, {}, {}};
  for (const NodeId branch : branches) {
    const ObjectConstraints* constraints = object_only(graph_, branch);
    const Property* property = constraints == nullptr ? nullptr : constraints->table.find(name);
    const auto constant = property == nullptr ? std::nullopt : required_constant(graph_, *property);
    if (constant && discriminator.branches.find(*constant) == nullptr) {
      discriminator.branches.add(*constant).node = branch;
    } else {
      discriminator.others.push_back(branch);
    }
  }
  return discriminator;
}

// The first member that tells two alternatives or more apart.
std::optional<Discriminator> Compiler::find_discriminator(const std::vector<NodeId>& branches) const {
  constexpr std::size_t kTriesMax = 8;
  std::vector<std::string_view> tried;
  for (const NodeId branch : branches) {
    const ObjectConstraints* constraints = object_only(graph_, branch);
    if (constraints == nullptr) continue;
    for (const Property& property : constraints->table.properties()) {
      if (!required_constant(graph_, property) || std::ranges::count(tried, property.name) > 0) continue;
      Discriminator found = build_discriminator(branches, property.name);
      if (found.branches.properties().size() > 1) return found;
      tried.push_back(property.name);
      if (tried.size() == kTriesMax) return std::nullopt;
    }
  }
  return std::nullopt;
}

void Compiler::add_discriminators() {
  for (GeneralConstraints& constraints : graph_.generals) {
    constraints.any_of_discriminator = find_discriminator(constraints.any_of);
    constraints.one_of_discriminator = find_discriminator(constraints.one_of);
  }
}

// Whether following `reference` without entering the node's resource leaves the dynamic scope as it would be:
// the resource binds no anchor but this one, and its own binding is where the reference leads by default.
bool Compiler::jumps_safely(const Node& node, const DynamicTarget& reference) const {
  if (reference.anchor == kNone) return false;
  if (!node.enters_scope) return true;
  const std::vector<Binding>& bindings = graph_.bindings[graph_.resource_of(node)];
  return bindings.size() == 1 && bindings.front().anchor == reference.anchor &&
         bindings.front().node == reference.node;
}

// A scalar that some branch of a lone `anyOf` takes by its type needs nothing further.
void Compiler::skip_types_of_any_of() {
  for (Node& node : graph_.nodes) {
    if (node.general == kNone) continue;
    GeneralConstraints& constraints = graph_.generals[node.general];
    for (const NodeId branch : constraints.any_of) {
      const Node& taken = graph_.nodes[branch];
      constraints.any_of_types |= static_cast<Types>(taken.types & ~taken.constrained);
    }
    const bool lone = constraints.references.empty() && constraints.values.empty() &&
                      constraints.all_of.empty() && constraints.one_of.empty() &&
                      constraints.negated == kNoNode && constraints.condition == kNoNode;
    if (!lone) continue;
    const Types numbers = node.number == kNone ? Types{0} : kAnyNumber;
    const Types strings = node.string == kNone ? Types{0} : kString;
    node.constrained &= static_cast<Types>(~constraints.any_of_types | kContainers | numbers | strings);
  }
}

// Dynamic references that stand alone are followed without the detour over their keywords.
void Compiler::mark_special() {
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    Node& node = graph_.nodes[id];
    const bool only_general = node.general != kNone && node.object == kNone && node.array == kNone &&
                              node.string == kNone && node.number == kNone;
    if (only_general && node.types == kAnyType && graph_.origins[id].alias_of == kNoNode) {
      const GeneralConstraints& constraints = graph_.generals[node.general];
      const bool only_reference = constraints.references.size() == 1 && constraints.values.empty() &&
                                  constraints.all_of.empty() && constraints.any_of.empty() &&
                                  constraints.one_of.empty() && constraints.negated == kNoNode &&
                                  constraints.condition == kNoNode;
      node.jumps = only_reference && jumps_safely(node, constraints.references.front());
    }
    node.special = node.enters_scope || node.unevaluated || node.jumps;
    if (node.special || node.general != kNone) node.further = Further::kComposed;
    if (only_general && !node.special && graph_.generals[node.general].only_values)
      node.further = Further::kValues;
    const Types numbers = node.types & kAnyNumber;
    if (numbers != 0) node.constrained |= static_cast<Types>(kAnyNumber & ~numbers);
  }
}

// The members of plain objects need no look at which keyword applies to them.
void Compiler::link_plain_objects() {
  for (ObjectConstraints& constraints : graph_.objects) {
    constraints.others =
        constraints.additional == kNoNode ? &kTakesAll : &graph_.nodes[constraints.additional];
    for (Property& property : constraints.table.properties())
      property.applied = property.node == kNoNode ? constraints.others : &graph_.nodes[property.node];
  }
  const Node& root = graph_.nodes[graph_.root];
  const bool only_object =
      (root.types & root.constrained & kObject) != 0 && root.further == Further::kTypeConstraints;
  if (only_object && graph_.objects[root.object].plain) graph_.plain_root = &graph_.objects[root.object];
}

}  // namespace schemagate::json_schema
