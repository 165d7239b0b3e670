// The card that the gateway publishes for an agent: the agent's own, with the gateway's URLs and the
// contract. Works on raw JSON, so members that we do not know survive.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/tree.h"
#include "a2a/signature/key.h"
#include "a2a/wire/outgoing_call.h"
#include "extension/object_schemas/card.h"
#include "gateway/agent/agent_credentials.h"
#include "gateway/config/agent_config.h"

namespace schemagate {

// Where the gateway serves the keys that cards are signed with, behind its public URL.
inline constexpr std::string_view kKeySetPath = "/.well-known/jwks.json";

// What the gateway needs to know to call the agent.
struct UpstreamEndpoint {
  std::string url;  // of the interface, absolute
  a2a::wire::Protocol protocol;
  bool streaming = false;  // its card says so, and the configuration does not forbid it
  std::string tenant;      // v1.0: echoed in every request when set
  bool declares_object_schemas = false;
  bool extended_card = false;               // the agent says that it has one
  bool version_undeclared = false;          // the configured version is none of those that the card offers
  std::optional<ApiKeyPlace> api_key = {};  // where the configured API key goes; nullopt: there is none
};
// Picks the interface that the card prefers (a2a::wire::choose_interface()) of those that have the configured
// binding, if any, and can be called; in the configured version, if any. A configured version that the card
// does not offer is used on the interface that it does, and so is a configured binding together with a
// configured endpoint. The URL is the configured endpoint if any, else the interface's path on the origin of
// `agent.upstream_url`: a card can neither send the gateway to another host nor, behind a proxy, name one
// that only others can reach. Relative and missing URLs resolve against `agent.upstream_url`. Errors:
// kInvalidAgentResponse when the card offers no interface of a binding and version that we speak; those of
// find_api_key_place() where an API key is configured.
// An agent over WebSocket is called at `agent.upstream_url`, by JSON-RPC in the configured version, else in
// that of its card's interface with kWebSocketBinding, else as the card prefers. An agent that is a command
// has no URL, and is called by JSON-RPC in the configured version, else the card's.
a2a::Result<UpstreamEndpoint> find_endpoint(const a2a::JsonTree& upstream_card, const AgentConfig& agent);

// Ready to be sent.
struct Representation {
  std::string body;
  std::string etag;  // quoted strong tag, a hash of the body
};
Representation represent(std::string body);

struct PublishedCards {
  Representation hybrid;  // no A2A-Version header: the members of both versions
  Representation v0_3;
  Representation v1_0;
};

// Under which name an agent is published.
struct CardIdentity {
  std::string base_url;  // where this agent is served, e.g. http://gw/fight (or http://gw for the root)
  std::string context_store = {};  // where the gateway's context store is, if it has one
  std::shared_ptr<const a2a::signature::PrivateKey> signer = {};  // nullptr: cards are not signed
  std::string key_set_url = {};                                   // where clients find the signer's key
  bool takes_certificates = true;  // clients may show one where the card is read
};

struct CardResult {
  PublishedCards cards;
  std::vector<PublishedCards> elsewhere;  // under each of the further names
  object_schemas::Contract contract;      // what is declared: as configured, and as adopted from the card
  std::vector<object_schemas::CardProblem> refused;   // what of the card's own contract is not: warnings
  std::vector<object_schemas::CardProblem> problems;  // fatal ones: do not publish
};
// What the card declares of the two extensions is taken out: its schemas are adopted where the configuration
// says so (object_schemas::adopt()), its get_schema_template is not passed on. The configured card is laid
// over the rest (skills by id, extensions by URI, other members replaced), then:
// - every interface becomes the gateway's own: JSON-RPC and, unless it is switched off, HTTP+JSON, once per
//   version;
// - capabilities are those that the gateway offers (streaming yes, push notifications as configured, the
//   extended card where it is configured and the agent has one); the extensions among them stay;
// - signatures are dropped, for a rewritten card no longer matches them, and the gateway's own take their
//   place;
// - security schemes and requirements of the agent and of each skill, which are those of its own listener,
// are
//   replaced by the gateway's (AgentConfig::security); without `authentication` there are none;
// - the contract and the templates are declared (declare() of both extensions) and the outcome checked
//   (object_schemas::lint).
// Problems besides those of lint(): members that A2A requires and nobody gives, or of a wrong type (fatal,
// and the cards are empty); configured members that are not published (warnings). Paths are JSON Pointers.
// `elsewhere`: further names, which differ from `identity` in the URL and in what clients may show there
// alone.
CardResult publish_card(const a2a::JsonTree& upstream_card, const AgentConfig& agent,
                        const CardIdentity& identity, std::span<const CardIdentity> elsewhere = {});

// The agent's extended card after the same treatment, in one version, as JSON text. The extension's root
// member `schemas` stands in it only when the caller has activated the extension; under `params` the schemas
// always stand. Errors: kInvalidAgentResponse when the card cannot be published, with the reason.
// `contract`: of the snapshot; nothing more is adopted. Skills, the configured card's too, stand in it where
// `shows` their ids; nullptr: all do.
a2a::Result<std::string> publish_extended_card(const a2a::JsonTree& upstream_card, const AgentConfig& agent,
                                               const object_schemas::Contract& contract,
                                               const CardIdentity& identity, a2a::wire::Version version,
                                               bool with_root_schemas,
                                               const std::function<bool(std::string_view)>& shows = nullptr);

}  // namespace schemagate
