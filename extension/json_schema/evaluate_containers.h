// Evaluator: the keywords of arrays and objects. Included by evaluator.h only.
#pragma once

#include "extension/json_schema/evaluator.h"
#include "extension/json_schema/member_lookup.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_surplus(NodeId id, Keyword keyword, View child,
                                                  std::string_view name, View parent, Spot spot) {
  if constexpr (kCollecting) {
    if (graph_.is_false(id)) return fail(keyword, child, spot, {.name = name, .present = neighbours(parent)});
  }
  return check(id, child, nullptr, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_array(const ArrayFacts& facts, View value, Marks* marks, Spot spot) {
  const std::size_t size = value.size();
  bool ok = true;
  if (size < facts.min_items) ok = fail(Keyword::kMinItems, value, spot, {.count = size});
  if (size > facts.max_items) ok = fail(Keyword::kMaxItems, value, spot, {.count = size});
  if (settled(ok)) return false;
  if (!facts.prefix.empty() || facts.rest != kNoNode) ok = check_elements(facts, value, spot) && ok;
  if (settled(ok)) return false;
  if (marks != nullptr) marks->set_first(facts.rest != kNoNode ? size : std::min(size, facts.prefix.size()));
  if (facts.contains != kNoNode) ok = check_contains(facts, value, marks, spot) && ok;
  if (settled(ok)) return false;
  return (!facts.unique || check_unique(value, spot)) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_elements(const ArrayFacts& facts, View value, Spot spot) {
  bool ok = true;
  std::size_t position = 0;
  const std::size_t prefix = facts.prefix.size();
  const NodeId rest = facts.rest;
  for (const View element : value.elements()) {
    const std::size_t at = position++;
    if (at < prefix) {
      ok = check(facts.prefix[at], element, nullptr, spot.element(facts.prefix[at], at)) && ok;
    } else if (rest != kNoNode) {
      ok = check_surplus(rest, facts.rest_keyword, element, {}, value, spot.element(rest, at)) && ok;
    } else {
      break;
    }
    if (settled(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_contains(const ArrayFacts& facts, View value, Marks* marks, Spot spot) {
  std::size_t found = 0;
  std::size_t position = 0;
  const bool all = kMode == Mode::kAnnotate || (marks != nullptr && facts.contains_evaluates) ||
                   facts.max_contains != kUnbounded;
  for (const View element : value.elements()) {
    if (quick_check(facts.contains, element, nullptr, spot.element(facts.contains, position))) {
      ++found;
      if (marks != nullptr && facts.contains_evaluates) marks->set(position);
    }
    ++position;
    if (!all && found >= facts.min_contains) break;
  }
  if (found < facts.min_contains) {
    const bool plain = facts.min_contains == 1;
    return fail(plain ? Keyword::kContains : Keyword::kMinContains, value, spot, {.count = found});
  }
  return found <= facts.max_contains || fail(Keyword::kMaxContains, value, spot, {.count = found});
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unique(View value, Spot spot) {
  if (value.size() < 2) return true;
  if (!run_.spend(value.size())) return false;
  const auto twins = find_equal_elements(value, run_);
  if (!twins) return !run_.is_stopped();
  if constexpr (kCollecting)
    return fail(Keyword::kUniqueItems, value, spot, {.indices = {twins->first, twins->second}});
  return false;
}

// Most objects: declared members, required ones, and a rule for the others.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_plain_object(const ObjectFacts& facts, View value, Spot spot) {
  std::size_t required = facts.required;
  PropertyCursor declared(facts.table);
  for (const auto& [name, member] : value.members()) {
    const Node* applied = facts.others;
    if (const Property* known = declared.find(name)) {
      required -= known->required ? 1 : 0;
      applied = known->applied;
    }
    if (!check(*applied, member, nullptr, Depth{spot.depth + 1})) return false;
  }
  return required == 0;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_object(const ObjectFacts& facts, View value, Marks* marks, Spot spot) {
  if constexpr (kMode == Mode::kVerdict) {
    if (facts.plain && marks == nullptr) return check_plain_object(facts, value, spot);
  }
  return check_any_object(facts, value, marks, spot);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_any_object(const ObjectFacts& facts, View value, Marks* marks, Spot spot) {
  const std::size_t size = value.size();
  bool ok = true;
  if (size < facts.min_properties) ok = fail(Keyword::kMinProperties, value, spot, {.count = size});
  if (size > facts.max_properties) ok = fail(Keyword::kMaxProperties, value, spot, {.count = size});
  if (settled(ok)) return false;
  std::size_t required = 0;
  std::size_t position = 0;
  PropertyCursor declared(facts.table);
  for (const auto& [name, member] : value.members()) {
    const Property* known = declared.find(name);
    if (known != nullptr && known->required) ++required;
    bool evaluated = false;
    ok = check_member(facts, known, name, member, evaluated, value, spot) && ok;
    if (settled(ok)) return false;
    if (evaluated && marks != nullptr) marks->set(position);
    ++position;
  }
  if (required != facts.required) ok = check_required(facts, value, spot);
  if (facts.dependencies.empty() || settled(ok)) return ok;
  return check_dependencies(facts, value, marks, spot) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_member(const ObjectFacts& facts, const Property* known,
                                          std::string_view name, View member, bool& evaluated, View object,
                                          Spot spot) {
  bool ok = true;
  if (known != nullptr && known->node != kNoNode) {
    evaluated = true;
    ok = check(known->node, member, nullptr, spot.member(known->node, name));
  }
  for (const PatternProperty& property : facts.patterns) {
    if (settled(ok)) return false;
    if (!matches(property.pattern, name)) continue;
    evaluated = true;
    ok = check(property.node, member, nullptr, spot.member(property.node, name)) && ok;
  }
  if (settled(ok)) return false;
  if (!evaluated && facts.additional != kNoNode) {
    evaluated = true;
    ok = check_surplus(facts.additional, facts.additional_keyword, member, name, object,
                       spot.member(facts.additional, name)) &&
         ok;
  }
  if (facts.names == kNoNode || settled(ok)) return ok;
  return check_name(facts.names, name, spot) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_name(NodeId names, std::string_view name, Spot spot) {
  // Names are no values of the instance: nothing annotates them.
  constexpr Mode kNameMode = kCollecting ? Mode::kCollect : Mode::kVerdict;
  using Names = Evaluator<NameView, kNameMode>;
  if constexpr (kCollecting) {
    return Names(graph_, run_, sink_).check(names, NameView(name), nullptr, spot.member(names, name));
  } else {
    return Names(graph_, run_).check(names, NameView(name), nullptr, Depth{spot.depth + 1});
  }
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_required(const ObjectFacts& facts, View value, Spot spot) {
  if constexpr (kCollecting) {
    std::vector<std::string_view> present = member_names(value);
    std::ranges::sort(present);
    for (const Property& property : facts.table.properties()) {
      if (!property.required || std::ranges::binary_search(present, property.name)) continue;
      fail(Keyword::kRequired, value, spot, {.name = property.name, .present = neighbours(value)});
    }
  }
  return false;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_dependencies(const ObjectFacts& facts, View value, Marks* marks,
                                                Spot spot) {
  bool ok = true;
  MemberLookup<View> members(value);
  for (const Dependency& dependency : facts.dependencies) {
    if (!run_.spend(1 + value.size() / 16)) return false;
    if (!find_member(value, dependency.name)) continue;
    if (!run_.spend(dependency.required.size())) return false;
    for (const std::string_view name : dependency.required) {
      if (members.has(name)) continue;
      ok = fail(dependency.keyword, value, spot, {.name = name, .present = {dependency.name}});
      if (settled(ok)) return false;
    }
    if (dependency.schema != kNoNode)
      ok = check(dependency.schema, value, marks, spot.same(dependency.schema)) && ok;
    if (settled(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unevaluated(const Node& node, View value, Marks& own, Spot spot) {
  if constexpr (kMode == Mode::kAnnotate) note_unevaluated(node, value, own, spot);
  bool ok = true;
  std::size_t position = 0;
  const auto visit = [this, &position, &own, value, spot](NodeId id, Keyword keyword, std::string_view name,
                                                          View child) {
    const std::size_t at = position++;
    if (own.test(at)) return true;
    own.set(at);
    const bool element = name.data() == nullptr;
    return check_surplus(id, keyword, child, name, value,
                         element ? spot.element(id, at) : spot.member(id, name));
  };
  const Types type = value.likely_type();
  if (type == kObject && node.object != kNone && graph_.objects[node.object].unevaluated != kNoNode) {
    const NodeId id = graph_.objects[node.object].unevaluated;
    for (const auto& [name, member] : value.members()) {
      ok = visit(id, Keyword::kUnevaluatedProperties, name, member) && ok;
      if (settled(ok)) return false;
    }
  }
  if (type == kArray && node.array != kNone && graph_.arrays[node.array].unevaluated != kNoNode) {
    const NodeId id = graph_.arrays[node.array].unevaluated;
    for (const View element : value.elements()) {
      ok = visit(id, Keyword::kUnevaluatedItems, {}, element) && ok;
      if (settled(ok)) return false;
    }
  }
  return ok;
}

}  // namespace schemagate::json_schema
