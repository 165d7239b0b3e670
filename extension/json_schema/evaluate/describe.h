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
//   {present}                the member that asks for it
//   {constants}              values it may have, one alternative each
//   {siblings}               members that the object may have
//   {nearest}                of these, what {name} was meant to be
//   {first}, {second}        equal elements, or alternatives that both match
//   {types of alternatives}  the types they take, when the value has none of them
//   {alternatives}           the first of them in words
//   {schema}                 the schema under the keyword, in words (schema_words.h)
//   {characters}, {elements}, {members}   {expected} of them, in the plural unless it is 1
//   {meant}                  the member of an enum that differs from the value in case or by little
//   {form}                   what the format asks for
//   {no such day}            nothing, when that is what is wrong
//
// What is wrong with a member's name begins with "member name: ". What `then` or `else` ask says under which
// condition.
//
// Those of names, {first}, {second}, {types of alternatives} and the last three may be unknown for a
// violation.
void describe(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
              Violation& violation);

}  // namespace schemagate::json_schema
