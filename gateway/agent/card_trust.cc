#include "gateway/agent/card_trust.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "a2a/signature/card.h"

namespace schemagate {
namespace {

using a2a::signature::CardForm;
using a2a::signature::CheckedSignature;
using a2a::signature::SignatureStatus;

// The one that says most of those that verify; nullptr when none does.
const CheckedSignature* best_of(const std::vector<CheckedSignature>& signatures) {
  for (const CardForm form : {CardForm::kSpecification, CardForm::kSdk}) {
    const auto found = std::ranges::find(signatures, form, &CheckedSignature::form);
    if (found != signatures.end()) return &*found;
  }
  return nullptr;
}

std::string reasons(const std::vector<CheckedSignature>& signatures) {
  std::string text = signatures.empty() ? "the card is not signed" : "no signature verifies";
  for (const CheckedSignature& each : signatures) {
    text += (&each == &signatures.front() ? ": " : "; ") + each.key_id + (each.key_id.empty() ? "" : ": ") +
            each.reason;
  }
  return text;
}

}  // namespace

a2a::Result<TrustedCard> trust_card(a2a::JsonTree card, const AgentConfig& agent) {
  if (agent.card_keys.empty()) return TrustedCard{.card = std::move(card), .finding = ""};
  const auto checked = a2a::signature::check_signatures(card, agent.card_keys);
  const auto* best = checked ? best_of(*checked) : nullptr;
  if (best == nullptr) {
    std::string finding = checked ? reasons(*checked) : checked.error().message;
    if (agent.card_signature_required) {
      return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(finding));
    }
    return TrustedCard{std::move(card), false, std::move(finding)};
  }
  std::string finding = "verified with " + best->key_id + " in the form " + std::string(name(*best->form));
  if (agent.card_signature_required) card = covered_part(card, *best->form);
  return TrustedCard{std::move(card), true, std::move(finding)};
}

}  // namespace schemagate
