#include "a2a/signature/trusted_card.h"

#include <algorithm>
#include <vector>

#include "a2a/signature/card.h"

namespace schemagate::a2a::signature {
namespace {

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

Result<TrustedCard> trusted_card(const JsonTree& card, std::span<const PublicKey> keys) {
  const auto checked = check_signatures(card, keys);
  if (!checked) return std::unexpected(checked.error());
  const auto* best = best_of(*checked);
  if (best == nullptr) return fail(ErrorCode::kInvalidAgentResponse, reasons(*checked));
  return TrustedCard{covered_part(card, *best->form),
                     "verified with " + best->key_id + " in the form " + std::string(name(*best->form))};
}

}  // namespace schemagate::a2a::signature
