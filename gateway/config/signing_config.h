// The keys that published cards are signed with.
#pragma once

#include <optional>
#include <vector>

#include "a2a/signature/key.h"

namespace schemagate {

// How the gateway signs the cards that it publishes.
struct SigningConfig {
  std::optional<a2a::signature::PrivateKey> signer = {};  // absent: cards are not signed
  std::vector<a2a::signature::PublicKey> keys = {};       // published; the signer's first
};

}  // namespace schemagate
