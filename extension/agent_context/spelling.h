// AgentContexts as others spell them, where the draft leaves that open: brought into the spelling of figure 4
// before a schema, which knows that one alone, looks at them.
//
//   if (auto json = respelled_agent_context(part.content)) part.content = *std::move(json);
//
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::agent_context {

// The object in its wrapper; names in the case of the figure; `ContextURI` and `Context` as
// `Context/ContextURI`, and an object there as a data: URL; a state that is a text or a boolean as a number.
// Members that are no AgentContext's stay as they are, and so does a second spelling of one: the schema
// refuses them. nullopt: nothing is to be changed, or it is no object of at most 256 KiB.
std::optional<std::string> respelled_agent_context(std::string_view json);

}  // namespace schemagate::agent_context
