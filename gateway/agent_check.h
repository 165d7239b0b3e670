// What a configuration and the agents that it names make of each other: `schemagate check --online`.
#pragma once

#include <vector>

#include "gateway/config/config.h"
#include "gateway/config/problem.h"

namespace schemagate {

// Reads every agent's card and publishes it to nobody, in the steps that the gateway takes at its start
// (read_card()), several agents at a time. In the order of the configuration, for each agent:
// - fatal: it would not be served, and why (not reachable, no card, not trusted, does not fit the contract);
// - warnings: doubts about the card that would be published, and a signature that need not verify and does
//   not; at most fifty, then how many more;
// - a note: it would be served, and how it is called.
// Then a warning for each plan that sends texts to an agent which, by its card, takes none, and one for each
// reader of the context store whose agent, by its card, never gets a reference. Paths are "agents.NAME",
// lines 0. Takes as long as the slowest agents, at most some ten seconds for eight.
std::vector<ConfigProblem> check_agents(const Config& config);

}  // namespace schemagate
