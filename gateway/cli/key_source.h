// Where the keys are that signatures of cards are verified with.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/failure.h"
#include "a2a/signature/card.h"
#include "gateway/cli/console.h"

namespace schemagate::cli {

// What is asked for where a key set should be.
inline constexpr std::string_view kAcceptedKeySets = "application/jwk-set+json, application/json";

// How key sets are reached.
struct KeyAccess {
  a2a::tls::Files tls = {};  // a certificate is shown at the card's origin only
  bool any_origin = false;   // also at another origin than the card's
};

// A key set that was looked at.
struct KeySource {
  std::string place;    // URL, or the path of a file
  std::string problem;  // why it gave no keys; empty: it did
};

struct FoundKeys {
  std::vector<a2a::signature::PublicKey> keys;
  std::vector<KeySource> sources;
};

// The key set in a file, or at a URL that begins with http:// or https://. Errors: those of fetching and
// reading; kArgument for what is no key set.
a2a::client::Outcome<FoundKeys> read_keys(const Console& console, const std::string& place,
                                          const KeyAccess& access);

// The key sets that the signatures name, four at most; when they name none, the one at the origin of the
// card. One at another origin than the card's is fetched only by `any_origin`: who forges a card names a
// key set of his own. Nothing but the URLs is sent, no credentials either. What gives no keys is told in the
// sources.
FoundKeys fetch_named_keys(std::span<const a2a::signature::CheckedSignature> signatures,
                           const std::string& card_url, const KeyAccess& access);

}  // namespace schemagate::cli
