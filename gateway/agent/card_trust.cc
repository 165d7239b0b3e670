#include "gateway/agent/card_trust.h"

#include <utility>

#include "a2a/signature/trusted_card.h"

namespace schemagate {

a2a::Result<TrustedCard> trust_card(a2a::JsonTree card, const AgentConfig& agent) {
  if (agent.card_keys.empty()) return TrustedCard{.card = std::move(card), .finding = ""};
  auto trusted = a2a::signature::trusted_card(card, agent.card_keys);
  if (!agent.card_signature_required) {
    std::string finding = trusted ? trusted->finding : trusted.error().message;
    return TrustedCard{std::move(card), trusted.has_value(), std::move(finding)};
  }
  if (!trusted) return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(trusted.error().message));
  return TrustedCard{std::move(trusted->card), true, std::move(trusted->finding)};
}

}  // namespace schemagate
