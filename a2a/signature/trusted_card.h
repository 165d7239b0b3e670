// What of a signed card may be used, for those who know its owner's keys.
//
//   auto trusted = trusted_card(card, keys);
//   if (!trusted) return pass_over(trusted.error().message);   // "no signature verifies: k: …"
//   use(trusted->card);
//
// Pure; safe from any thread.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"

namespace schemagate::a2a::signature {

struct TrustedCard {
  JsonTree card;        // covered_part() of the card, for the form that says most
  std::string finding;  // with which key, in which form
};

// One signature that verifies is enough. Errors: those of check_signatures(); kInvalidAgentResponse when none
// verifies, with each one's reason.
Result<TrustedCard> trusted_card(const JsonTree& card, std::span<const PublicKey> keys);

}  // namespace schemagate::a2a::signature
