// The declaration of this extension in an agent's card (section 3.1 of the draft: the server agent publishes
// its schemas).
//
//   declare(card, catalogue);
//   // card: {"capabilities":{"extensions":[{"uri":…,"params":{"scenarios":["flight_booking"],…
//
// Pure but for the card that is written to; calls with different cards are safe from any thread.
#pragma once

#include "a2a/json/tree.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate::schema_interaction {

// Puts kExtensionUri into capabilities.extensions with the parameters `methods`, `scenarios` and
// `templateDigests`, which has the digest of each template, superseded ones included, by schema_id and
// language: under a signature of the card they vouch for what is negotiated (section 7: integrity of
// schemas). `evolves`: the methods of evolution_requests.h are offered, too. An empty catalogue and a card
// that is no object leave the card as it is; members of others stay.
void declare(a2a::JsonTree& card, const Catalogue& catalogue, bool evolves = false);

// Takes an agent's own declaration out: the gateway does not pass its questions on. False when there is none.
bool remove_declaration(a2a::JsonTree& card);

}  // namespace schemagate::schema_interaction
