// Names that are no more than probable: those with next to nothing for themselves, and those with little
// where another key may hold them as well. Such a key is heard, and asked for. Knows the confidence of
// values, the kinds of keys, and one word.
//
//   map_names(draft); …          // "a film at Guild Hall": taken for the town, and the house is still open
//   doubt_weak_values(draft);    // it is taken back
//
// Private to the room. Pure but for the draft.
#pragma once

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// All other mappers and doubts have run.
void doubt_weak_values(Draft& draft);

}  // namespace schemagate::client_agent
