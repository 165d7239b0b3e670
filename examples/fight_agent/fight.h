// Who would win? The agent's business, free of any protocol. Deterministic, so that the reader of an example
// can tell the answer in advance. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fight {

struct Fight {
  std::string a;
  std::string b;
};

struct Outcome {
  std::string winner;
  double probability = 0;  // of that winner, from 0.5 to 1
  std::string explanation;
};

// "Lion vs Tiger"; nothing when the text does not name two contestants.
std::optional<Fight> read_fight(std::string_view text);

Outcome judge(const Fight& fight);

}  // namespace fight
