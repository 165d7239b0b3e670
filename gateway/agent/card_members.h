// Which members of an agent card the gateway owns, and the ones that each A2A version has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/object_schemas/card.h"
#include "gateway/access/card_security.h"

namespace schemagate {

// `overlay`'s skills are merged into those of `card` by id, its extensions by URI (member by member, new ones
// at the end), its other members replace the card's. Members that the gateway owns, other capabilities than
// extensions among them, are left out, with a warning each.
void lay_over(a2a::JsonTree& card, const a2a::JsonTree& overlay,
              std::vector<object_schemas::CardProblem>& problems);

// That the agent wants credentials which the gateway has none for, where its card says so: they describe the
// agent's own door, so clients never see them.
void note_security(const a2a::JsonTree& card, bool has_headers,
                   std::vector<object_schemas::CardProblem>& problems);

// Removes the interfaces, signatures and security members that are not the gateway's, of the card and of its
// skills, and replaces the capabilities but for their extensions.
void take_ownership(a2a::JsonTree& card);

// What A2A requires of a card in both versions: present and of the right type (else fatal), arrays not empty
// and skills complete (else a warning).
void check_required(const a2a::JsonTree& card, std::vector<object_schemas::CardProblem>& problems);

// Whether the agent says, in the way of either version, that it has an extended card.
bool declares_extended_card(const a2a::JsonTree& card);

// JSON-RPC over WebSocket, a custom binding (A2A v1.0.1 section 5.8); its specification is the section on
// clients over WebSocket of gateway/CONFIG.md.
inline constexpr const char* kWebSocketBinding = "https://schemagate.dev/bindings/websocket/v1";

// Where clients find the agent.
struct Interfaces {
  std::string json_rpc;                // with a path even where the agent is the root
  std::string http_json;               // without a slash at its end; empty: not offered
  std::string websocket = {};          // JSON-RPC over WebSocket; empty: not offered
  bool extended_card = false;          // there is one to be asked for
  access::CardSecurity security = {};  // how its callers prove who they are
};
// Adds the interface members of one version. JSON-RPC comes first: it is what most clients take.
void add_v0_3_members(a2a::JsonTree& card, const Interfaces& interfaces);
void add_v1_0_members(a2a::JsonTree& card, const Interfaces& interfaces);

}  // namespace schemagate
