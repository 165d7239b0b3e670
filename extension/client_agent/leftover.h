// What was said and nobody has understood, looked at again before anything counts as complete: a key that
// it may be meant for is not sure, so it keeps neither its default nor a weak value.
//
//   map_counts(draft); …                 // "2 spts, please": nobody knows "spts"
//   doubt_by_leftovers(draft);           // "how_many" is heard for, and its default 1 is not sent
//
// Private to the room. Pure but for the draft.
#pragma once

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// Hears the leftovers for the keys that they may be meant for: by number, date, time, correction, and by the
// words of a key's name, description, examples and choices. All other mappers have run.
void doubt_by_leftovers(Draft& draft);

}  // namespace schemagate::client_agent
