// JSON whose strings are templates (text_template.h): the data of a structured subtask. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/agent_context/text_template.h"

namespace schemagate::agent_context {

// Errors: kInvalidParams for a template that is none.
a2a::Result<void> check_data_template(std::string_view json);
// Every template in it; `json` has been checked.
std::vector<TextTemplate> templates_of_data(std::string_view json);
// The JSON with its places filled in: a string that is one place for the input and nothing else becomes the
// value there, whatever kind it has. Errors: those of TextTemplate::render().
a2a::Result<std::string> render_data(std::string_view json, const RunInput& input,
                                     const OutputLookup& outputs);

}  // namespace schemagate::agent_context
