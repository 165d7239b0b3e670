// What of an agent card a signature covers (A2A v1.0.1 section 8.4.1), in the two forms that are in use.
// Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "a2a/json/tree.h"

namespace schemagate::a2a::signature {

enum class CardForm : std::uint8_t {
  // The card as it was received, without `signatures` and without members of the v1.0 card that hold their
  // default
  // and are neither REQUIRED nor `optional`. Members that v1.0 does not know are covered.
  kSpecification,
  // What the official SDKs for JavaScript (1.x) and Python compute: the members of the v1.0 card alone, and
  // of
  // these nothing that is empty (text, array, object, null), at any depth, params of extensions among it.
  kSdk,
};
// "specification" or "sdk", for readers and logs.
std::string_view name(CardForm form);

// The members of `card` that a signature of this form vouches for, with their values. For kSdk, empty values
// of it may have been added or taken away by others.
JsonTree covered_part(const JsonTree& card, CardForm form);

// The text that is signed. `card` is no deeper than kCanonicalDepthMax. Errors: those of canonical_json().
Result<std::string> signed_payload(const JsonTree& card, CardForm form);

}  // namespace schemagate::a2a::signature
