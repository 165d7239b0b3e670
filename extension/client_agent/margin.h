// Values that are not sure because the sentence gives another one for the same key, or hedges: "5 or 6
// kilos", "the red one or maybe the blue one", "Monday perhaps", "with lunch, no, without". Such a key is
// heard, and nothing is picked.
//
//   map_choices(draft); …             // "blue" is found for the colour
//   doubt_without_margin(draft);      // "red or blue": it is taken back
//
// Private to the room. Pure but for the draft.
#pragma once

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// All other mappers have run; what they have found is compared with the words beside it and with what is
// left of the sentence.
void doubt_without_margin(Draft& draft);

}  // namespace schemagate::client_agent
