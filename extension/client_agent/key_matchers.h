// What a sentence says for one key, where no other key has to be asked. Each takes the words that it used out
// of the parse, so that no second key gets them, and leaves those that it cannot map for `other`.
//
//   if (auto match = find_amount(parse, terms)) …  // "smooth the skin lightly": match->value is 3
//
// nullopt always means that the sentence says nothing that is certain enough to be this key's value. Private
// to the room; a parse belongs to one thread at a time, and nothing else is changed.
#pragma once

#include <optional>
#include <string>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// The value that a sentence gives to a key. Owns its texts.
struct Match {
  std::string value;      // JSON
  double confidence = 0;  // 0 to 1
  std::string evidence;   // the words of the sentence that say so
};

// How much: "smooth the skin lightly", "skin smoothing 5", "8 out of 10".
std::optional<Match> find_amount(Parse& parse, const KeyTerms& key);

// Yes or no. A finer request than a switch can hold is nothing where the description sends it to `other`,
// as in the photo example of section 5.2.
std::optional<Match> find_switch(Parse& parse, const KeyTerms& key);

// Text in the form of one of the key's examples: 'my name is Bob' -> 'Bob'.
std::optional<Match> find_text(Parse& parse, const KeyTerms& key);

}  // namespace schemagate::client_agent
