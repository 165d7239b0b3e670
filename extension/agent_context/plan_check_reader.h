// Reads the `check` of an item. Private to the room.
#pragma once

#include "extension/agent_context/plan.h"
#include "extension/agent_context/plan_source.h"

namespace schemagate::agent_context {

// What is wrong goes to the source's problems.
ItemCheck read_check(const PlanSource& source);

}  // namespace schemagate::agent_context
