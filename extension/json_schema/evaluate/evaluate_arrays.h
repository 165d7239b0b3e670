// Evaluator: the keywords of arrays. Included by evaluate.h only.
#pragma once

#include <algorithm>
#include <cstddef>

#include "extension/json_schema/evaluate/evaluator.h"
#include "extension/json_schema/evaluate/unique_items.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_arrays(const ArrayConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location) {
  const std::size_t size = value.size();
  bool ok = true;
  if (size < constraints.min_items) ok = fail(Keyword::kMinItems, value, location, {.count = size});
  if (size > constraints.max_items) ok = fail(Keyword::kMaxItems, value, location, {.count = size});
  if (is_decided(ok)) return false;
  if (!constraints.prefix.empty() || constraints.rest != kNoNode)
    ok = check_items(constraints, value, location) && ok;
  if (is_decided(ok)) return false;
  if (evaluated != nullptr)
    evaluated->set_first(constraints.rest != kNoNode ? size : std::min(size, constraints.prefix.size()));
  if (constraints.contains != kNoNode) ok = check_contains(constraints, value, evaluated, location) && ok;
  if (is_decided(ok)) return false;
  return (!constraints.unique || check_unique_items(value, location)) && ok;
}

// prefixItems, then items for the rest; before 2020-12 a list under items, then additionalItems.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_items(const ArrayConstraints& constraints, View value, Location location) {
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
      ok = check_child(rest, constraints.rest_keyword, element, {}, value, location.element(rest, at)) && ok;
    } else {
      break;
    }
    if (is_decided(ok)) return false;
  }
  return ok;
}

// contains, with minContains and maxContains. Stops once enough are found, unless something is to be learnt
// of all.
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
bool Evaluator<View, kMode>::check_unique_items(View value, Location location) {
  if (value.size() < 2) return true;
  if (!context_.spend(value.size())) return false;
  if constexpr (!kCollecting) {
    if (surely_differ(value, context_)) return true;
  }
  const auto equal = find_equal_elements(value, context_);
  if (!equal) return !context_.is_stopped();
  if constexpr (kCollecting)
    return fail(Keyword::kUniqueItems, value, location, {.indices = {equal->first, equal->second}});
  return false;
}

// The elements that no other keyword evaluated; afterwards all are.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_unevaluated_items(NodeId id, View value, EvaluatedSet& evaluated,
                                                     Location location) {
  if (id == kNoNode) return true;
  if constexpr (kMode == Mode::kAnnotate) note_unevaluated_items(value, evaluated, location);
  bool ok = true;
  std::size_t position = 0;
  for (const View element : value.elements()) {
    const std::size_t at = position++;
    if (evaluated.test(at)) continue;
    evaluated.set(at);
    ok = check_child(id, Keyword::kUnevaluatedItems, element, {}, value, location.element(id, at)) && ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

}  // namespace schemagate::json_schema
