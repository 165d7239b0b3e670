// The JSON Schemas (2020-12) of both contexts, wrapped as they are written, declared like any other schema:
// `application/json;schema=AgentContext`. Pure.
#pragma once

#include <string_view>

namespace schemagate::agent_context {

// Closed objects, with the limits of agent_context.h. Only keywords of the vocabularies, so that every
// validator compiles them. The views live as long as the process.
std::string_view agent_context_schema();
std::string_view task_context_schema();

}  // namespace schemagate::agent_context
