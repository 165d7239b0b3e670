// What a gateway's operator is shown of the evolution of templates: the answers of its admin listener
// (gateway/admin) as text. Everything in them counts as from outside.
#pragma once

#include <iosfwd>
#include <string_view>

#include "a2a/json/document.h"

namespace schemagate::cli {

// `verb`: of the answer, as in its URL: "status", "pool", "proposals", "explain", "audit", or a decision's.
void show_evolution(std::string_view verb, a2a::JsonValue answer, std::ostream& out);

}  // namespace schemagate::cli
