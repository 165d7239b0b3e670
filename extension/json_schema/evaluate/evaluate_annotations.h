// Evaluator: annotations (2020-12 core section 7.7). Included by evaluate.h only.
#pragma once

#include "a2a/json/text.h"
#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::annotate(NodeId id, View value, EvaluatedSet* evaluated, Location location) {
  const Node& node = nodes_[id];
  const std::size_t before = sink_->size();
  const Types type = value.type();
  const bool ok = (node.types & type) != 0 && context_.spend(1) && context_.allows(location.depth) &&
                  enter(node, value, evaluated, location);
  if (!ok) {
    sink_->drop_from(before);
    return false;
  }
  if (sink_->wants_integers()) {
    const bool by_value_only = type == kInteger && value.likely_type() == kAnyNumber;
    if (by_value_only && (node.types & kFraction) == 0) sink_->add_integer(value.identity());
    return true;
  }
  if (type == kObject && node.object != kNone) note_members(graph_.objects[node.object], value, location);
  if (type == kArray && node.array != kNone) note_elements(graph_.arrays[node.array], value, location);
  if (!sink_->add_own(location, type)) context_.stop("annotations_max");
  return !context_.is_stopped();
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::note(Keyword keyword, std::string value, Location location) {
  const Dialect draft = graph_.resources[graph_.resource_of(nodes_[location.node])].dialect.draft;
  if (draft == Dialect::kDraft7) return;  // its applicators do not annotate
  if (!sink_->add(location, name_of(keyword), std::move(value))) context_.stop("annotations_max");
}

// The names that each keyword was applied to.
template <class View, Mode kMode>
void Evaluator<View, kMode>::note_members(const ObjectConstraints& constraints, View value,
                                          Location location) {
  std::string declared, matched, others;
  for (const auto& [name, member] : value.members()) {
    const Property* known = constraints.table.find(name);
    const bool is_declared = known != nullptr && known->node != kNoNode;
    const bool is_matched = std::ranges::any_of(
        constraints.patterns,
        [this, &text = name](const PatternProperty& property) { return matches(property.pattern, text); });
    if (is_declared) append_element(declared, name);
    if (is_matched) append_element(matched, name);
    if (!is_declared && !is_matched) append_element(others, name);
  }
  const bool declares = std::ranges::any_of(
      constraints.table.properties(), [](const Property& property) { return property.node != kNoNode; });
  if (declares) note(Keyword::kProperties, '[' + declared + ']', location);
  if (!constraints.patterns.empty()) note(Keyword::kPatternProperties, '[' + matched + ']', location);
  if (constraints.additional != kNoNode) note(constraints.additional_keyword, '[' + others + ']', location);
}

// The last element that the prefix reached, or true for all; true for the rest.
template <class View, Mode kMode>
void Evaluator<View, kMode>::note_elements(const ArrayConstraints& constraints, View value,
                                           Location location) {
  const std::size_t size = value.size();
  const std::size_t prefix = constraints.prefix.size();
  const bool list_form = constraints.rest_keyword == Keyword::kAdditionalItems;
  if (prefix > 0 && size > 0) {
    note(list_form ? Keyword::kItems : Keyword::kPrefixItems,
         size <= prefix ? "true" : std::to_string(prefix - 1), location);
  }
  if (constraints.rest != kNoNode && size > prefix) note(constraints.rest_keyword, "true", location);
  if (constraints.contains == kNoNode || !constraints.contains_evaluates) return;
  std::string matched;
  std::size_t position = 0;
  for (const View element : value.elements()) {
    const std::size_t at = position++;
    if (!check_verdict(constraints.contains, element, location.element(constraints.contains, at))) continue;
    matched += (matched.empty() ? "" : ",") + std::to_string(at);
  }
  note(Keyword::kContains, '[' + matched + ']', location);
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::note_unevaluated_properties(View value, const EvaluatedSet& evaluated,
                                                         Location location) {
  std::string names;
  std::size_t position = 0;
  for (const auto& [name, member] : value.members()) {
    if (!evaluated.test(position++)) append_element(names, name);
  }
  note(Keyword::kUnevaluatedProperties, '[' + names + ']', location);
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::note_unevaluated_items(View value, const EvaluatedSet& evaluated,
                                                    Location location) {
  std::size_t position = 0;
  while (position < value.size() && evaluated.test(position)) ++position;
  if (position < value.size()) note(Keyword::kUnevaluatedItems, "true", location);
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::append_element(std::string& list, std::string_view name) {
  if (!list.empty()) list += ',';
  a2a::append_json_string(list, name);
}

}  // namespace schemagate::json_schema
