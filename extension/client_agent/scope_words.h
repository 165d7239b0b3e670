// Words that change what a value covers ("each with a suitcase", "anywhere but the gallery"), and such that
// say something of a key without any word of it ("right away", "I'll bring my accountant"). Private to the
// room. Pure.
#pragma once

#include <optional>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// What stands around the value of key `index` and may make another one of it; nullopt when nothing does.
std::optional<Span> against_scope(const Draft& draft, std::size_t index);

// A free text or a title in words of another key, which keeps its default: "no insurance". The other key.
std::optional<std::size_t> owner_of_words(const Draft& draft, std::size_t index);

// Free words that say something of a key with a default, though none of its own.
std::optional<Span> beside_default(const Draft& draft, const KeyTerms& key);

}  // namespace schemagate::client_agent
