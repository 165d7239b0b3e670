#include "extension/json_schema/compile/discriminators.h"

#include <algorithm>

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

Discriminator build_discriminator(const Graph& graph, const std::vector<NodeId>& branches,
                                  std::string_view name) {
  Discriminator discriminator{name, {}, {}};
  for (const NodeId branch : branches) {
    const ObjectConstraints* constraints = object_only(graph, branch);
    const Property* property = constraints == nullptr ? nullptr : constraints->table.find(name);
    const auto constant = property == nullptr ? std::nullopt : required_constant(graph, *property);
    if (constant && discriminator.branches.find(*constant) == nullptr) {
      discriminator.branches.add(*constant).node = branch;
    } else {
      discriminator.others.push_back(branch);
    }
  }
  return discriminator;
}

// The first member that tells two alternatives or more apart.
std::optional<Discriminator> find_discriminator(const Graph& graph, const std::vector<NodeId>& branches) {
  constexpr std::size_t kTriesMax = 8;
  std::vector<std::string_view> tried;
  for (const NodeId branch : branches) {
    const ObjectConstraints* constraints = object_only(graph, branch);
    if (constraints == nullptr) continue;
    for (const Property& property : constraints->table.properties()) {
      if (!required_constant(graph, property) || std::ranges::count(tried, property.name()) > 0) continue;
      Discriminator found = build_discriminator(graph, branches, property.name());
      if (found.branches.properties().size() > 1) {
        found.branches.index();
        return found;
      }
      tried.push_back(property.name());
      if (tried.size() == kTriesMax) return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

void add_discriminators(Graph& graph) {
  for (GeneralConstraints& constraints : graph.generals) {
    constraints.any_of_discriminator = find_discriminator(graph, constraints.any_of);
    constraints.one_of_discriminator = find_discriminator(graph, constraints.one_of);
  }
}

}  // namespace schemagate::json_schema
