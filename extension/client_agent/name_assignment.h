// Which name goes to which key, as the best assignment of all. Private to the room. Pure.
#pragma once

#include <cstddef>
#include <vector>

namespace schemagate::client_agent {

// By key, then by name: how well they fit, from 0 to 1.
using Scores = std::vector<std::vector<double>>;

struct Assigned {
  std::size_t key = 0;
  std::size_t name = 0;
  double margin = 0;  // to the best assignment without this pair
};

// The assignment with the greatest sum, in the order of the keys; no pair below `least`, and no name twice.
// Every assignment is tried: callers bound keys and names.
std::vector<Assigned> best_assignment(Scores scores, double least);

}  // namespace schemagate::client_agent
