#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "a2a/uri/reference.h"
#include "a2a/uri/url.h"
#include "extension/object_schemas/mode.h"
#include "gateway/agent/card.h"
#include "gateway/agent/card_members.h"
#include "gateway/net/url.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Binding;
using a2a::wire::Protocol;
using a2a::wire::Version;

// An interface as the card names it.
struct Offer {
  Protocol protocol;
  std::string url;  // as written; empty: none given
  std::string tenant;
};

std::string text_of(const JsonTree& tree, std::string_view name) {
  const auto* text = a2a::find_string(tree, name);
  return text != nullptr ? *text : "";
}

// nullopt for one that we do not speak.
std::optional<Binding> binding_of(const JsonTree& tree, std::string_view member_name) {
  const auto* member = a2a::find_member(tree, member_name);
  if (member == nullptr) return Binding::kJsonRpc;
  for (const Binding binding : {Binding::kJsonRpc, Binding::kHttpJson}) {
    if (*member == name(binding)) return binding;
  }
  return std::nullopt;
}

// A version that we do not know is taken for the configured one, if any.
std::optional<Version> version_of(const JsonTree& tree, Version absent, std::optional<Version> configured) {
  const auto text = text_of(tree, "protocolVersion");
  if (text.empty()) return absent;
  const auto version = a2a::wire::parse_version(text);
  return version ? std::optional(*version) : configured;
}

void add_v1_0_offers(const JsonTree& card, std::optional<Version> configured, std::vector<Offer>& offers) {
  const auto* interfaces = a2a::find_member(card, "supportedInterfaces");
  if (interfaces == nullptr || !interfaces->is_array()) return;
  for (const auto& interface : *interfaces) {
    const auto version = version_of(interface, Version::kV1_0, configured);
    const auto binding = binding_of(interface, "protocolBinding");
    if (!interface.is_object() || !version || !binding) continue;
    offers.push_back({{*binding, *version}, text_of(interface, "url"), text_of(interface, "tenant")});
  }
}

// The main interface of a v0.3 card and, behind it, the additional ones, which stand in no order: JSON-RPC
// first, as it loses nothing.
void add_v0_3_offers(const JsonTree& card, std::optional<Version> configured, std::vector<Offer>& offers) {
  if (!card.contains("url") && card.contains("supportedInterfaces")) return;
  const auto version = version_of(card, Version::kV0_3, configured);
  if (!version) return;
  const auto main = binding_of(card, "preferredTransport");
  if (main) offers.push_back({{*main, *version}, text_of(card, "url"), ""});
  const auto* interfaces = a2a::find_member(card, "additionalInterfaces");
  if (interfaces == nullptr || !interfaces->is_array()) return;
  for (const Binding binding : {Binding::kJsonRpc, Binding::kHttpJson}) {
    for (const auto& interface : *interfaces) {
      const bool usable = interface.is_object() && binding_of(interface, "transport") == binding;
      if (usable) offers.push_back({{binding, *version}, text_of(interface, "url"), ""});
    }
  }
}

// The first offer of the wanted version. An agent that speaks another version than its card says can still be
// reached: the configured version then goes with what the card offers.
std::optional<Offer> choose(const std::vector<Offer>& offers, std::optional<Version> wanted) {
  const auto version_of_offer = [](const Offer& offer) { return offer.protocol.version; };
  for (const auto version : {wanted.value_or(Version::kV1_0), Version::kV0_3}) {
    const auto offer = std::ranges::find(offers, version, version_of_offer);
    if (offer == offers.end()) continue;
    return Offer{{offer->protocol.binding, wanted.value_or(version)}, offer->url, offer->tenant};
  }
  if (!wanted || offers.empty()) return std::nullopt;
  return Offer{{offers.front().protocol.binding, *wanted}, offers.front().url, offers.front().tenant};
}

// What `reference` of a card that was found at `base` means (RFC 3986 section 5), on the origin of `base`;
// nullopt for what is no http or https URL.
std::optional<std::string> resolve(const std::string& reference, const std::string& base) {
  const auto base_url = net::parse_url(base);
  const auto url = a2a::uri::parse_url(a2a::uri::resolve(base, reference));
  if (!base_url || !url) return std::nullopt;
  return base_url->origin() + url->target();
}

std::string wanted_binding(const AgentConfig& agent) {
  return agent.upstream_binding ? std::string(name(*agent.upstream_binding)) : "JSONRPC or HTTP+JSON";
}

bool declares_object_schemas(const JsonTree& capabilities) {
  const auto* extensions = a2a::find_member(capabilities, "extensions");
  return extensions != nullptr && a2a::find_index(*extensions, "uri", object_schemas::kExtensionUri);
}

}  // namespace

a2a::Result<UpstreamEndpoint> find_endpoint(const JsonTree& upstream_card, const AgentConfig& agent) {
  const auto refused = [](std::string message) {
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(message));
  };
  if (!upstream_card.is_object()) return refused("the agent's card is not a JSON object");
  std::vector<Offer> offers;
  add_v1_0_offers(upstream_card, agent.upstream_version, offers);
  add_v0_3_offers(upstream_card, agent.upstream_version, offers);
  // Who is given the address and its binding does not need the card's word for them.
  const bool told = agent.upstream_binding && !agent.upstream_endpoint.empty();
  std::erase_if(offers, [&agent, told](const Offer& offer) {
    const Binding binding = offer.protocol.binding;
    const bool other = !told && agent.upstream_binding.value_or(binding) != binding;
    return other || !resolve(offer.url, agent.upstream_url);
  });
  const auto offer = choose(offers, agent.upstream_version);
  if (!offer)
    return refused("the agent's card offers no " + wanted_binding(agent) + " interface of A2A 1.0 or 0.3");

  UpstreamEndpoint endpoint;
  endpoint.url =
      agent.upstream_endpoint.empty() ? *resolve(offer->url, agent.upstream_url) : agent.upstream_endpoint;
  endpoint.protocol = offer->protocol;
  if (told) endpoint.protocol.binding = *agent.upstream_binding;
  endpoint.tenant = offer->tenant;
  endpoint.extended_card = declares_extended_card(upstream_card);
  if (const auto* capabilities = a2a::find_member(upstream_card, "capabilities")) {
    const auto* streaming = a2a::find_member(*capabilities, "streaming");
    endpoint.streaming = streaming != nullptr && *streaming == true;
    endpoint.declares_object_schemas = declares_object_schemas(*capabilities);
  }
  return endpoint;
}

}  // namespace schemagate
