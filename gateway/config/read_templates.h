// An agent's `templates` of the configuration, and the schemas that its skills offer as templates.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/authored_template.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/config/section.h"

namespace schemagate {

// A template with the place in the configuration that brings it.
struct PlacedTemplate {
  schema_interaction::AuthoredTemplate authored;
  PlacedText place;
  bool other_outside_schema = false;  // it is made of a schema that has no place for `other`
};

// The templates of every file that `templates` names (relative to `folder`), and of every *.json in a folder
// that it names. What is wrong with one is refused at its place in the list, with the place in the file.
std::vector<PlacedTemplate> read_templates(ConfigSection& agent, const std::filesystem::path& folder);

// The declared schema as a template of that scenario; nullopt, with a problem at `place`, when it cannot be
// one.
std::optional<PlacedTemplate> offer_schema(ConfigSection& agent, const PlacedText& place,
                                           std::string_view name, const a2a::JsonTree& schema,
                                           const std::string& scenario);

// All of them, for negotiation. Refused: a schema_id or scenario that is there twice, a template that no
// skill takes, a response schema that is none of the skill's outputs.
schema_interaction::Catalogue make_catalogue(ConfigSection& agent,
                                             const std::vector<PlacedTemplate>& templates,
                                             const object_schemas::Contract& contract);

}  // namespace schemagate
