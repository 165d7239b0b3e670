// The names of members that an object may have, as far as its schema declares them.
#pragma once

#include <string>
#include <vector>

#include "extension/json_schema/graph/graph.h"

namespace schemagate::json_schema {

inline constexpr std::size_t kKnownNamesMax = 64;

// Of `properties` and `required` of the schema, in its order, the first kKnownNamesMax.
std::vector<std::string> declared_names(const Graph& graph, NodeId id);
// These, and what `properties` of the schemas allows that evaluate members for it, such as those of allOf and
// behind `$ref`: what `unevaluatedProperties` leaves. Looks at 256 schemas at most, each once.
std::vector<std::string> evaluated_names(const Graph& graph, NodeId id);

}  // namespace schemagate::json_schema
