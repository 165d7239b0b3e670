// The words that a key is named by, and the values that a cluster lists. Pure; safe from any thread. Private
// to the room.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "extension/evolution/induction/readings.h"

namespace schemagate::evolution {

// How many clients must have said what is published.
struct Publicity {
  std::size_t clients_min = 3;
};

// Whether a word may be published at all, and enough clients have said it.
bool is_publishable(const Word& word, const Publicity& publicity);

// The one or two words that most fragments have and few of the rest of the pool, in the order in which they
// are spoken; empty when no word may be published.
std::vector<const Word*> heads_of(const Readings& readings, const Publicity& publicity);

// Of these, what people would call the thing: both where they are said as one ("quiet floor"); else the head
// of the phrase: "bikes" of "bikes on the train", "phone" of "charge my phone". Two wishes that share a
// cluster
// ("bikes", "parking") give no joined name.
std::vector<const Word*> named_by(const Readings& readings, const std::vector<const Word*>& heads);

// The one that is counted most often ("table for <num> people", "<num> feather pillows"), if any is in a
// third of the fragments; nullptr else.
const Word* counted_noun(const Readings& readings, const Publicity& publicity);

// The noun that questions ask for: "station" of "which bus station does it leave from", if a third of the
// fragments ask so; nullptr else.
const Word* asked_noun(const Readings& readings, const Publicity& publicity);

// "folding" of "a folding one", "something folding": one of the kinds that there are, if a tenth of the
// fragments say it so; nullptr else.
const Word* kind_of_one(const Readings& readings, const Publicity& publicity);

// What the names in most fragments are names of: "origin" and "destination" where people travel from or to
// them, "location" where something is in them; empty where neither or more than one holds. `alone`: nothing
// else is said ("to Oslo"), so that nobody need say that he travels.
std::string_view place_of_names(const Readings& readings, bool alone);

struct Listed {
  const Word* head;  // what they are values of
  std::vector<const Word*> values;
};
// Two to ten words that exclude one another and together stand in most fragments beside one that nearly all
// have; without values when there are none.
Listed listed_values(const Readings& readings, const Publicity& publicity);

// Names of places or brands as they were written, when there are at most ten of them; empty else.
std::vector<std::string> listed_names(const Readings& readings, const Publicity& publicity);

}  // namespace schemagate::evolution
