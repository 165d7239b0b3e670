// What of a sentence stands against a value or a default of a single key (leftover.h weighs the whole
// sentence). Private to the room. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// "a ticket …, and one for my brother": what is added behind count `index`; nullopt when nothing is.
std::optional<Span> added_later(const Draft& draft, std::size_t index);
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

// "two wheelchair places and two normal tickets", where the tickets include the places: nobody says whether
// the second number does. For count key `index`.
std::optional<Span> beside_included(const Draft& draft, std::size_t index);

// The value of named key `index` is "the city": a kind of thing, and no name.
bool is_kind_only(const Draft& draft, std::size_t index);

// "Ursula K. Le Guin": the dot before word `at` ends no sentence, and the name of key `index` goes on.
bool is_behind_initial(const Draft& draft, std::size_t index, std::size_t at);

// "the evening before" at word `at`: of the day that is named, another one.
bool is_shifted(const Utterance& sentence, std::size_t at);

// Whether the description has the word (lower case) as it stands.
bool describes(const KeyTerms& key, std::string_view text);

}  // namespace schemagate::client_agent
