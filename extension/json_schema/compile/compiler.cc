#include "extension/json_schema/compile/compiler.h"

#include <algorithm>

#include "extension/json_schema/compile/in_place.h"

namespace schemagate::json_schema {

using Failure = std::unexpected<SchemaProblem>;

a2a::Result<Graph, SchemaProblem> Compiler::compile(SchemaRef root) {
  graph_.root = request(root);
  for (const SchemaRef where : loader_.subschemas_of_main()) intern(where);
  for (bool grew = true; grew;) {
    if (auto built = build_all(); !built) return Failure(std::move(built.error()));
    if (auto requested = request_dynamic_targets(grew); !requested)
      return Failure(std::move(requested.error()));
  }
  bind_dynamic_anchors();
  if (auto loops = refuse_loops(); !loops) return Failure(std::move(loops.error()));
  replace_aliases();
  skip_types_of_any_of();
  mark_special();
  link_plain_objects();
  add_discriminators();
  graph_.limits = options_.limits;
  return std::move(graph_);
}

Compiler::Status Compiler::build_all() {
  while (!queue_.empty()) {
    const NodeId id = queue_.back();
    queue_.pop_back();
    if (auto built = build(id); !built) return built;
  }
  return {};
}

NodeId Compiler::intern(SchemaRef where) {
  const auto [at, added] = nodes_by_ref_.try_emplace(where.key(), static_cast<NodeId>(graph_.nodes.size()));
  if (added) {
    graph_.nodes.emplace_back();
    graph_.origins.push_back({where, loader_.owner_of(where)});
    queue_.push_back(at->second);
    requests_.push_back(0);
    entries_.push_back(loader_.resource(loader_.owner_of(where)).root == where);
  }
  return at->second;
}

NodeId Compiler::request(SchemaRef where) {
  const NodeId id = intern(where);
  graph_.nodes[id].shared = ++requests_[id] > 1;
  return id;
}

std::vector<NodeId> Compiler::request_elements(a2a::JsonValue array, std::uint32_t document) {
  std::vector<NodeId> nodes;
  nodes.reserve(array.size());
  for (const a2a::JsonValue element : array.elements()) nodes.push_back(request({document, element.index()}));
  return nodes;
}

NodeId Compiler::request_if(const Keywords& keywords, Keyword keyword) {
  return keywords.has(keyword) ? request(keywords.ref(keyword)) : kNoNode;
}

std::unexpected<SchemaProblem> Compiler::bad(SchemaRef at, Keyword keyword, std::string expected) const {
  return Failure(loader_.problem(at, name_of(keyword), std::move(expected)));
}

Compiler::Keywords Compiler::read_keywords(SchemaRef where, const ResourceDialect& dialect) const {
  Keywords keywords;
  keywords.document = where.document;
  const a2a::JsonValue schema = loader_.value(where);
  if (dialect.draft == Dialect::kDraft7) {
    if (const auto reference = schema.find("$ref")) {
      keywords[Keyword::kRef] = reference->index();
      keywords.count = 1;
      return keywords;
    }
  }
  for (const auto& [name, value] : schema.members()) {
    const KeywordRule* rule = find_keyword(name);
    if (rule == nullptr || !rule->applies_in(dialect)) continue;
    keywords[rule->keyword] = value.index();
    ++keywords.count;
  }
  return keywords;
}

Compiler::Status Compiler::build(NodeId id) {
  const Origin origin = graph_.origins[id];
  const a2a::JsonValue schema = loader_.value(origin.where);
  Node node = graph_.nodes[id];
  node.self = id;
  if (const auto allowed = schema.boolean()) {
    node.types = *allowed ? kAnyType : 0;
    graph_.nodes[id] = node;
    return {};
  }
  if (!schema.is_object()) {
    return Failure(loader_.problem(origin.where, "", "a schema is an object or a boolean"));
  }
  const ResourceDialect dialect = loader_.resource(origin.resource).dialect;
  const Keywords keywords = read_keywords(origin.where, dialect);
  Status status = add_types(keywords, node);
  if (status) status = add_number(keywords, node);
  if (status) status = add_string(keywords, node, dialect);
  if (status) status = add_array(keywords, node, dialect);
  if (status) status = add_object(keywords, node);
  if (status) status = add_general(keywords, node, id, origin.resource);
  if (!status) return status;
  replace_unevaluated(node);
  node.shared = graph_.nodes[id].shared;
  graph_.nodes[id] = node;
  return {};
}

Compiler::Status Compiler::add_reference(const Keywords& keywords, Keyword keyword, ResourceId resource,
                                         GeneralConstraints& constraints) {
  if (!keywords.has(keyword)) return {};
  const SchemaRef at = keywords.ref(keyword);
  const auto text = loader_.value(at).string();
  if (!text) return bad(at, keyword, "must be a URI reference");
  auto target = loader_.resolve(at, keyword, resource, *text);
  if (!target) return Failure(std::move(target.error()));
  DynamicTarget reference{kNone, keyword, request(target->where)};
  entries_[reference.node] = true;
  std::string anchor = std::move(target->dynamic_anchor);
  bool dynamic = keyword == Keyword::kDynamicRef && !anchor.empty();
  if (keyword == Keyword::kRecursiveRef) {
    const auto recursive = loader_.find_anchor(target->resource, Loader::kRecursive);
    dynamic = recursive && recursive->where == target->where;
    anchor = Loader::kRecursive;
  }
  if (dynamic) {
    const auto next = static_cast<std::uint32_t>(dynamic_anchors_.size());
    reference.anchor = dynamic_anchors_.try_emplace(std::move(anchor), next).first->second;
  }
  constraints.references.push_back(reference);
  return {};
}

// Resources whose dynamic anchors a reference may be bound to take part in the graph.
Compiler::Status Compiler::request_dynamic_targets(bool& grew) {
  const std::size_t before = graph_.nodes.size();
  for (const auto& [name, anchor] : dynamic_anchors_) {
    for (ResourceId id = 0; id < loader_.resources().size(); ++id) {
      const auto found = loader_.find_anchor(id, name);
      if (!found || !found->dynamic || bindings_.contains({id, anchor})) continue;
      const NodeId node = request(found->where);
      entries_[node] = true;
      bindings_[{id, anchor}] = node;
    }
  }
  grew = graph_.nodes.size() != before;
  return {};
}

// An anchor that one resource alone declares needs no search at run time.
void Compiler::bind_dynamic_anchors() {
  std::vector<std::size_t> declared(dynamic_anchors_.size());
  for (const auto& [key, node] : bindings_) ++declared[key.second];
  for (GeneralConstraints& constraints : graph_.generals) {
    for (DynamicTarget& reference : constraints.references) {
      if (reference.anchor != kNone && declared[reference.anchor] < 2) reference.anchor = kNone;
    }
  }
  graph_.bindings.resize(loader_.resources().size());
  for (const auto& [key, node] : bindings_) {
    if (declared[key.second] >= 2) graph_.bindings[key.first].push_back({key.second, node});
  }
  graph_.dynamic_anchors = static_cast<std::uint32_t>(dynamic_anchors_.size());
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    graph_.nodes[id].enters_scope = entries_[id] && !graph_.bindings[graph_.origins[id].resource].empty();
  }
}

// Depth-first over the keywords that apply to the same instance value.
Compiler::Status Compiler::refuse_loops() const {
  enum class Progress : std::uint8_t { kNew, kOpen, kDone };
  struct Visit {
    NodeId node;
    std::vector<NodeId> targets;
    std::size_t next = 0;
  };
  std::vector<Progress> progress(graph_.nodes.size(), Progress::kNew);
  std::vector<Visit> stack;
  for (NodeId start = 0; start < graph_.nodes.size(); ++start) {
    if (progress[start] == Progress::kNew) stack.push_back({start, in_place_targets(graph_, start)});
    while (!stack.empty()) {
      Visit& visit = stack.back();
      progress[visit.node] = visit.next == visit.targets.size() ? Progress::kDone : Progress::kOpen;
      if (progress[visit.node] == Progress::kDone) {
        stack.pop_back();
        continue;
      }
      const NodeId target = visit.targets[visit.next++];
      if (progress[target] == Progress::kOpen) {
        return Failure(loader_.problem(graph_.origins[target].where, "$ref",
                                       "the schema refers to itself without descending into the instance"));
      }
      if (progress[target] == Progress::kNew) stack.push_back({target, in_place_targets(graph_, target)});
    }
  }
  return {};
}

// A node that is nothing but a reference becomes a copy of its target.
void Compiler::replace_aliases() {
  const auto next = [this](NodeId id) {
    const NodeId target = graph_.origins[id].alias_of;
    if (target == kNoNode) return kNoNode;
    const GeneralConstraints& constraints = graph_.generals[graph_.nodes[id].general];
    const bool moves_scope =
        graph_.nodes[id].enters_scope && graph_.origins[id].resource != graph_.origins[target].resource;
    return constraints.references.front().anchor == kNone && !moves_scope ? target : kNoNode;
  };
  std::vector<NodeId> targets(graph_.nodes.size(), kNoNode);
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    for (NodeId target = next(id); target != kNoNode; target = next(target)) targets[id] = target;
  }
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    if (next(id) == kNoNode) graph_.origins[id].alias_of = kNoNode;
  }
  // Whoever asked for the alias asks for its target instead.
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    if (targets[id] != kNoNode && requests_[id] > 1) requests_[targets[id]] += requests_[id] - 1;
  }
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    const NodeId target = targets[id];
    if (target == kNoNode) continue;
    graph_.nodes[target].shared = requests_[target] > 1;
    graph_.nodes[id] = graph_.nodes[target];
  }
}

}  // namespace schemagate::json_schema
