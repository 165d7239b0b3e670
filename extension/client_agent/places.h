// Places in a sentence, and where a journey goes. The cities and airports in the table are what the client
// knows besides a template.
//
//   find_places(Utterance("from Beijing to Shanghai"), taken)  // kFrom Beijing (PEK), kTo Shanghai (SHA)
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

// The IATA code of a city (that of its main airport) or of an airport by its name, in any case; empty for
// others. The view is of static data.
std::string_view airport_code(std::string_view place);

// Of a journey, as the words before a place give it.
enum class Direction { kFrom, kTo, kUnsaid };

// A place and the words that name it.
struct PlaceMention {
  std::size_t first = 0;  // words [first, last): the place
  std::size_t last = 0;
  std::size_t cue = 0;  // first word of what gives the direction; `first` when there is none
  Direction direction = Direction::kUnsaid;
  std::string name;       // as it was written, with capitals
  std::string_view code;  // empty: not in the table
  double confidence = 0.95;
};

// In the order of the sentence. Without a word of direction only places of the table count, and "A to B",
// "A-B" and "between A and B" give both directions. Words that `taken` marks are no part of a place.
std::vector<PlaceMention> find_places(const Utterance& utterance, const std::vector<bool>& taken);

}  // namespace schemagate::client_agent
