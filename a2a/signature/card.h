// Signatures of agent cards (A2A v1.0.1 section 8.4). Pure.
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

enum class Finding : std::uint8_t {
  kVerified,
  kWrong,       // there is a key of that id, and it says no
  kUnknownKey,  // nobody can tell
  kUnusable,    // not a signature of a kind that is known here
};

// One signature of a card, in the card's order.
struct CheckedSignature {
  Finding finding = Finding::kUnusable;
  std::optional<CardForm> form;  // the one that verified
  std::string reason;            // for readers; empty when it verified
  // As the protected header claims them; empty where it cannot be read.
  std::string key_id;
  std::string algorithm;
  std::string key_set_url;
};

// Each signature against the keys of its id, in both forms. Empty when the card has none. Errors:
// kInvalidParams for `signatures` that is no array or has more than kSignaturesMax elements; those of
// signed_payload().
Result<std::vector<CheckedSignature>> check_signatures(const JsonTree& card, std::span<const PublicKey> keys);

}  // namespace schemagate::a2a::signature
