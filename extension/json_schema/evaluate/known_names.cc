#include "extension/json_schema/evaluate/known_names.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "extension/json_schema/graph/in_place.h"

namespace schemagate::json_schema {
namespace {

std::span<const Property> properties_of(const Graph& graph, NodeId id) {
  const std::uint32_t object = graph.nodes[id].object;
  return object == kNone ? std::span<const Property>() : graph.objects[object].table.properties();
}

// A member that is only asked for, or forbidden, is not evaluated there.
void add_allowed(const Graph& graph, NodeId id, std::vector<std::string>& names) {
  for (const Property& property : properties_of(graph, id)) {
    if (names.size() == kKnownNamesMax) return;
    if (property.node == kNoNode || graph.is_false(property.node)) continue;
    if (std::ranges::find(names, property.name()) == names.end()) names.emplace_back(property.name());
  }
}

}  // namespace

std::vector<std::string> declared_names(const Graph& graph, NodeId id) {
  std::vector<std::string> names;
  for (const Property& property :
       properties_of(graph, id).first(std::min(properties_of(graph, id).size(), kKnownNamesMax)))
    names.emplace_back(property.name());
  return names;
}

std::vector<std::string> evaluated_names(const Graph& graph, NodeId id) {
  constexpr std::size_t kSchemasMax = 256;
  std::vector<std::string> names = declared_names(graph, id);
  std::vector<NodeId> schemas = {graph.nodes[id].self};
  for (std::size_t next = 0; next < schemas.size() && names.size() < kKnownNamesMax; ++next) {
    if (next > 0) add_allowed(graph, schemas[next], names);
    for (const NodeId target : evaluating_targets(graph, schemas[next])) {
      if (schemas.size() == kSchemasMax) break;
      const NodeId self = graph.nodes[target].self;  // behind references
      if (std::ranges::find(schemas, self) == schemas.end()) schemas.push_back(self);
    }
  }
  return names;
}

}  // namespace schemagate::json_schema
