// Signatures of agent cards (A2A v1.0.1 section 8.4).
//
//   auto key = PrivateKey::from_pem("2026-01", pem);
//   auto done = sign_card(card, *key, "https://agent.example/keys.json");
//
//   auto checked = check_signatures(card, trusted_keys);
//   for (const CheckedSignature& each : *checked) {
//     if (each.status == SignatureStatus::kValid) use(covered_part(card, *each.form));
//   }
//
// Pure; safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "a2a/signature/card_form.h"
#include "a2a/signature/key.h"

namespace schemagate::a2a::signature {

inline constexpr std::size_t kSignaturesMax = 16;  // of one card

// Replaces `signatures`: one in the form of the specification and, where the SDKs would compute another text
// of a card with v1.0 interfaces, one for them; one that verifies is enough for a client. Errors: those of
// signed_payload() and of PrivateKey::sign(); the card has no signatures then.
Result<void> sign_card(JsonTree& card, const PrivateKey& key, std::string_view key_set_url);

// What became of one signature.
enum class SignatureStatus : std::uint8_t {
  // A trusted key of that id signed this card, in one of the two forms.
  kValid,
  // There is a key of that id, and it did not sign this card.
  kInvalid,
  // No trusted key has that id: it can be neither confirmed nor refuted.
  kUnknownKey,
  // Not a signature of a kind that is known here.
  kUnusable,
};

// One signature of a card, in the card's order.
struct CheckedSignature {
  SignatureStatus status = SignatureStatus::kUnusable;
  // The form in which it is valid.
  std::optional<CardForm> form;
  // For readers; empty when it is valid.
  std::string reason;
  // As the protected header claims them, proven only by kValid; empty where it cannot be read.
  std::string key_id;
  std::string algorithm;
  std::string key_set_url;
};

// Each signature against the keys of its id, in both forms. Empty when the card has none. Errors:
// kInvalidParams for `signatures` that is no array or has more than kSignaturesMax elements; those of
// signed_payload().
Result<std::vector<CheckedSignature>> check_signatures(const JsonTree& card, std::span<const PublicKey> keys);

}  // namespace schemagate::a2a::signature
