// Where an agent's card says that the agent can be called (v1.0.1 section 8.3, v0.3.0 section 5.6): the one
// reader of interfaces, for cards from 0.2 to 1.0 and for those that are of two versions at once.
//
//   std::vector<DeclaredInterface> interfaces = declared_interfaces(card);
//   std::erase_if(interfaces, [](const DeclaredInterface& each) { return !is_reachable(each.url); });
//   const DeclaredInterface* chosen = choose_interface(interfaces, std::nullopt);
//
// Which URLs may be called, and what relative ones mean, is the caller's to say. Pure; safe from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/wire/outgoing_call.h"

namespace schemagate::a2a::wire {

// An interface as the card names it.
struct DeclaredInterface {
  std::string url;  // as written, relative ones included; empty: none given
  Binding binding = Binding::kJsonRpc;
  std::optional<Version> version;  // nullopt: one that is not spoken here
  std::string tenant = {};         // v1.0: to be sent with every request; empty: none
  bool operator==(const DeclaredInterface&) const = default;
};

// The binding that a card means: its name, however its letters are written ("jsonrpc", "JSON-RPC",
// "HTTP_JSON"). nullopt for one that is not spoken here.
std::optional<Binding> parse_binding(std::string_view text);

// All interfaces of a card whose binding is spoken here, the preferred ones of each version first:
// `supportedInterfaces` in their order, then v0.3's main one, then the additional ones, which stand in no
// order: JSON-RPC first, as it loses nothing. What a card leaves out, or has as null, is JSON-RPC, and the
// version of the list: 1.0 or 0.3; 0.2 is called as 0.3 is. A card with neither list nor URL has one
// interface, without a URL. Empty for what is no object.
std::vector<DeclaredInterface> declared_interfaces(JsonValue card);

// The URLs of all interfaces, those of bindings that are not spoken here included; as written, empty ones
// left out. Borrows from the card.
std::vector<std::string_view> declared_urls(JsonValue card);

// The first interface of the version that the caller wants; where no interface has it, the first of all, for
// cards that declare one version and speak the other exist. Without a wish the first one of 1.0, else of 0.3.
// nullptr: there is none. Borrows from `interfaces`.
const DeclaredInterface* choose_interface(std::span<const DeclaredInterface> interfaces,
                                          std::optional<Version> wanted);

// Whether the card says that the agent streams.
bool declares_streaming(JsonValue card);

}  // namespace schemagate::a2a::wire
