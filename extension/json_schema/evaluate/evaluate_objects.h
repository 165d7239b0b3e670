// Evaluator: the keywords of objects. Included by evaluate.h only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/values/member_lookup.h"
#include "extension/json_schema/values/name_view.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_objects(const ObjectConstraints& constraints, View value,
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
    const Property* known = declared.find(name, View::name_key(name, member));
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

// properties, patternProperties, additionalProperties where neither applies, and propertyNames.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_member(const ObjectConstraints& constraints, const Property* known,
                                          std::string_view name, View member, bool& is_evaluated, View object,
                                          Location location) {
  bool ok = true;
  if (known != nullptr && known->node != kNoNode) {
    is_evaluated = true;
    ok = check(known->node, member, nullptr, location.member(known->node, name));
  }
  if (is_decided(ok)) return false;
  ok = check_pattern_properties(constraints, name, member, is_evaluated, location) && ok;
  if (is_decided(ok)) return false;
  if (!is_evaluated && constraints.additional != kNoNode) {
    is_evaluated = true;
    ok = check_child(constraints.additional, constraints.additional_keyword, member, name, object,
                     location.member(constraints.additional, name)) &&
         ok;
  }
  if (constraints.names == kNoNode || is_decided(ok)) return ok;
  return check_property_names(constraints.names, name, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_pattern_properties(const ObjectConstraints& constraints,
                                                      std::string_view name, View member, bool& is_evaluated,
                                                      Location location) {
  bool ok = true;
  for (const PatternProperty& property : constraints.patterns) {
    if (!matches(property.pattern, name)) continue;
    is_evaluated = true;
    ok = check(property.node, member, nullptr, location.member(property.node, name)) && ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

// Names are no values of the instance: nothing annotates them.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_property_names(NodeId names, std::string_view name, Location location) {
  constexpr Mode kNameMode = kCollecting ? Mode::kCollect : Mode::kVerdict;
  using Names = Evaluator<NameView, kNameMode>;
  if constexpr (kCollecting) {
    return Names(graph_, context_, sink_)
        .check(names, NameView(name), nullptr, location.name_of_member(names, name));
  } else {
    return Names(graph_, context_).check(names, NameView(name), nullptr, Depth{location.depth + 1});
  }
}

// Some required member is missing: which one only a collector needs to know.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_required(const ObjectConstraints& constraints, View value,
                                            Location location) {
  if constexpr (kCollecting) {
    std::vector<std::string_view> present = member_names(value);
    std::ranges::sort(present);
    for (const Property& property : constraints.table.properties()) {
      if (!property.required || std::ranges::binary_search(present, property.name())) continue;
      fail(Keyword::kRequired, value, location, {.name = property.name(), .present = neighbours(value)});
    }
  }
  return false;
}

// dependentRequired, dependentSchemas, and dependencies, which is either.
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

// The members that no other keyword evaluated; afterwards all are.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unevaluated_properties(NodeId id, View value, EvaluatedSet& evaluated,
                                                          Location location) {
  if (id == kNoNode) return true;
  if constexpr (kMode == Mode::kAnnotate) note_unevaluated_properties(value, evaluated, location);
  bool ok = true;
  std::size_t position = 0;
  for (const auto& [name, member] : value.members()) {
    const std::size_t at = position++;
    if (evaluated.test(at)) continue;
    evaluated.set(at);
    ok = check_child(id, Keyword::kUnevaluatedProperties, member, name, value, location.member(id, name)) &&
         ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

}  // namespace schemagate::json_schema
