// Words and data for one violation.
#pragma once

#include "extension/json_schema/evaluate/evaluation_path.h"
#include "extension/json_schema/evaluate/keyword_failure.h"
#include "extension/json_schema/report.h"

namespace schemagate::json_schema {

// Fills message, expected, found, missing, siblings, nearest and description.
void describe(const Graph& graph, const KeywordFailure& failure, const EvaluationPath& path,
              Violation& violation);

}  // namespace schemagate::json_schema
