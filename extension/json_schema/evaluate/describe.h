// Words and data for one violation.
#pragma once

#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/evaluate/keyword_failure.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

// Fills message, expected, found, missing, siblings, nearest and description. The message is the keyword's
// text in keywords/keywords.cc with these placeholders:
//
//   {expected}               the keyword's own value, as JSON      {types}  the same, as names of types
//   {found}                  the value, as JSON                    {typed}  the same, with its type
//   {count}                  members, elements, code points or matches found
//   {name}                   the member that is missing or not allowed
//   {present}                the member that asks for it           {constants}  values it may have, one
//   alternative each {siblings}               members that the object may have      {nearest}    of these,
//   what {name} was meant to be {first}, {second}        equal elements, or alternatives that both match
//   {types of alternatives}  the types they take, when the value has none of them
//
// Those of names, {first}, {second} and {types of alternatives} may be unknown for a violation.
void describe(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
              Violation& violation);

}  // namespace schemagate::json_schema
