// Evaluator: minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf. Included by evaluate.h
// only.
#pragma once

#include "extension/json_schema/evaluate/evaluator.h"

namespace schemagate::json_schema {

// A literal costs a step for every 8 of its bytes: it is read for each bound.
template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_numbers(const NumberConstraints& constraints, View value,
                                           Location location) {
  const Number number = value.number();
  if (!context_.spend(number.literal_size() / 8)) return false;
  bool ok = check_minimum(constraints, number, value, location);
  ok = check_maximum(constraints, number, value, location) && ok;
  ok = check_exclusive_minimum(constraints, number, value, location) && ok;
  ok = check_exclusive_maximum(constraints, number, value, location) && ok;
  return check_multiple_of(constraints, number, value, location) && ok;
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_minimum(const NumberConstraints& constraints, const Number& number,
                                           View value, Location location) {
  return !constraints.minimum || number >= *constraints.minimum || fail(Keyword::kMinimum, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_maximum(const NumberConstraints& constraints, const Number& number,
                                           View value, Location location) {
  return !constraints.maximum || number <= *constraints.maximum || fail(Keyword::kMaximum, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_exclusive_minimum(const NumberConstraints& constraints,
                                                     const Number& number, View value, Location location) {
  return !constraints.exclusive_minimum || number > *constraints.exclusive_minimum ||
         fail(Keyword::kExclusiveMinimum, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_exclusive_maximum(const NumberConstraints& constraints,
                                                     const Number& number, View value, Location location) {
  return !constraints.exclusive_maximum || number < *constraints.exclusive_maximum ||
         fail(Keyword::kExclusiveMaximum, value, location);
}

template <class View, Mode kMode>
bool Evaluator<View, kMode>::check_multiple_of(const NumberConstraints& constraints, const Number& number,
                                               View value, Location location) {
  return !constraints.multiple_of || constraints.multiple_of->divides(number) ||
         fail(Keyword::kMultipleOf, value, location);
}

}  // namespace schemagate::json_schema
