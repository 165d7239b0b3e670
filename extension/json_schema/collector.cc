#include "extension/json_schema/collector.h"

#include <algorithm>

#include "extension/json_schema/describe.h"
#include "extension/json_schema/hash.h"
#include "extension/json_schema/pointer.h"

namespace schemagate::json_schema {
namespace {

std::vector<const EvaluationPath*> chain_to(const EvaluationPath& path) {
  std::vector<const EvaluationPath*> chain;
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent) chain.push_back(at);
  std::ranges::reverse(chain);
  return chain;
}

std::size_t instance_depth(const EvaluationPath& path) {
  std::size_t depth = 0;
  for (const EvaluationPath* at = &path; at != nullptr; at = at->parent)
    depth += at->step != EvaluationPath::Step::kSame ? 1u : 0u;
  return depth;
}

NodeId target_of(const Graph& graph, NodeId id) {
  while (graph.origins[id].alias_of != kNoNode) id = graph.origins[id].alias_of;
  return id;
}

std::string pointer_of(const Graph& graph, NodeId id) {
  const SchemaRef where = graph.origins[id].where;
  return pointer_to(graph.documents[where.document]->json, where.index);
}

// The pointer of `inner` below that of `outer`, which contains it.
std::string pointer_below(const Graph& graph, NodeId outer, NodeId inner) {
  const std::string base = pointer_of(graph, outer);
  const std::string whole = pointer_of(graph, inner);
  return whole.starts_with(base) ? whole.substr(base.size()) : whole;
}

// `depth` below the value that the alternatives are applied to.
Collector::Mismatch mismatch_of(Keyword keyword, std::size_t depth) {
  using enum Collector::Mismatch;
  if (depth == 0 && (keyword == Keyword::kType || keyword == Keyword::kFalse)) return kType;
  const bool is_value =
      (keyword == Keyword::kConst && depth <= 1) || (keyword == Keyword::kEnum && depth == 0);
  return is_value ? kValue : kNothing;
}

}  // namespace

std::string instance_pointer(const EvaluationPath& path) {
  std::string pointer;
  for (const EvaluationPath* at : chain_to(path)) {
    if (at->step == EvaluationPath::Step::kMember) append_token(pointer, at->name);
    if (at->step == EvaluationPath::Step::kElement) append_token(pointer, std::to_string(at->index));
  }
  return pointer;
}

std::string evaluation_path(const Graph& graph, const EvaluationPath& path) {
  std::string pointer;
  NodeId outer = graph.root;
  for (const EvaluationPath* at : chain_to(path)) {
    if (at->reference != Keyword::kFalse) {
      append_token(pointer, name_of(at->reference));
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
  const std::string base = pointer_to(document, resource.root.index);
  return resource.uri + "#" + pointer_to(document, origin.where.index).substr(base.size());
}

Collector::Collector(const Graph& graph, const EvaluationPath& base)
    : graph_(&graph), base_depth_(instance_depth(base)), is_probe_(true) {}

void Collector::weigh(Keyword keyword, const EvaluationPath& path) {
  mismatch_ = std::max(mismatch_, mismatch_of(keyword, instance_depth(path) - base_depth_));
  ++total_;
}

void Collector::add(const KeywordFailure& failure, const EvaluationPath& path) {
  Violation violation;
  violation.instance_pointer = instance_pointer(path);
  violation.keyword = name_of(failure.keyword);
  violation.schema_location = schema_location(*graph_, path.node);
  violation.evaluation_path = evaluation_path(*graph_, path);
  // A forbidden child's place is the schema `false` under the keyword; elsewhere the keyword is a member.
  if (!graph_->is_false(path.node)) {
    append_token(violation.schema_location, violation.keyword);
    append_token(violation.evaluation_path, violation.keyword);
  }
  describe(*graph_, failure, path, violation);
  ++total_;
  violations_.push_back(std::move(violation));
}

bool Collector::is_new(Keyword keyword, NodeId node, const void* value, std::string_view name) {
  constexpr std::size_t kSeenMax = 1 << 17;
  if (seen_.size() >= kSeenMax) seen_.clear();
  const std::uint64_t where =
      mix(reinterpret_cast<std::uintptr_t>(value),
          std::uint64_t{graph_->nodes[node].self} << 8 | static_cast<std::uint64_t>(keyword));
  return seen_.insert(mix(where, hash_bytes(name, 0))).second;
}

}  // namespace schemagate::json_schema
