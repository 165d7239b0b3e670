// Names and addresses in a sentence: of places, persons, events, makers; what they name is for the keys to
// say.
//
//   for (const NameMention& each : find_names(parse)) …  // "in Paris, Texas": lead "in", text "Paris, Texas"
//
// Private to the room. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// What the words around a name say that it is.
enum class NameSign {
  kNone,
  kCalled,  // "my name is Ada"
  kTitled,  // "Mrs. Ada Roth"
  kDoctor,  // "Dr. Kaya"
  kKin,     // "for my father, Karl Binder"
  kSite,    // "Munich airport", "the Bonn branch"
  kShow,    // "the Nick Cave concert"
  kRegion,  // with a qualifier: "Paris, Texas"
  kQuoted,  // "A Gentleman in Moscow", in quotation marks
  kMatch,   // "Denmark v France"
  kGround,  // is itself called a place: "Harbour Street", "Sports Hall"
};

struct NameMention {
  Span words;     // the name itself
  Span all = {};  // with the words that lead to it
  std::string lead =
      {};  // the preposition or verb before it: "in", "from", "visit"; "->" for an arrow; may be empty
  NameSign sign = NameSign::kNone;
  bool stands_apart = false;  // punctuation on both sides
  bool is_lower = false;      // written without capitals: less certain to be a name
  bool begins = false;        // the first word of a sentence, where every word has a capital
  Span town = {};             // of an address: the words behind the street, of those of the name
};

// In the order of the sentence; free words only.
std::vector<NameMention> find_names(const Parse& parse);

// "14 Mill Lane, Oxford", "Hauptplatz 3, Linz": street, number, and the town behind.
std::vector<NameMention> find_addresses(const Parse& parse);

// A country, a state of the USA, or a part of Britain: what qualifies the name of a town.
bool is_region(std::string_view lower_name);

// The part of a whole name that a key holds. A particle belongs to the surname: "Anna de Vries".
std::string part_of_name(NamePart part, const std::string& text);

}  // namespace schemagate::client_agent
