// Finding an agent's card and the interface to call (A2A v1.0.1 section 8, v0.3.0 section 5).
//
//   auto card = client::fetch_card("https://agent.example");
//   if (!card) return report(card.error());
//   JsonDocument document;
//   auto root = document.parse(card->text, client::card_limits());
//   auto interface = client::select_interface(*root, card->url);   // or discover() in client.h: all of it
//
// Blocking; every function may be called from any number of threads at once.
#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"
#include "a2a/client/http.h"
#include "a2a/json/document.h"
#include "a2a/wire/outgoing_call.h"

namespace schemagate::a2a::client {

struct FetchOptions {
  // Sent with every request, for example Authorization; refused and replaced as those of ClientOptions are.
  http::Headers headers = {};
  // Of each request; several addresses may be tried.
  Timeouts timeouts = {.connect = std::chrono::seconds(5),
                       .silence = std::chrono::seconds(10),
                       .total = std::chrono::seconds(15)};
  std::size_t card_bytes_max = 4 << 20;
  // Of the card that the caller holds: sent as If-None-Match. Empty: none.
  std::string etag = {};
  tls::Files tls = {};
};

struct FetchedCard {
  // A JSON object, as it was sent; empty when `not_modified`.
  std::string text;
  // Where it was found.
  std::string url;
  // As sent, quotes included; empty: none.
  std::string etag;
  // The card of FetchOptions::etag is still the agent's.
  bool not_modified = false;
};

// Fetches the card that belongs to `url`. A path that ends in ".json" is the card's own address and the only
// one tried. Otherwise, in this order: /.well-known/agent-card.json below the URL's path, the origin's, then
// the legacy agent.json in both places. With a path, the origin's card is taken only when one of its
// interfaces lies at that path, below or above it: a host may carry several agents, and who mistypes one must
// not reach another. `timeouts` hold for each request. Errors: kArgument (URL, header); kUnreachable,
// kTls, kTimeout and kCanceled at once; kAgent for HTTP 401 and 403; kProtocol when no address gives a card:
// redirects (not followed), other content than JSON, more than `card_bytes_max`, JSON that is no card,
// another agent's card.
Outcome<FetchedCard> fetch_card(std::string_view url, const FetchOptions& options = {},
                                const std::stop_token& stop = {});

// Where and how to call an agent (v1.0.1 section 4.4.6).
struct AgentInterface {
  // Absolute.
  std::string url;
  wire::Version version = wire::Version::kV1_0;
  // v1.0: sent with every request when set.
  std::string tenant = {};
  // Whether the card says that the agent streams.
  bool streaming = false;
  wire::Binding binding = wire::Binding::kJsonRpc;
  wire::Protocol protocol() const { return {binding, version}; }
  bool operator==(const AgentInterface&) const = default;
};

// Picks the interface that the card prefers (wire::choose_interface()) of those with an http or https URL: of
// `version` if given, else of 1.0 before 0.3. Relative URLs resolve against `card_url`. When `version` is
// given and no interface declares it, the first one is called in that version all the same: cards that
// declare one version and speak the other exist. Errors: kArgument for `card_url`; kProtocol when the card
// offers no interface that can be called.
Outcome<AgentInterface> select_interface(JsonValue card, std::string_view card_url,
                                         std::optional<wire::Version> version = std::nullopt);

// The limits for reading a card with JsonDocument.
JsonLimits card_limits(std::size_t bytes_max = FetchOptions{}.card_bytes_max);

}  // namespace schemagate::a2a::client
