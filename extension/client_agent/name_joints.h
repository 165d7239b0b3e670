// Names that belong together, or that a journey goes from and to. Private to the room.
#pragma once

#include <vector>

#include "extension/client_agent/draft.h"
#include "extension/client_agent/names.h"

namespace schemagate::client_agent {

// "A to B" gets its prepositions; "Berlin-Mitte", "Romeo and Juliet", "Yoga for Seniors", "the Sports Hall in
// Wels" become one name each, where the template's keys take such.
void join_names(const Draft& draft, std::vector<NameMention>& names);

// "from Vienna …, sorry, from Bratislava": the name before it with the same word before itself is taken, and
// none of `names` any more.
void drop_corrected(Parse& parse, std::vector<NameMention>& names);

}  // namespace schemagate::client_agent
