// What tells the alternatives of `anyOf` and `oneOf`, and the conditions of `allOf`, apart before one is
// tried.
#pragma once

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// A filter says of a branch only that it cannot match: by a value's type, by members that the branch requires
// or forbids, by their types and constants. Each follows from the branch's own constraints and those of its
// allOf and `$ref`, so no verdict changes. A branch of allOf that is `if` and `then` alone needs no look
// where its condition cannot match.
void add_branch_filters(Graph& graph);

}  // namespace schemagate::json_schema
