// What becomes a key's value. Private to the room. Pure.
#pragma once

#include <string>
#include <string_view>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// Whether the key's type and range take the number: no fraction for an integer, both ends included.
bool fits(const KeyTerms& key, double value);
// As a JSON string.
std::string json_text(std::string_view text);
// As a JSON number; whole numbers without a fraction.
std::string number_json(double value);
// Whether word `at` is a unit of time, so that the number before it counts something else: "5 days".
bool is_measured(const Utterance& sentence, std::size_t at);

}  // namespace schemagate::client_agent
