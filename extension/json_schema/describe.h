// Words and data for one fault.
#pragma once

#include "extension/json_schema/collector.h"

namespace schemagate::json_schema {

// Fills message, expected, found, missing, siblings, nearest and description.
void describe(const Graph& graph, const Fault& fault, const Place& place, Violation& violation);

}  // namespace schemagate::json_schema
