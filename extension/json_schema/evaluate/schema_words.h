// A schema in a few words, for messages that speak of what a value should have been.
#pragma once

#include <string>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

// For example `integer of at least 3`, `object with "kind" = "a"`, `one of ["a","b"]`, or the schema's title
// in quotes. What has no words is the schema's JSON, cut.
std::string schema_in_words(const Graph& graph, NodeId id);

}  // namespace schemagate::json_schema
