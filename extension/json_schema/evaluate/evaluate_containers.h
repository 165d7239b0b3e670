// Evaluator: the keywords of arrays and objects. Included by evaluate.h only.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/values/member_lookup.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_unexpected(NodeId id, Keyword keyword, View child,
                                                     std::string_view name, View parent, Location location) {
  if constexpr (kCollecting) {
    if (graph_.is_false(id))
      return fail(keyword, child, location, {.name = name, .present = neighbours(parent)});
  }
  return check(id, child, nullptr, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_array(const ArrayConstraints& constraints, View value,
                                         EvaluatedSet* evaluated, Location location) {
  const std::size_t size = value.size();
  bool ok = true;
  if (size < constraints.min_items) ok = fail(Keyword::kMinItems, value, location, {.count = size});
  if (size > constraints.max_items) ok = fail(Keyword::kMaxItems, value, location, {.count = size});
  if (is_decided(ok)) return false;
  if (!constraints.prefix.empty() || constraints.rest != kNoNode)
    ok = check_elements(constraints, value, location) && ok;
  if (is_decided(ok)) return false;
  if (evaluated != nullptr)
    evaluated->set_first(constraints.rest != kNoNode ? size : std::min(size, constraints.prefix.size()));
  if (constraints.contains != kNoNode) ok = check_contains(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  return (!constraints.unique || check_unique(value, location)) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_elements(const ArrayConstraints& constraints, View value,
                                            Location location) {
  bool ok = true;
  std::size_t position = 0;
  const std::size_t prefix = constraints.prefix.size();
  const NodeId rest = constraints.rest;
  for (const View element : value.elements()) {
    const std::size_t at = position++;
    if (at < prefix) {
      ok =
          check(constraints.prefix[at], element, nullptr, location.element(constraints.prefix[at], at)) && ok;
    } else if (rest != kNoNode) {
      ok = check_unexpected(rest, constraints.rest_keyword, element, {}, value, location.element(rest, at)) &&
           ok;
    } else {
      break;
    }
    if (is_decided(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_contains(const ArrayConstraints& constraints, View value,
                                            EvaluatedSet* evaluated, Location location) {
  std::size_t found = 0;
  std::size_t position = 0;
  const bool all = kMode == Mode::kAnnotate || (evaluated != nullptr && constraints.contains_evaluates) ||
                   constraints.max_contains != kUnbounded;
  for (const View element : value.elements()) {
    if (check_quietly(constraints.contains, element, nullptr,
                      location.element(constraints.contains, position))) {
      ++found;
      if (evaluated != nullptr && constraints.contains_evaluates) evaluated->set(position);
    }
    ++position;
    if (!all && found >= constraints.min_contains) break;
  }
  if (found < constraints.min_contains) {
    const bool plain = constraints.min_contains == 1;
    return fail(plain ? Keyword::kContains : Keyword::kMinContains, value, location, {.count = found});
  }
  return found <= constraints.max_contains || fail(Keyword::kMaxContains, value, location, {.count = found});
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unique(View value, Location location) {
  if (value.size() < 2) return true;
  if (!context_.spend(value.size())) return false;
  const auto equal = find_equal_elements(value, context_);
  if (!equal) return !context_.is_stopped();
  if constexpr (kCollecting)
    return fail(Keyword::kUniqueItems, value, location, {.indices = {equal->first, equal->second}});
  return false;
}

// Most objects: declared members, required ones, and a rule for the others.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_plain_object(const ObjectConstraints& constraints, View value,
                                                Location location) {
  std::size_t required = constraints.required;
  PropertyCursor declared(constraints.table);
  for (const auto& [name, member] : value.members()) {
    const Node* applied = constraints.others;
    if (const Property* known = declared.find(name)) {
      required -= known->required ? 1 : 0;
      applied = known->applied;
    }
    if (!check(*applied, member, nullptr, Depth{location.depth + 1})) return false;
  }
  return required == 0;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_object(const ObjectConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location) {
  if constexpr (kMode == Mode::kVerdict) {
    if (constraints.plain && evaluated == nullptr) return check_plain_object(constraints, value, location);
  }
  return check_any_object(constraints, value, evaluated, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_object(const ObjectConstraints& constraints, View value,
                                              EvaluatedSet* evaluated, Location location) {
  const std::size_t size = value.size();
  bool ok = true;
  if (size < constraints.min_properties) ok = fail(Keyword::kMinProperties, value, location, {.count = size});
  if (size > constraints.max_properties) ok = fail(Keyword::kMaxProperties, value, location, {.count = size});
  if (is_decided(ok)) return false;
  std::size_t required = 0;
  std::size_t position = 0;
  PropertyCursor declared(constraints.table);
  for (const auto& [name, member] : value.members()) {
    const Property* known = declared.find(name);
    if (known != nullptr && known->required) ++required;
    bool is_evaluated = false;
    ok = check_member(constraints, known, name, member, is_evaluated, value, location) && ok;
    if (is_decided(ok)) return false;
    if (is_evaluated && evaluated != nullptr) evaluated->set(position);
    ++position;
  }
  if (required != constraints.required) ok = check_required(constraints, value, location);
  if (constraints.dependencies.empty() || is_decided(ok)) return ok;
  return check_dependencies(constraints, value, evaluated, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_member(const ObjectConstraints& constraints, const Property* known,
                                          std::string_view name, View member, bool& is_evaluated, View object,
                                          Location location) {
  bool ok = true;
  if (known != nullptr && known->node != kNoNode) {
    is_evaluated = true;
    ok = check(known->node, member, nullptr, location.member(known->node, name));
  }
  for (const PatternProperty& property : constraints.patterns) {
    if (is_decided(ok)) return false;
    if (!matches(property.pattern, name)) continue;
    is_evaluated = true;
    ok = check(property.node, member, nullptr, location.member(property.node, name)) && ok;
  }
  if (is_decided(ok)) return false;
  if (!is_evaluated && constraints.additional != kNoNode) {
    is_evaluated = true;
    ok = check_unexpected(constraints.additional, constraints.additional_keyword, member, name, object,
                          location.member(constraints.additional, name)) &&
         ok;
  }
  if (constraints.names == kNoNode || is_decided(ok)) return ok;
  return check_name(constraints.names, name, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_name(NodeId names, std::string_view name, Location location) {
  // Names are no values of the instance: nothing annotates them.
  constexpr Mode kNameMode = kCollecting ? Mode::kCollect : Mode::kVerdict;
  using Names = Evaluator<NameView, kNameMode>;
  if constexpr (kCollecting) {
    return Names(graph_, context_, sink_).check(names, NameView(name), nullptr, location.member(names, name));
  } else {
    return Names(graph_, context_).check(names, NameView(name), nullptr, Depth{location.depth + 1});
  }
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_required(const ObjectConstraints& constraints, View value,
                                            Location location) {
  if constexpr (kCollecting) {
    std::vector<std::string_view> present = member_names(value);
    std::ranges::sort(present);
    for (const Property& property : constraints.table.properties()) {
      if (!property.required || std::ranges::binary_search(present, property.name)) continue;
      fail(Keyword::kRequired, value, location, {.name = property.name, .present = neighbours(value)});
    }
  }
  return false;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_dependencies(const ObjectConstraints& constraints, View value,
                                                EvaluatedSet* evaluated, Location location) {
  bool ok = true;
  MemberLookup<View> members(value);
  for (const Dependency& dependency : constraints.dependencies) {
    if (!context_.spend(1 + value.size() / 16)) return false;
    if (!find_member(value, dependency.name)) continue;
    if (!context_.spend(dependency.required.size())) return false;
    for (const std::string_view name : dependency.required) {
      if (members.has(name)) continue;
      ok = fail(dependency.keyword, value, location, {.name = name, .present = {dependency.name}});
      if (is_decided(ok)) return false;
    }
    if (dependency.schema != kNoNode)
      ok = check(dependency.schema, value, evaluated, location.same(dependency.schema)) && ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unevaluated(const Node& node, View value, EvaluatedSet& own,
                                               Location location) {
  if constexpr (kMode == Mode::kAnnotate) note_unevaluated(node, value, own, location);
  bool ok = true;
  std::size_t position = 0;
  const auto visit = [this, &position, &own, value, location](NodeId id, Keyword keyword,
                                                              std::string_view name, View child) {
    const std::size_t at = position++;
    if (own.test(at)) return true;
    own.set(at);
    const bool element = name.data() == nullptr;
    return check_unexpected(id, keyword, child, name, value,
                            element ? location.element(id, at) : location.member(id, name));
  };
  const Types type = value.likely_type();
  if (type == kObject && node.object != kNone && graph_.objects[node.object].unevaluated != kNoNode) {
    const NodeId id = graph_.objects[node.object].unevaluated;
    for (const auto& [name, member] : value.members()) {
      ok = visit(id, Keyword::kUnevaluatedProperties, name, member) && ok;
      if (is_decided(ok)) return false;
    }
  }
  if (type == kArray && node.array != kNone && graph_.arrays[node.array].unevaluated != kNoNode) {
    const NodeId id = graph_.arrays[node.array].unevaluated;
    for (const View element : value.elements()) {
      ok = visit(id, Keyword::kUnevaluatedItems, {}, element) && ok;
      if (is_decided(ok)) return false;
    }
  }
  return ok;
}

}  // namespace schemagate::json_schema
