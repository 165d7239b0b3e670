// The options that name a language model.
#pragma once

#include "extension/client_agent/language_model.h"

namespace CLI {
class App;
}  // namespace CLI

namespace schemagate::cli {

// --llm-url, --llm-model and --llm-ca, or SCHEMAGATE_LLM_URL, SCHEMAGATE_LLM_MODEL and SCHEMAGATE_LLM_CA of
// the environment.
void add_model_options(CLI::App& command, client_agent::ModelEndpoint& model);

// The same with its key, which comes from SCHEMAGATE_LLM_KEY of the environment only.
client_agent::ModelEndpoint with_key(client_agent::ModelEndpoint model);

}  // namespace schemagate::cli
