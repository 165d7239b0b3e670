// The words that stand for each value of a choice: its own, those of examples, those that the description
// explains it with, and those that people use for values of many lists. Private to the room. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

constexpr double kByName = 1;
constexpr double kByExample = 0.95;
constexpr double kByGloss = 0.85;
constexpr double kByPart = 0.7;

// Words in their order that stand for a value.
struct Phrase {
  std::string_view value;  // of the key
  std::vector<std::string> meanings;
  double weight = kByName;
};

// Those of the most words first. The values are borrowed from the key.
std::vector<Phrase> phrases_of(const KeyTerms& key);

}  // namespace schemagate::client_agent
