// An agent's `schemas`, `templates`, `skills` and `agent_wide` of the configuration.
#pragma once

#include <filesystem>

#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/catalogue.h"
#include "gateway/config/section.h"

namespace schemagate {

struct AgentContract {
  object_schemas::Contract contract;
  schema_interaction::Catalogue templates;
};

// Reads and compiles every schema and template file (relative to `folder`) and binds the skills' modes to
// them: a template is the schema of its schema_id. `assert_format`: see AgentConfig.
AgentContract read_contract(ConfigSection& agent, const std::filesystem::path& folder, bool assert_format);

}  // namespace schemagate
