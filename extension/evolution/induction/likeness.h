// Whether two clusters whose centroids are near may be one wish: what vectors alone do not tell.
//
//   are_alike(read(…), read(…))  // "leave at 7", "leaving at 9:30": true; "leave on Friday": false
//
// Pure; safe from any thread. Private to the room.
#pragma once

#include "extension/evolution/induction/readings.h"

namespace schemagate::evolution {

// Both ask or both tell; what is asked for and the kinds of numbers, dates and names are the same; they share
// a word that heads either, or neither has one; not each of them has a word of its own that the other never
// says ("return", "leave"); and both or neither are of payment, identity and the like, so that none of it is
// hidden in a larger wish.
bool are_alike(const Readings& one, const Readings& other);

}  // namespace schemagate::evolution
