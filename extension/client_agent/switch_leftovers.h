// What is left over of a sentence and stands against a yes or no that was found (leftover.h). Private to the
// room. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// The words against the value of switch `index`, which was given one; nullopt when there are none.
std::optional<Span> against_switch(const Draft& draft, std::size_t index);

// Whether the description has the word (lower case) as it stands.
bool describes(const KeyTerms& key, std::string_view text);

}  // namespace schemagate::client_agent
