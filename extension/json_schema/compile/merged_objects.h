// What several schemas of one `allOf` say of the members of an object, put into one table of names.
#pragma once

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// Fills GeneralConstraints::merged and merged_consequences, and adds what it needs to the graph: a table of
// names for each, and nodes for members that several schemas apply to. REQUIRES: the shortcuts of constraints
// and nodes are there, those of tables are not.
void merge_objects(Graph& graph);

}  // namespace schemagate::json_schema
