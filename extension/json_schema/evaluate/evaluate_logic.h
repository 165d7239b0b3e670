// Evaluator: allOf, not, and if with then and else. (anyOf and oneOf: evaluate_alternatives.h.) Included by
// evaluate.h only.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_all_of(const GeneralConstraints& constraints, View value,
                                          EvaluatedSet* evaluated, Location location) {
  if constexpr (kMode == Mode::kVerdict) {
    if (constraints.all_of_filter) return fast_all_of(constraints, value, evaluated, location, ~Branches{0});
  }
  bool ok = true;
  for (const NodeId branch : constraints.all_of) {
    ok = check(branch, value, evaluated, location.same(branch)) && ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_not(const GeneralConstraints& constraints, View value,
                                              Location location) {
  return !check_verdict(constraints.negated, value, location.same(constraints.negated)) ||
         fail(Keyword::kNot, value, location);
}

template <class View, Mode kMode>
inline bool Evaluator<View, kMode>::check_if(const GeneralConstraints& constraints, View value,
                                             EvaluatedSet* evaluated, Location location) {
  EvaluatedSet condition_evaluated(evaluated == nullptr ? 0 : value.size());
  const bool met =
      check_quietly(constraints.condition, value, evaluated == nullptr ? nullptr : &condition_evaluated,
                    location.same(constraints.condition));
  if (met && evaluated != nullptr) evaluated->merge(condition_evaluated);
  const NodeId branch = met ? constraints.consequence : constraints.alternative;
  return branch == kNoNode || check(branch, value, evaluated, location.same(branch));
}

}  // namespace schemagate::json_schema
