// What a key that holds a number counts or measures, as its name and description say. Private to the room.
// Pure.
#pragma once

#include <string>

#include "extension/client_agent/description.h"
#include "extension/client_agent/key_kind.h"
#include "extension/client_agent/key_text.h"

namespace schemagate::client_agent {

// "Length of stay in days", "Number of days to stay", though the type of the key is a text.
bool is_number_in_text(const KeyText& text);

// Of a key whose value is a number.
KeyKind number_kind(const KeyText& text, const Hints& hints);

// "Length in metres", `length_m`: its unit, which says more than words that times and counts have, too; empty
// without one.
std::string unit_of_measure(const KeyText& text);

// "sessions_per_week", "Walks a day.", "How often a month": the period; empty without one.
std::string period_of(const KeyText& text);

// "star_rating", "Rating of the hotel, in stars"
bool has_stars(const KeyText& text);

}  // namespace schemagate::client_agent
