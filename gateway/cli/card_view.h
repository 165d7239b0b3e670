// An agent card for readers, and the schemas that it declares. Works on raw JSON: members that we do not know
// do no harm, members of the wrong kind count as absent.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/card.h"
#include "a2a/json/document.h"

namespace schemagate::cli {

struct DeclaredSchema {
  std::string_view name;  // borrows from the card's document
  a2a::JsonValue schema;
};
// The root member `schemas`, then what only the extension's `params.schemas` holds (object-schemas section
// 1).
std::vector<DeclaredSchema> declared_schemas(a2a::JsonValue card);

// Where a schema is named by a mode: "input of fight-comparison", "output of the agent".
std::vector<std::string> uses_of(a2a::JsonValue card, std::string_view schema);

// Name, versions, interfaces, modes, skills, extensions, schemas.
void show_card(std::ostream& out, a2a::JsonValue card, std::string_view card_url);

}  // namespace schemagate::cli
