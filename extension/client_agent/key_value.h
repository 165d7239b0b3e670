// What becomes a key's value. Private to the room. Pure.
#pragma once

#include <string>
#include <string_view>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// Whether the key's type and range take the number.
bool fits(const KeyTerms& key, double value);
std::string json_text(std::string_view text);
// Whole numbers without a fraction.
std::string number_json(double value);
// A unit of something else follows: "5 days".
bool is_measured(const Utterance& sentence, std::size_t at);

}  // namespace schemagate::client_agent
