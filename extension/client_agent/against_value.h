// What of a sentence stands against the value that a key has: a correction, a part of a name that is left
// over. Private to the room.
#pragma once

#include <optional>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// The words, none of them where they are the value itself; nullopt: nothing.
std::optional<Span> against_value(const Draft& draft, std::size_t index);

// "normal service": what a default is for.
bool is_ordinary(const Utterance& sentence, std::size_t at);

}  // namespace schemagate::client_agent
