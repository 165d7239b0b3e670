// Evaluator: arrays for the verdict, of which nothing but counts and schemas of
// elements is asked. Included by evaluate.h only; see fast_paths.h for what
// holds of all of these.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// check_arrays(). Elements of one type that need more than a look at it are
// mostly of one kind, too.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_array(const ArrayConstraints& constraints, View value, Location location) {
  if (value.child_count() < constraints.min_items || value.child_count() > constraints.max_items)
    return false;
  if (!value.has_children_of(constraints.stopping)) return true;
  if (!constraints.prefix.empty()) return fast_tuple(constraints, value, location);
  const Node& rest = nodes_[constraints.element];
  const Types children = value.child_types();
  if (children == kObject && (rest.plain & kObject) != 0) {
    return graph_.objects[rest.object].by_index ? fast_objects<true>(rest, value, location)
                                                : fast_objects<false>(rest, value, location);
  }
  if (children == kArray && (rest.plain & kArray) != 0) return fast_arrays(rest, value, location);
  const bool bounded = (rest.types & kInteger) != 0 && rest.further == Further::kTypeConstraints;
  if (children == kInteger && bounded) return fast_integers(graph_.numbers[rest.number], value, location);
  return fast_elements(rest, value, location);
}

// check_items().
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_elements(const Node& rest, View value, Location location) {
  for (const View element : value.elements()) {
    if (!check(rest, element, nullptr, Depth{location.depth + 1})) return false;
  }
  return true;
}

// Of integers with bounds.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_integers(const NumberConstraints& constraints, View value,
                                           Location location) {
  for (const View element : value.elements()) {
    if (surely_within(constraints, element)) continue;
    if (!check_numbers(constraints, element, Depth{location.depth + 1})) return false;
  }
  return true;
}

// Of objects, of which check_objects() is all that is asked: fast_plain() of each, with the loop over
// members that `kByIndex` says.
template <class View, Mode kMode>
template <bool kByIndex>
bool Evaluator<View, kMode>::fast_objects(const Node& rest, View value, Location location) {
  const ObjectConstraints& constraints = graph_.objects[rest.object];
  const Depth inside{location.depth + 1};
  if (!context_.allows(inside.depth)) return false;
  for (const View element : value.elements()) {
    if (!context_.spend(1 + element.child_count())) return false;
    const bool is_cached = rest.shared && context_.caches_results();
    const bool ok = is_cached  ? check_cached(rest, element, nullptr, inside)
                    : kByIndex ? fast_known_members(constraints, element, inside)
                               : fast_sifted_members(constraints, element, inside);
    if (!ok) return false;
  }
  return true;
}

// Of arrays, likewise: the positions of a line are two or three numbers each,
// told by count and type.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_arrays(const Node& rest, View value, Location location) {
  const ArrayConstraints& constraints = graph_.arrays[rest.array];
  const Depth inside{location.depth + 1};
  for (const View element : value.elements()) {
    const std::size_t count = element.child_count();
    if (!context_.spend(1 + count) || !context_.allows(inside.depth)) return false;
    const bool fits = count >= constraints.min_items && count <= constraints.max_items;
    if (fits && !element.has_children_of(constraints.stopping)) continue;
    const bool is_cached = rest.shared && context_.caches_results();
    const bool ok =
        is_cached ? check_cached(rest, element, nullptr, inside) : fast_array(constraints, element, inside);
    if (!ok) return false;
  }
  return true;
}

// check_items() where the first elements have schemas of their own.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_tuple(const ArrayConstraints& constraints, View value, Location location) {
  const NodeId* own = constraints.prefix.data();
  const NodeId* const end = own + constraints.prefix.size();
  for (const View element : value.elements()) {
    const NodeId applied = own != end ? *own++ : constraints.element;
    if (applied == kNoNode) return true;
    if (!check(nodes_[applied], element, nullptr, Depth{location.depth + 1})) return false;
  }
  return true;
}

}  // namespace schemagate::json_schema
