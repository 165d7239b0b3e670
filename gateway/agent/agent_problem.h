// Why an agent is not served, or is served by an older card: once for the operator, once for everybody.
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"
#include "gateway/net/failure.h"

namespace schemagate {

struct AgentProblem {
  enum class Kind : std::uint8_t {
    kStarting,     // its card has not been asked for yet
    kUnreachable,  // it does not answer
    kNoToken,      // it would have to be called with a token, and there is none
    kUnusable,     // it answers, with a card that is none, or cannot be trusted or published
  };
  Kind kind = Kind::kStarting;
  std::string cause;  // for the log: may name addresses
  std::string shown;  // for clients: without them, a sentence, 512 bytes at most
  bool operator==(const AgentProblem&) const = default;
};

// "starting", "unreachable", "no_token", "unusable": what health says.
std::string_view name(AgentProblem::Kind kind);

// Before its card is asked for.
AgentProblem card_not_read();
// What kept the card from being fetched. How it failed is shown, where is not.
AgentProblem card_not_fetched(const a2a::client::Failure& failure);
// What kept an agent that is a process from telling its card.
AgentProblem card_not_told(const net::Failure& failure);
// What kept the gateway from having a token for the agent: `cause` for the log, `shown` for everybody.
AgentProblem token_not_got(std::string cause, std::string_view shown);
// What kept a fetched card from being published. Its message, which names places in the card, is shown.
AgentProblem card_not_usable(const a2a::Error& error);

}  // namespace schemagate
