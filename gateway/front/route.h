// From a request target to what it names. Pure.
#pragma once

#include <string_view>

namespace schemagate {

enum class RouteKind {
  kNone,       // nothing of ours
  kHealth,     // /healthz
  kKeySet,     // /.well-known/jwks.json: the keys that cards are signed with
  kCard,       // {agent}/.well-known/agent-card.json, and the legacy agent.json
  kTemplates,  // {agent}/schemaTemplates[/{scenario}]
  kCall,       // {agent}: JSON-RPC
};

struct Route {
  RouteKind kind = RouteKind::kNone;
  std::string_view agent = {};               // empty: the root agent
  std::string_view scenario = {};            // still percent-encoded; empty: all templates
  std::string_view preferred_language = {};  // `preferredLanguage` of the query; empty when absent
  std::string_view version = {};  // `A2A-Version` of the query (v1.0.1 section 3.6.1); empty when absent
};

// Borrows from `target`. Nothing is decoded: a name with an escape is no agent's.
Route parse_target(std::string_view target);

}  // namespace schemagate
