// One function per kind of key: what a sentence says for it. Each takes the words that it used out of the
// parse, and leaves those that it cannot map for `other`. Pure but for the parse.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

struct Match {
  std::string value;  // JSON
  double confidence = 0;
  std::string evidence;
};

// One of the key's values: "business class", "vintage filter"; "no filter" gives the value none. nullopt also
// when the sentence names several.
std::optional<Match> find_choice(Parse& parse, const KeyTerms& key);

// How many: "two people", "for 3", "me and my wife". Out of the key's range is nothing.
std::optional<Match> find_count(Parse& parse, const KeyTerms& key);

// How much: "smooth the skin lightly", "skin smoothing 5", "8 out of 10".
std::optional<Match> find_amount(Parse& parse, const KeyTerms& key);

// Yes or no. A finer request than a switch can hold is nothing where the description sends it to `other`
//
std::optional<Match> find_switch(Parse& parse, const KeyTerms& key);

// A date for the key; one that the sentence gives to the way back only when the key is about that.
std::optional<Match> find_date(Parse& parse, const KeyTerms& key, std::chrono::sys_days today);

// Text in the form of one of the key's examples: 'my name is Bob' -> 'Bob'.
std::optional<Match> find_text(Parse& parse, const KeyTerms& key);

}  // namespace schemagate::client_agent
