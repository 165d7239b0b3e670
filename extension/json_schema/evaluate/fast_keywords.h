// Evaluator: the keywords of values of every type for the verdict, beside those of the value's own type,
// where nobody wants to know what they evaluate. Included by evaluate.h only; see fast_paths.h for what holds
// of all of these.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// apply_keywords().
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_keywords(const Node& node, View value, Location location) {
  return check_type_constraints(node, value, nullptr, location) &&
         fast_general(graph_.generals[node.general], value, location);
}

// check_general(). What is absent costs the look at a bit.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::fast_general(const GeneralConstraints& constraints, View value,
                                          Location location) {
  using enum GeneralConstraints::Part;
  if (!context_.spend(constraints.branches)) return false;
  if (constraints.has(kValues) && !fast_scalar(constraints, value, location)) return false;
  if (constraints.has(kReferences) && !check_references(constraints, value, nullptr, location)) return false;
  if (constraints.has(kAllOf) && !check_all_of(constraints, value, nullptr, location)) return false;
  if (constraints.has(kAnyOf) && !check_any_of(constraints, value, nullptr, location)) return false;
  if (constraints.has(kOneOf) && !check_one_of(constraints, value, nullptr, location)) return false;
  if (constraints.has(kNot) && check(constraints.negated, value, nullptr, location)) return false;
  return !constraints.has(kIf) || fast_if(constraints, value, location);
}

// check_if().
template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::fast_if(const GeneralConstraints& constraints, View value,
                                            Location location) {
  const bool met = check(constraints.condition, value, nullptr, location.same(constraints.condition));
  const NodeId branch = met ? constraints.consequence : constraints.alternative;
  return branch == kNoNode || check(branch, value, nullptr, location.same(branch));
}

}  // namespace schemagate::json_schema
