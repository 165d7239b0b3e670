#include "extension/json_schema/evaluate/locations.h"

#include <algorithm>
#include <vector>

#include "a2a/json/pointer.h"

namespace schemagate::json_schema {
namespace {

std::vector<const EvaluationPath*> chain_to(const EvaluationPath& path) {
  std::vector<const EvaluationPath*> chain;
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent) chain.push_back(at);
  std::ranges::reverse(chain);
  return chain;
}

NodeId target_of(const Graph& graph, NodeId id) {
  while (graph.origins[id].alias_of != kNoNode) id = graph.origins[id].alias_of;
  return id;
}

std::string pointer_of(const Graph& graph, NodeId id) {
  const SchemaRef where = graph.origins[id].where;
  return a2a::json_pointer::pointer_to(graph.documents[where.document]->json, where.index);
}

// The pointer of `inner` below that of `outer`, which contains it.
std::string pointer_below(const Graph& graph, NodeId outer, NodeId inner) {
  const std::string base = pointer_of(graph, outer);
  const std::string whole = pointer_of(graph, inner);
  return whole.starts_with(base) ? whole.substr(base.size()) : whole;
}

}  // namespace

std::string instance_pointer(const EvaluationPath& path) {
  std::string pointer;
  for (const EvaluationPath* at : chain_to(path)) {
    if (at->step == EvaluationPath::Step::kMember || at->step == EvaluationPath::Step::kName)
      a2a::json_pointer::append_token(pointer, at->name);
    if (at->step == EvaluationPath::Step::kElement)
      a2a::json_pointer::append_token(pointer, std::to_string(at->index));
  }
  return pointer;
}

std::string evaluation_path(const Graph& graph, const EvaluationPath& path) {
  std::string pointer;
  NodeId outer = graph.root;
  for (const EvaluationPath* at : chain_to(path)) {
    if (at->reference != Keyword::kFalse) {
      a2a::json_pointer::append_token(pointer, name_of(at->reference));
    } else if (at->parent != nullptr) {
      pointer += pointer_below(graph, outer, at->node);
    }
    for (NodeId id = at->node; graph.origins[id].alias_of != kNoNode; id = graph.origins[id].alias_of)
      pointer += "/$ref";
    outer = target_of(graph, at->node);
  }
  return pointer;
}

std::string schema_location(const Graph& graph, NodeId id) {
  const Origin& origin = graph.origins[target_of(graph, id)];
  const Resource& resource = graph.resources[origin.resource];
  const a2a::JsonDocument& document = graph.documents[origin.where.document]->json;
  const std::string base = a2a::json_pointer::pointer_to(document, resource.root.index);
  return resource.uri + "#" + a2a::json_pointer::pointer_to(document, origin.where.index).substr(base.size());
}

}  // namespace schemagate::json_schema
