// Refusals of something in a request ("no stopovers", "we don't need the extra insurance") and whose they
// are. Private to the room. Pure.
#pragma once

#include <optional>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// "don't tell her", "nonstop": a refusal that nobody has understood may be meant for any yes or no, this key.
// Nullopt when there is none, when it is that of another key, or when it refuses the whole.
std::optional<Span> unknown_refusal(const Draft& draft, const KeyTerms& key);

// "we don't need the extra insurance": a no to this key in a word of its own, and no is its default.
bool is_declined(const Draft& draft, const KeyTerms& key);

}  // namespace schemagate::client_agent
