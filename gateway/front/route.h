// From a request's target to what it names. Nothing is answered or refused here.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "a2a/error.h"
#include "a2a/wire/version.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/front/refusal.h"
#include "gateway/net/http.h"

namespace schemagate {

enum class RouteKind {
  kNone,       // nothing of ours
  kHealth,     // /healthz
  kKeySet,     // /.well-known/jwks.json: the keys that cards are signed with
  kCard,       // {agent}/.well-known/agent-card.json, and the legacy agent.json
  kTemplates,  // {agent}/schemaTemplates[/{scenario}[/patches]]
  kContext,    // /contexts/{id}: what the context of an agent refers to
  kJsonRpc,    // {agent}
  kHttpJson,   // {agent}/{path of an operation}
  kWebSocket,  // {agent}, of a request that upgrades; not known from the target
};

// What holds for all requests of a kind.
struct RouteRule {
  std::string_view methods;  // that the URL takes, as in Allow; empty: the binding decides
  bool is_call;              // for an operation, which a binding decodes; else for a document
  bool is_public;            // to be had without being known: what a client reads before it can log in
};

constexpr RouteRule rule_of(RouteKind kind) {
  constexpr std::string_view kReadable = "GET, HEAD";
  switch (kind) {
    case RouteKind::kNone:  // who may not know what is here does not learn it from what is not
      return {.methods = {}, .is_call = false, .is_public = false};
    case RouteKind::kHealth:
    case RouteKind::kKeySet:
    case RouteKind::kCard:
      return {.methods = kReadable, .is_call = false, .is_public = true};
    case RouteKind::kTemplates:
      return {.methods = kReadable, .is_call = false, .is_public = false};
    case RouteKind::kContext:
      return {.methods = "GET, PUT", .is_call = false, .is_public = false};
    case RouteKind::kJsonRpc:
      return {.methods = "POST", .is_call = true, .is_public = false};
    case RouteKind::kHttpJson:
      return {.methods = {}, .is_call = true, .is_public = false};
    case RouteKind::kWebSocket:
      return {.methods = "GET", .is_call = false, .is_public = false};
  }
  return {};
}

// Borrows from the target. Nothing is decoded: a name with an escape is no agent's.
struct Route {
  RouteKind kind = RouteKind::kNone;
  std::string_view agent = {};  // as the target has it; empty: the root agent
  // Whose it is, as it is now; nullptr for kNone, kHealth, kKeySet and kContext.
  std::shared_ptr<const AgentSnapshot> served = {};
  std::string_view scenario = {};  // still percent-encoded; empty: all templates
  bool patches = false;            // kTemplates: of the scenario, {agent}/schemaTemplates/{scenario}/patches
  std::string_view since = {};     // the same: `since` of the query, still percent-encoded
  std::string_view preferred_language = {};  // `preferredLanguage` of the query; empty when absent
  std::string_view version = {};  // `A2A-Version` of the query (A2A v1.0.1 section 3.6.1); empty when absent
  std::string_view path = {};     // kHttpJson: behind the interface's URL, from its slash on
  std::string_view query = {};    // kHttpJson: without the question mark
  bool at_root = false;           // kHttpJson: the agent is not named, it is the root's
};

// By the target alone: `served` is nullptr, and nothing is kHttpJson.
Route parse_target(std::string_view target);

// The same with the agent that is served there. What is no agent's own URL, card or templates may be a path
// of HTTP+JSON; what begins with no agent's name is the root agent's then.
Route find_route(const AgentDirectory& agents, std::string_view target);

// Of a target, for the log: without the query, which may hold what is secret, and cut where it is long.
std::string_view logged_path(std::string_view target);

// 404 where nothing is, 405 where the URL takes other methods.
Step check_route(const Route& route, std::string_view method);

// The version that the header A2A-Version names, or else the query; nullopt when neither does. Errors:
// kVersionNotSupported.
a2a::Result<std::optional<a2a::wire::Version>> requested_version(const net::HttpRequest& request,
                                                                 const Route& route);

}  // namespace schemagate
