// The graph of a plan's prerequisites. Pure; private to the room.
#pragma once

#include <cstddef>
#include <vector>

#include "extension/agent_context/plan.h"

namespace schemagate::agent_context {

// Subtasks that need one another, each the one before it; empty when there are none. Linear in subtasks and
// prerequisites; no recursion.
std::vector<std::size_t> find_cycle(const Plan& plan);

}  // namespace schemagate::agent_context
