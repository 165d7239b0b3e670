// Whether an agent's card is what its owner signed. Pure.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "a2a/json/tree.h"
#include "gateway/config/agent_config.h"

namespace schemagate {

struct TrustedCard {
  a2a::JsonTree card;    // what may be used
  bool verified = true;  // false: it does not verify and need not
  std::string finding;   // for the log; empty: nobody asked for its signatures
};

// One signature that verifies with the agent's configured keys is enough. Of a card that only the SDKs' form
// of a signature vouches for, what that form covers is left, unless the signature is optional. Errors:
// kInvalidAgentResponse when no signature verifies and one is required, with each one's reason.
a2a::Result<TrustedCard> trust_card(a2a::JsonTree card, const AgentConfig& agent);

}  // namespace schemagate
