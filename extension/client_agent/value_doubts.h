// What of a sentence stands against a value or a default of a single key (leftover.h weighs the whole
// sentence). Private to the room. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// The words against the value of switch `index`, which was given one; nullopt when there are none.
std::optional<Span> against_switch(const Draft& draft, std::size_t index);

// "about 40", "ten or so": no number that one may count on, for numeric key `index`, unless the template has
// an example of it.
std::optional<Span> approximated(const Draft& draft, std::size_t index);

// "…, no wait, leave the wood": a correction behind the value of key `index`, in words that are not
// understood.
std::optional<Span> taken_back(const Draft& draft, std::size_t index);

// A number or time in free words that may be within a bound of the description: "under 25", "after 22:00".
std::optional<Span> beside_bound(const Draft& draft, const KeyTerms& key);

// Whether the description has the word (lower case) as it stands.
bool describes(const KeyTerms& key, std::string_view text);

}  // namespace schemagate::client_agent
