// How an AgentContext reaches an agent that knows nothing of it.
#pragma once

#include <string>

#include "extension/agent_context/plan.h"

namespace schemagate::agent_context {

struct ContextDelivery {
  Delivery delivery = Delivery::kPerItem;  // or kWhole, or kStructured
  // kStructured: the agent's schema that descriptions of items are for, and where in its output an item's
  // abstract is, a JSON Pointer.
  std::string schema = {};
  std::string from = {};
};

}  // namespace schemagate::agent_context
