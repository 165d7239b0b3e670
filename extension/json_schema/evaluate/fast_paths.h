// Evaluator: what most values of most schemas need, tried before the plain keywords. Included by evaluate.h
// only.
//
// Each function answers the common cases by a few comparisons and leaves the rest, every violation included,
// to the plain one that its comment names. None knows more than that one: take this file away, call
// check_node() in Evaluator::check(), and all verdicts stay. Nothing is collected here, so whoever explains
// an instance goes the plain way; the tests hold the two against each other (json_schema_suite,
// Metamorphic.AllWaysToAskAgree, the fuzzers).
//
// What they go by are the members under "Shortcuts" in graph/graph.h.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// check() of the root. Saves a small object a call.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_root(View value) {
  const bool is_plain = graph_.plain_root != nullptr && value.likely_type() == kObject;
  if (is_plain)
    return context_.spend_first(1 + value.child_count()) && fast_members(*graph_.plain_root, value, Depth());
  return check(graph_.stand_in_of_root, value, nullptr, Depth());
}

// check_node(). Most nodes have constraints of types and nothing else. Calls nothing that it does not end
// with, so that it needs no frame.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_check(const Node& node, View value, EvaluatedSet* evaluated,
                                        Location location) {
  const Types type = value.likely_type();
  if (node.further == Further::kTypeConstraints) {
    if (type == kString) return fast_string(graph_.strings[node.string], value, location);
    if (type == kInteger) return fast_integer(graph_.numbers[node.number], value, location);
    if ((node.plain & type) != 0 && evaluated == nullptr) return fast_plain(node, value, location);
  }
  if (type == kAnyNumber) return fast_literal(node, value, evaluated, location);
  if (node.further == Further::kValues) return fast_values(graph_.generals[node.general], value, location);
  return fast_container(node, value, evaluated, location);
}

// check_node() of a number of which only the literal says if it is integral.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_literal(const Node& node, View value, EvaluatedSet* evaluated,
                                          Location location) {
  const bool takes_both = (node.types & kAnyNumber) == kAnyNumber;
  if (!takes_both || node.further != Further::kTypeConstraints)
    return check_node(node, value, evaluated, location);
  return node.number == kNone || fast_fraction(graph_.numbers[node.number], value, location);
}

// check_node() of what is no leaf. An array or object whose node has constraints of its type only needs no
// look at dynamic scope, unevaluated children or general keywords.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_container(const Node& node, View value, EvaluatedSet* evaluated,
                                            Location location) {
  if (!context_.spend(1 + value.size()) || !context_.allows(location.depth)) return false;
  const bool is_cached = node.shared && context_.caches_results();
  if (node.further == Further::kTypeConstraints && !is_cached)
    return check_type_constraints(node, value, evaluated, location);
  return fast_composed(node, value, evaluated, location);
}

// fast_container() of an array or object that is plain for the node.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_plain(const Node& node, View value, Location location) {
  if (!context_.spend(1 + value.child_count()) || !context_.allows(location.depth)) return false;
  const bool is_cached = node.shared && context_.caches_results();
  if (is_cached) return check_cached(node, value, nullptr, location);
  return value.likely_type() == kObject ? fast_object(graph_.objects[node.object], value, location)
                                        : fast_array(graph_.arrays[node.array], value, location);
}

// check() of a member that is an array or object: mostly a plain one.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_child(const Node& node, View value, Location location) {
  return (node.plain & value.likely_type()) != 0 ? fast_plain(node, value, location)
                                                 : check(node, value, nullptr, location);
}

// The rest of check_node(). A node that is nothing but a dynamic reference is its target, one that has
// nothing but a single branch is that branch.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_composed(const Node& node, View value, EvaluatedSet* evaluated,
                                           Location location) {
  if (node.further == Further::kJump) {
    const NodeId target = target_of(graph_.generals[node.general].references[0]);
    return check(target, value, evaluated, location.same(target));
  }
  if (node.shared && context_.caches_results()) return check_cached(node, value, evaluated, location);
  if (const NodeId stand_in = stand_in_for(node); stand_in != kNoNode && evaluated == nullptr)
    return fast_stand_in(nodes_[stand_in], value, location);
  if (node.special) return enter(node, value, evaluated, location);
  if (node.general == kNone) return apply_keywords(node, value, evaluated, location);
  const GeneralConstraints& constraints = graph_.generals[node.general];
  const NodeId only = constraints.only_branch;
  if (only != kNoNode) return check(only, value, evaluated, location.same(only));
  if (constraints.merged.object != kNone && evaluated == nullptr && value.likely_type() == kObject)
    return fast_merged(constraints, value, location);
  if (constraints.only_any_of)
    return context_.spend(constraints.any_of.size()) && fast_any_of(constraints, value, evaluated, location);
  if (constraints.only_one_of)
    return context_.spend(constraints.one_of.size()) && fast_one_of(constraints, value, evaluated, location);
  return evaluated == nullptr ? fast_keywords(node, value, location)
                              : apply_keywords(node, value, evaluated, location);
}

// check() of a node that stands for another one, which has spent the steps of the value's children.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_stand_in(const Node& node, View value, Location location) {
  const Types type = value.likely_type();
  if ((type & kContainers) == 0) return check(node, value, nullptr, location);
  if ((node.types & type) == 0) return false;
  return (node.constrained & type) == 0 || check_type_constraints(node, value, nullptr, location);
}

// check_numbers() of an integer. An int64 is compared with bounds of its kind.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_integer(const NumberConstraints& constraints, View value,
                                          Location location) {
  return surely_within(constraints, value) || check_numbers(constraints, value, location);
}

// check_numbers() of any other number. Mostly the digits before its point suffice; and its nearest double is
// on the same side of a bound unless it is the bound's.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_fraction(const NumberConstraints& constraints, View value,
                                           Location location) {
  if (!constraints.only_bounds) return check_numbers(constraints, value, location);
  const Number number = value.number();
  if (constraints.int64_bounds && number.is_surely_within(constraints.low, constraints.high))
    return context_.spend(number.literal_size() / 8);
  const double nearest = number.nearest();
  if (nearest > constraints.low_nearest && nearest < constraints.high_nearest)
    return context_.spend(number.literal_size() / 8);
  return check_numbers(constraints, value, location);
}

// check_strings(). Most strings fit without a count of their code points.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_string(const StringConstraints& constraints, View value,
                                         Location location) {
  const std::string_view text = value.string();
  const bool fits = surely_fits(constraints, text);
  if (fits && constraints.only_bounds) return true;
  if (fits && !constraints.more_than_pattern) return matches(constraints.pattern, text);
  return check_strings(constraints, value, location);
}

// check_values(). Mostly one short string among few.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_values(const GeneralConstraints& constraints, View value,
                                         Location location) {
  if (constraints.few_strings && value.likely_type() == kString) {
    const std::string_view text = value.string();
    if (text.size() <= kShortText && is_short_one_of(constraints.values.front().strings, text)) return true;
  }
  return fast_scalar(constraints, value, location);
}

// check_values(). Scalars of one set are found without a hash of their value.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_scalar(const GeneralConstraints& constraints, View value,
                                         Location location) {
  const bool found = constraints.values.size() == 1 && is_scalar_of(constraints.values.front(), value);
  return found || check_values(constraints, value, location);
}

// Whether `set` has that scalar; false where only a comparison tells.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::is_scalar_of(const ValueSet& set, View value) {
  switch (value.likely_type()) {
    case kString:
      return set.texts != nullptr && set.texts->find(value.string()) != nullptr;
    case kInteger: {
      const Number number = value.number();
      return number.is_int64() && std::ranges::binary_search(set.integers, number.integer());
    }
    case kBoolean:
      return value.boolean() ? set.has_true : set.has_false;
    case kNull:
      return (set.types & kNull) != 0;
    default:
      return false;
  }
}

// check_objects(), of which this is all when only properties, required and additionalProperties are there.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_object(const ObjectConstraints& constraints, View value,
                                                Location location) {
  return constraints.by_index ? fast_known_object(constraints, value, location)
                              : fast_sifted_object(constraints, value, location);
}

// check() of a member that is an array or object, where the types of its children suffice; false where they
// do not. Costs no step: whoever looks at the member has spent it.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::passes_by_children(const Stopping& stopping, View member) {
  if ((stopping.values & Stopping::kEveryContainer) != 0) return false;
  const bool is_array = member.likely_type() == kArray;
  return !member.has_children_of(is_array ? stopping.elements : stopping.members);
}

// check() of a member to which `known` applies.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_member(const Property& known, View member, Location location) {
  const Types type = member.likely_type();
  if ((type & known.stopping.values) == 0) return true;
  if ((type & kContainers) == 0) return check(*known.applied, member, nullptr, location);
  return passes_by_children(known.stopping, member) || fast_child(*known.applied, member, location);
}

// fast_object(), as a part of the root's check.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_members(const ObjectConstraints& constraints, View value,
                                                 Location location) {
  return constraints.by_index ? fast_known_members(constraints, value, location)
                              : fast_sifted_members(constraints, value, location);
}

// fast_object() where each name has to be known.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_known_object(const ObjectConstraints& constraints, View value,
                                               Location location) {
  return fast_known_members(constraints, value, location);
}

// As a part of those who ask it of every object. The loop calls nothing but what checks a member: it needs no
// memory.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_known_members(const ObjectConstraints& constraints, View value,
                                                       Location location) {
  if (value.child_count() < constraints.least) return false;
  if (value.child_count() == 0) return true;
  std::size_t required = constraints.required;
  PropertyCursor declared(constraints.table);
  const auto members = value.members();
  const auto end = members.end();
  auto at = members.begin();
  do {
    const auto& [name, member] = *at;
    const Property& known = *declared.find_or(&constraints.other, name, View::name_key(name, member));
    required -= known.required;
    const Types type = member.likely_type();
    if ((type & known.stopping.values) == 0) [[likely]] {
      View::pass_scalar(at);
      continue;
    }
    if ((type & kContainers) == 0) {
      if (!check(*known.applied, member, nullptr, Depth{location.depth + 1})) return false;
      View::pass_scalar(at);
      continue;
    }
    if (!passes_by_children(known.stopping, member) &&
        !fast_child(*known.applied, member, Depth{location.depth + 1}))
      return false;
    View::pass_container(at);
  } while (at != end);
  return required == 0;
}

// fast_object() where many members may pass whatever their names.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_sifted_object(const ObjectConstraints& constraints, View value,
                                                Location location) {
  return fast_sifted_members(constraints, value, location);
}

// The types of all members, which the object itself knows, are looked at first. Then the place of each name
// in the index, which mostly tells that the schema behind it takes the member: the name itself is not read
// then.
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_sifted_members(const ObjectConstraints& constraints, View value,
                                                        Location location) {
  const PropertyTable& table = constraints.table;
  if (value.child_count() < constraints.least) return false;
  if (!value.has_children_of(constraints.stopping)) return true;
  if (!table.is_sieve()) return fast_large_object(constraints, value, location);
  const PropertyTable::Sieve sieve = table.sieve();
  std::size_t required = constraints.required;
  const auto members = value.members();
  const auto end = members.end();
  auto at = members.begin();
  do {
    const a2a::NameKey key = View::key_at(at);
    const PropertyTable::Place& place = sieve.place_of(key);
    const Types type = View::member_at(at).likely_type();
    if ((type & place.stopping.values) == 0) [[likely]] {
      View::pass_scalar(at);
      continue;
    }
    const View member = View::member_at(at);
    const bool is_container = (type & kContainers) != 0;
    if (!is_container || !passes_by_children(place.stopping, member)) {
      const Property* known = table.find_in(place, (*at).name, key);
      if (known == nullptr) known = &constraints.other;
      required -= known->required;
      const Depth inside{location.depth + 1};
      const bool ok = is_container ? passes_by_children(known->stopping, member) ||
                                         fast_child(*known->applied, member, inside)
                                   : check(*known->applied, member, nullptr, inside);
      if (!ok) return false;
    }
    is_container ? View::pass_container(at) : View::pass_scalar(at);
  } while (at != end);
  return required == 0;
}

// fast_object() of many names, and of none, where the members are not too few.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_large_object(const ObjectConstraints& constraints, View value,
                                               Location location) {
  std::size_t required = constraints.required;
  if (constraints.table.properties().empty()) return fast_map(constraints.other, value, location);
  PropertyCursor declared(constraints.table);
  for (const auto& [name, member] : value.members()) {
    const Property* known = declared.find(name, View::name_key(name, member));
    if (known == nullptr) known = &constraints.other;
    required -= known->required;
    if (!fast_member(*known, member, Depth{location.depth + 1})) return false;
  }
  return required == 0;
}

// check_objects() where one schema is applied to every member.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_map(const Property& others, View value, Location location) {
  for (const auto& [name, member] : value.members()) {
    if (!fast_member(others, member, Depth{location.depth + 1})) return false;
  }
  return true;
}

// check_objects() where nothing but properties, required, minProperties, patternProperties and
// additionalProperties is there.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_patterned(const ObjectConstraints& constraints, View value,
                                            Location location) {
  const Depth inside{location.depth + 1};
  std::size_t required = constraints.required;
  if (value.child_count() < constraints.least) return false;
  if (!value.has_children_of(constraints.stopping)) return true;
  PropertyCursor declared(constraints.table);
  for (const auto& [name, member] : value.members()) {
    bool is_evaluated = false;
    if (const Property* known = declared.find(name, View::name_key(name, member))) {
      required -= known->required ? 1 : 0;
      is_evaluated = known->node != kNoNode;
      if (is_evaluated && !fast_member(*known, member, inside)) return false;
    }
    for (const PatternProperty& property : constraints.patterns) {
      if (!matches(property.pattern, name)) continue;
      is_evaluated = true;
      if (!fast_member(property.members, member, inside)) return false;
    }
    if (!is_evaluated && !fast_member(constraints.other, member, inside)) return false;
  }
  return required == 0;
}

}  // namespace schemagate::json_schema
