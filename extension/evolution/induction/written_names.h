// Names that one text alone does not tell: most of a cluster write them with a capital inside their
// sentences. Pure. Private to the room.
#pragma once

#include <vector>

#include "extension/evolution/induction/reading.h"

namespace schemagate::evolution {

// Makes names of words of `readings` that are hardly ever written small: "Airways" of "Heron Airways", "Yes,
// Heron Airways", and the first word before it where it mostly stands there. What has capitals only (a TV,
// BKK) is one where it stands behind "in", "from" and the like, or where somebody travels to it.
void find_written_names(std::vector<Reading>& readings);

}  // namespace schemagate::evolution
