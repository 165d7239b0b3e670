// Intent induction by rules (structured-data draft, section 6.2.2): from a cluster to the key that it asks
// for.
//
//   const Readings readings = read(cluster.fragments, pool.frequencies(), stemmer, {});
//   if (auto candidate = induce(readings, {.clients_min = 3})) …  // name, type, default, values, examples
//
// The rules, the first that holds: a measure that is to grow or shrink is a number around 1; questions are a
// boolean; times, dates, sums and numbers in most fragments are a key of that kind; names are a string; what
// most begin with yes or no is a boolean; words that exclude one another are listed values; a kind of seat,
// meal, bed, … ("the folding one") is a preference; a specialist is a string; anything else is a boolean.
// Pure; safe from any thread.
#pragma once

#include <optional>
#include <vector>

#include "extension/evolution/induction/candidate.h"
#include "extension/evolution/induction/heads.h"

namespace schemagate::evolution {

// nullopt when no word may be published, so that there is no name.
std::optional<Candidate> induce(const Readings& readings, const Publicity& publicity);

}  // namespace schemagate::evolution
