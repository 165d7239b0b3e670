// The declaration of this extension in an agent's card (section 3.1: the server agent publishes its schemas).
// Pure.
#pragma once

#include "a2a/json/tree.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// Puts kExtensionUri into capabilities.extensions with the parameters `methods`, `scenarios` and
// `templateDigests`, which has the digest of each template by schema_id and language: under a signature of
// the card they vouch for what is negotiated (SD-93). An empty catalogue leaves the card as it is.
void declare(a2a::JsonTree& card, const Catalogue& catalogue);

}  // namespace schemagate::schema_interaction
