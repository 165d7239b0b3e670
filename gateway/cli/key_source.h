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
a2a::client::Outcome<FoundKeys> read_keys(const Console& console, const std::string& place);

// The key sets that the signatures name, four at most; when they name none, the one at the origin of the
// card. One at another origin than the card's is fetched only when `any_origin`: who forges a card names a
// key set of his own. Nothing but the URLs is sent. What gives no keys is told in the sources.
FoundKeys fetch_named_keys(std::span<const a2a::signature::CheckedSignature> signatures,
                           const std::string& card_url, bool any_origin);

}  // namespace schemagate::cli
