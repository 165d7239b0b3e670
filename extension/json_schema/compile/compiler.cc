#include "extension/json_schema/compile/compiler.h"

#include <utility>

#include "extension/json_schema/compile/branch_filters.h"
#include "extension/json_schema/compile/discriminators.h"
#include "extension/json_schema/compile/shortcuts.h"
#include "extension/json_schema/graph/in_place.h"

namespace schemagate::json_schema {

namespace {

using a2a::JsonValue;
using Failure = std::unexpected<SchemaProblem>;

// The value of a non-negative integral number, clamped to the range of size_t.
std::size_t clamped(std::string_view literal) {
  const Decimal decimal(literal);
  if (decimal.is_zero()) return 0;
  if (decimal.digits() + static_cast<std::size_t>(decimal.exponent()) > 18) return kUnbounded;
  std::size_t value = 0;
  for (std::size_t i = 0; i < decimal.digits(); ++i)
    value = value * 10 + static_cast<std::size_t>(decimal.digit(i) - '0');
  for (std::int64_t i = 0; i < decimal.exponent(); ++i) value *= 10;
  return value;
}

}  // namespace

a2a::Result<Graph, SchemaProblem> Compiler::compile(SchemaRef root, Scope scope) {
  scope_ = scope;
  graph_.root = request(root);
  if (scope == Scope::kDocument) {
    for (const SchemaRef where : loader_.subschemas_of_main()) intern(where);
  }
  for (bool grew = true; grew;) {
    if (auto built = build_all(); !built) return Failure(std::move(built.error()));
    request_dynamic_targets(grew);
  }
  bind_dynamic_anchors();
  if (auto loops = refuse_loops(); !loops) {
    if (auto wrong = found_wrong(std::move(loops.error())); !wrong) return Failure(std::move(wrong.error()));
  }
  if (!problems_.empty()) return Failure(problems_.front());
  replace_aliases();
  add_discriminators(graph_);
  add_shortcuts(graph_);
  add_branch_filters(graph_);
  graph_.limits = options_.limits;
  return std::move(graph_);
}

Compiler::Status Compiler::build_all() {
  while (!queue_.empty()) {
    const NodeId id = queue_.back();
    queue_.pop_back();
    auto built = build(id);
    if (built) continue;
    if (auto wrong = found_wrong(std::move(built.error())); !wrong) return wrong;
  }
  return {};
}

Compiler::Status Compiler::found_wrong(SchemaProblem problem) {
  constexpr std::size_t kProblemsMax = 8;
  if (scope_ == Scope::kReached) return Failure(std::move(problem));
  if (problems_.size() < kProblemsMax) problems_.push_back(std::move(problem));
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

NodeId Compiler::request_if(const SchemaKeywords& keywords, Keyword keyword) {
  return keywords.has(keyword) ? request(keywords.ref(keyword)) : kNoNode;
}

JsonValue Compiler::value_of(const SchemaKeywords& keywords, Keyword keyword) const {
  return loader_.value(keywords.ref(keyword));
}

std::string_view Compiler::text_of(const SchemaKeywords& keywords, Keyword keyword) const {
  return keywords.has(keyword) ? value_of(keywords, keyword).string().value_or("") : std::string_view();
}

Compiler::Status Compiler::read_count(const SchemaKeywords& keywords, Keyword keyword,
                                      std::size_t& out) const {
  if (!keywords.has(keyword)) return {};
  const JsonValue value = value_of(keywords, keyword);
  const bool usable = value.kind() == a2a::JsonKind::kNumber && Decimal(value.raw()).is_integer() &&
                      !Decimal(value.raw()).is_negative();
  if (!usable) return wrong_value(keywords, keyword);
  out = clamped(value.raw());
  return {};
}

GeneralConstraints& Compiler::general_of(Node& node) {
  if (node.general == kNone) node.general = append_to(graph_.generals, GeneralConstraints());
  node.constrained = kAnyType;
  return graph_.generals[node.general];
}

Failure Compiler::wrong_value(const SchemaKeywords& keywords, Keyword keyword) const {
  return problem(keywords.ref(keyword), keyword, "must be " + std::string(rule_of(keyword).value));
}

Failure Compiler::problem(SchemaRef at, Keyword keyword, std::string message) const {
  return Failure(loader_.problem(at, name_of(keyword), std::move(message)));
}

Compiler::Status Compiler::build(NodeId id) {
  using AddPart = Status (Compiler::*)(const SchemaKeywords& keywords, Node& node);
  static constexpr std::pair<Part, AddPart> kParts[] = {
      {Part::kValues, &Compiler::add_values},   {Part::kNumbers, &Compiler::add_numbers},
      {Part::kStrings, &Compiler::add_strings}, {Part::kArrays, &Compiler::add_arrays},
      {Part::kObjects, &Compiler::add_objects}, {Part::kReferences, &Compiler::add_references},
      {Part::kLogic, &Compiler::add_logic},
  };
  const Origin origin = graph_.origins[id];
  if (const auto& unusable = loader_.resource(origin.resource).unusable) return Failure(*unusable);
  const JsonValue schema = loader_.value(origin.where);
  if (!schema.is_object() && !schema.boolean())
    return Failure(loader_.problem(origin.where, "", "a schema is an object or a boolean"));
  Node node;
  node.self = id;
  if (schema.boolean()) {
    node.types = *schema.boolean() ? kAnyType : 0;
  } else {
    const ResourceDialect dialect = loader_.resource(origin.resource).dialect;
    const SchemaKeywords keywords(origin.where, schema, dialect);
    for (const auto& [part, add] : kParts) {
      if (!keywords.has(part)) continue;
      if (auto added = (this->*add)(keywords, node); !added) return added;
    }
    replace_unevaluated_properties(node);
    replace_unevaluated_items(node);
  }
  node.shared = graph_.nodes[id].shared;  // by now: parts may have led back here
  graph_.nodes[id] = node;
  return {};
}

bool Compiler::replace_unevaluated(NodeId& unevaluated, bool alone, NodeId& rest) {
  if (unevaluated == kNoNode || (!alone && rest == kNoNode)) return false;
  const bool replaces = rest == kNoNode;
  if (replaces) rest = unevaluated;
  unevaluated = kNoNode;
  return replaces;
}

// Resources whose dynamic anchors a reference may be bound to take part in the graph.
void Compiler::request_dynamic_targets(bool& grew) {
  const std::size_t before = graph_.nodes.size();
  const auto& declared = loader_.dynamic_anchors();
  for (; declarations_seen_ < declared.size(); ++declarations_seen_) {
    const DynamicAnchor& anchor = declared[declarations_seen_];
    declarations_[anchor.name].push_back(declarations_seen_);
    if (const auto wanted = dynamic_anchors_.find(anchor.name); wanted != dynamic_anchors_.end())
      bind(anchor, wanted->second);
  }
  for (const auto& [name, anchor] : std::exchange(new_dynamic_anchors_, {})) {
    for (const std::size_t declaration : declarations_[name]) bind(declared[declaration], anchor);
  }
  grew = graph_.nodes.size() != before;
}

void Compiler::bind(const DynamicAnchor& declaration, std::uint32_t anchor) {
  const auto [at, added] = bindings_.try_emplace({declaration.resource, anchor}, kNoNode);
  if (!added) return;
  at->second = request(declaration.where);
  entries_[at->second] = true;
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
  std::vector<NodeId> chain;
  for (NodeId id = 0; id < graph_.nodes.size(); ++id) {
    NodeId last = id;
    for (; targets[last] == kNoNode && next(last) != kNoNode; last = next(last)) chain.push_back(last);
    if (targets[last] != kNoNode) last = targets[last];
    for (const NodeId alias : chain) targets[alias] = last;
    chain.clear();
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
