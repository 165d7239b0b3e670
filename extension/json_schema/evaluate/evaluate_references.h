// Evaluator: $ref, $dynamicRef and $recursiveRef. Included by evaluate.h only.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// Where a reference leads now: to what the outermost resource that was entered bound its anchor to.
template <class View, Mode kMode>
NodeId Evaluator<View, kMode>::target_of(const DynamicTarget& reference) const {
  if (reference.anchor == kNone) return reference.node;
  const NodeId bound = context_.binding(reference.anchor);
  return bound == kNoNode ? reference.node : bound;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_references(const GeneralConstraints& constraints, View value,
                                              EvaluatedSet* evaluated, Location location) {
  bool ok = true;
  for (const DynamicTarget& reference : constraints.references) {
    const NodeId target = target_of(reference);
    ok = check(target, value, evaluated, location.referred(target, reference.keyword)) && ok;
    if (is_decided(ok)) return false;
  }
  return ok;
}

}  // namespace schemagate::json_schema
