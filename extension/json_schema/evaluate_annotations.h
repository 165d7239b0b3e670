// Evaluator: annotations. Included by evaluator.h only.
#pragma once

#include "a2a/json/text.h"
#include "extension/json_schema/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::annotate(NodeId id, View value, Marks* marks, Spot spot) {
  const Node& node = nodes_[id];
  const std::size_t before = sink_->size();
  const Types type = value.type();
  const bool ok = (node.types & type) != 0 && run_.spend(1) && run_.allows(spot.depth) &&
                  check_composed(node, value, marks, spot);
  if (!ok) {
    sink_->drop_from(before);
    return false;
  }
  if (type == kObject && node.object != kNone) note_members(graph_.objects[node.object], value, spot);
  if (type == kArray && node.array != kNone) note_elements(graph_.arrays[node.array], value, spot);
  if (!sink_->add_own(spot, type)) run_.stop("annotations_max");
  return !run_.is_stopped();
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::note(Keyword keyword, std::string value, Spot spot) {
  const Dialect draft = graph_.resources[graph_.resource_of(nodes_[spot.node])].dialect.draft;
  if (draft == Dialect::kDraft7) return;  // its applicators do not annotate
  if (!sink_->add(spot, name_of(keyword), std::move(value))) run_.stop("annotations_max");
}

// The names that each keyword was applied to.
template <class View, Mode kMode>
void Evaluator<View, kMode>::note_members(const ObjectFacts& facts, View value, Spot spot) {
  std::string declared, matched, others;
  for (const auto& [name, member] : value.members()) {
    const Property* known = facts.table.find(name);
    const bool is_declared = known != nullptr && known->node != kNoNode;
    const bool is_matched = std::ranges::any_of(
        facts.patterns,
        [this, &name = name](const PatternProperty& property) { return matches(property.pattern, name); });
    if (is_declared) append_element(declared, name);
    if (is_matched) append_element(matched, name);
    if (!is_declared && !is_matched) append_element(others, name);
  }
  const bool declares = std::ranges::any_of(
      facts.table.properties(), [](const Property& property) { return property.node != kNoNode; });
  if (declares) note(Keyword::kProperties, '[' + declared + ']', spot);
  if (!facts.patterns.empty()) note(Keyword::kPatternProperties, '[' + matched + ']', spot);
  if (facts.additional != kNoNode) note(facts.additional_keyword, '[' + others + ']', spot);
}

// The last element that the prefix reached, or true for all; true for the rest.
template <class View, Mode kMode>
void Evaluator<View, kMode>::note_elements(const ArrayFacts& facts, View value, Spot spot) {
  const std::size_t size = value.size();
  const std::size_t prefix = facts.prefix.size();
  const bool list_form = facts.rest_keyword == Keyword::kAdditionalItems;
  if (prefix > 0 && size > 0) {
    note(list_form ? Keyword::kItems : Keyword::kPrefixItems,
         size <= prefix ? "true" : std::to_string(prefix - 1), spot);
  }
  if (facts.rest != kNoNode && size > prefix) note(facts.rest_keyword, "true", spot);
  if (facts.contains == kNoNode || !facts.contains_evaluates) return;
  std::string matched;
  std::size_t position = 0;
  for (const View element : value.elements()) {
    const std::size_t at = position++;
    if (!silent_check(facts.contains, element, spot.element(facts.contains, at))) continue;
    matched += (matched.empty() ? "" : ",") + std::to_string(at);
  }
  note(Keyword::kContains, '[' + matched + ']', spot);
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::note_unevaluated(const Node& node, View value, const Marks& own, Spot spot) {
  std::size_t position = 0;
  if (value.type() == kObject && node.object != kNone && graph_.objects[node.object].unevaluated != kNoNode) {
    std::string names;
    for (const auto& [name, member] : value.members()) {
      if (!own.test(position++)) append_element(names, name);
    }
    note(Keyword::kUnevaluatedProperties, '[' + names + ']', spot);
  }
  if (value.type() != kArray || node.array == kNone || graph_.arrays[node.array].unevaluated == kNoNode)
    return;
  while (position < value.size() && own.test(position)) ++position;
  if (position < value.size()) note(Keyword::kUnevaluatedItems, "true", spot);
}

template <class View, Mode kMode>
void Evaluator<View, kMode>::append_element(std::string& list, std::string_view name) {
  if (!list.empty()) list += ',';
  a2a::append_json_string(list, name);
}

}  // namespace schemagate::json_schema
