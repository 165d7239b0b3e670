#include "gateway/cli/model_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace schemagate::cli {

void add_model_options(CLI::App& command, client_agent::ModelEndpoint& model) {
  command
      .add_option("--llm-url", model.url,
                  "Chat endpoint, for example http://127.0.0.1:11434/v1; its key: SCHEMAGATE_LLM_KEY in the "
                  "environment")
      ->envname("SCHEMAGATE_LLM_URL");
  command.add_option("--llm-model", model.model, "The model, as the endpoint calls it")
      ->envname("SCHEMAGATE_LLM_MODEL");
  command
      .add_option("--llm-ca", model.ca,
                  "Authorities that an https chat endpoint is trusted by, instead of the system's; --ca is "
                  "for agents")
      ->type_name("FILE")
      ->envname("SCHEMAGATE_LLM_CA");
}

client_agent::ModelEndpoint with_key(client_agent::ModelEndpoint model) {
  if (const char* key = std::getenv("SCHEMAGATE_LLM_KEY")) model.key = key;
  return model;
}

}  // namespace schemagate::cli
