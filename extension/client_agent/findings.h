// One function per kind of key: what a sentence says for it. Each takes the words that it used out of the
// reading, and leaves those that it cannot map for `other`. Pure but for the reading.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "extension/client_agent/reading.h"

namespace schemagate::client_agent {

struct Finding {
  std::string value;  // JSON
  double confidence = 0;
  std::string evidence;
};

// One of the key's values: "business class", "vintage filter"; "no filter" gives the value none. nullopt also
// when the sentence names several.
std::optional<Finding> find_choice(Reading& reading, const KeyReading& key);

// How many: "two people", "for 3", "me and my wife". Out of the key's range is nothing.
std::optional<Finding> find_count(Reading& reading, const KeyReading& key);

// How much: "smooth the skin lightly", "skin smoothing 5", "8 out of 10".
std::optional<Finding> find_amount(Reading& reading, const KeyReading& key);

// Yes or no. A finer wish than a switch can hold is nothing where the description sends it to `other`.
std::optional<Finding> find_switch(Reading& reading, const KeyReading& key);

// A date for the key; one that the sentence gives to the way back only when the key is about that.
std::optional<Finding> find_date(Reading& reading, const KeyReading& key, std::chrono::sys_days today);

// Text in the form of one of the key's examples: 'my name is Bob' -> 'Bob'.
std::optional<Finding> find_text(Reading& reading, const KeyReading& key);

}  // namespace schemagate::client_agent
