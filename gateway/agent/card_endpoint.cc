#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "a2a/uri/reference.h"
#include "a2a/uri/url.h"
#include "a2a/wire/card_interfaces.h"
#include "extension/object_schemas/mode.h"
#include "gateway/agent/card.h"
#include "gateway/agent/card_members.h"
#include "gateway/net/url.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using a2a::wire::Binding;
using a2a::wire::DeclaredInterface;
using a2a::wire::Version;

// As in FrontedAgent, with room for a spelling that is longer than the agent's.
constexpr a2a::JsonLimits kCardLimits = {.bytes_max = 16 << 20, .depth_max = 128};

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

bool declares_object_schemas(const JsonTree& card) {
  const auto* capabilities = a2a::find_member(card, "capabilities");
  const auto* extensions = capabilities != nullptr ? a2a::find_member(*capabilities, "extensions") : nullptr;
  return extensions != nullptr && a2a::find_index(*extensions, "uri", object_schemas::kExtensionUri);
}

// In its version: as configured, else as the card says, which then need not name an interface.
Version version_of_command(const JsonTree& upstream_card, a2a::JsonValue card, const AgentConfig& agent) {
  if (agent.upstream_version) return *agent.upstream_version;
  const auto interfaces = a2a::wire::declared_interfaces(card);
  const auto* chosen = a2a::wire::choose_interface(interfaces, std::nullopt);
  const bool says = upstream_card.contains("supportedInterfaces") || upstream_card.contains("url") ||
                    upstream_card.contains("protocolVersion");
  return says && chosen != nullptr ? chosen->version.value_or(Version::kV1_0) : Version::kV1_0;
}

UpstreamEndpoint endpoint_of_command(const JsonTree& upstream_card, a2a::JsonValue card,
                                     const AgentConfig& agent) {
  UpstreamEndpoint endpoint;
  endpoint.protocol = {Binding::kJsonRpc, version_of_command(upstream_card, card, agent)};
  endpoint.streaming = agent.upstream_streams && a2a::wire::declares_streaming(card);
  endpoint.extended_card = declares_extended_card(upstream_card);
  endpoint.declares_object_schemas = declares_object_schemas(upstream_card);
  return endpoint;
}

// The interface of this binding in a list of the card; nullptr: there is none.
const JsonTree* websocket_interface(const JsonTree& card, const char* list, const char* binding) {
  const auto* interfaces = a2a::find_member(card, list);
  if (interfaces == nullptr) return nullptr;
  const auto index = a2a::find_index(*interfaces, binding, kWebSocketBinding);
  return index ? &(*interfaces)[*index] : nullptr;
}

// At the URL that is configured, whatever the card says of URLs; in the configured version, else in that of
// the card's interface of this binding, else as the card prefers.
UpstreamEndpoint endpoint_over_websocket(const JsonTree& upstream_card, a2a::JsonValue card,
                                         const AgentConfig& agent) {
  UpstreamEndpoint endpoint;
  endpoint.url = agent.upstream_url;
  endpoint.protocol = {Binding::kJsonRpc, version_of_command(upstream_card, card, agent)};
  const auto* v1_0 = websocket_interface(upstream_card, "supportedInterfaces", "protocolBinding");
  const auto* preferred = a2a::find_string(upstream_card, "preferredTransport");
  const bool is_v0_3 = websocket_interface(upstream_card, "additionalInterfaces", "transport") != nullptr ||
                       (preferred != nullptr && *preferred == kWebSocketBinding);
  if (v1_0 == nullptr && !is_v0_3) return endpoint;
  const auto* tenant = v1_0 != nullptr ? a2a::find_string(*v1_0, "tenant") : nullptr;
  if (tenant != nullptr) endpoint.tenant = *tenant;
  const auto* version = v1_0 != nullptr ? a2a::find_string(*v1_0, "protocolVersion") : nullptr;
  const auto said = a2a::wire::parse_version(version != nullptr ? *version : v1_0 != nullptr ? "1.0" : "0.3");
  if (said && !agent.upstream_version) endpoint.protocol.version = *said;
  return endpoint;
}

a2a::Result<UpstreamEndpoint> endpoint_by_http(a2a::JsonValue card, const AgentConfig& agent) {
  auto interfaces = a2a::wire::declared_interfaces(card);
  // Who is given the address and its binding does not need the card's word for them.
  const bool told = agent.upstream_binding && !agent.upstream_endpoint.empty();
  std::erase_if(interfaces, [&agent, told](const DeclaredInterface& declared) {
    const bool other = !told && agent.upstream_binding.value_or(declared.binding) != declared.binding;
    return other || !resolve(declared.url, agent.upstream_url);
  });
  const auto* chosen = a2a::wire::choose_interface(interfaces, agent.upstream_version);
  if (chosen == nullptr)
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse,
                     "the agent's card offers no " + wanted_binding(agent) + " interface of A2A 1.0 or 0.3");
  UpstreamEndpoint endpoint;
  endpoint.url =
      agent.upstream_endpoint.empty() ? *resolve(chosen->url, agent.upstream_url) : agent.upstream_endpoint;
  endpoint.protocol = {told ? *agent.upstream_binding : chosen->binding,
                       agent.upstream_version.value_or(chosen->version.value_or(Version::kV1_0))};
  endpoint.protocol.bytes_twice = agent.upstream_file_bytes == FileBytes::kTwice;
  endpoint.version_undeclared = agent.upstream_version && chosen->version != agent.upstream_version;
  endpoint.tenant = chosen->tenant;
  return endpoint;
}

}  // namespace

a2a::Result<UpstreamEndpoint> find_endpoint(const JsonTree& upstream_card, const AgentConfig& agent) {
  const auto refused = [](std::string message) {
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, std::move(message));
  };
  if (!upstream_card.is_object()) return refused("the agent's card is not a JSON object");
  a2a::JsonDocument document;
  const auto card = document.parse_own(a2a::dump_tree(upstream_card), kCardLimits);
  if (!card) return refused(card.error().message);
  if (agent.command) return endpoint_of_command(upstream_card, *card, agent);
  auto found = agent.upstream_websocket
                   ? a2a::Result<UpstreamEndpoint>(endpoint_over_websocket(upstream_card, *card, agent))
                   : endpoint_by_http(*card, agent);
  if (!found) return found;
  UpstreamEndpoint& endpoint = *found;
  endpoint.streaming = agent.upstream_streams && a2a::wire::declares_streaming(*card);
  endpoint.extended_card = declares_extended_card(upstream_card);
  if (!agent.credentials.api_key.empty()) {
    auto place = find_api_key_place(upstream_card);
    if (!place) return std::unexpected(place.error());
    endpoint.api_key = *std::move(place);
  }
  endpoint.declares_object_schemas = declares_object_schemas(upstream_card);
  return found;
}

}  // namespace schemagate
