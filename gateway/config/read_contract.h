// An agent's `schemas`, `templates`, `skills` and `agent_wide` of the configuration.
#pragma once

#include <filesystem>

#include "extension/json_schema/schema_compiler.h"
#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/config/section.h"

namespace schemagate {

struct AgentContract {
  object_schemas::Contract contract;
  schema_interaction::Catalogue templates;
};

// Reads and compiles every schema and template file (relative to `folder`) and binds the skills' modes to
// them: a template is the schema of its schema_id. `compiler` asserts formats where the agent does.
AgentContract read_contract(ConfigSection& agent, const std::filesystem::path& folder,
                            json_schema::SchemaCompiler& compiler);

}  // namespace schemagate
