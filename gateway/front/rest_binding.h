// The HTTP+JSON binding towards clients: from a request to what it asks for. The calls that it makes, and the
// answers to them, are those of JSON-RPC. Pure.
#pragma once

#include <optional>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/document.h"
#include "gateway/agent/agent.h"
#include "gateway/config/config.h"
#include "gateway/front/invocation.h"
#include "gateway/net/http.h"

namespace schemagate {

// Whom a request's target names, and what at that agent. Borrows from the target.
struct RestRoute {
  Agent* agent;
  std::string_view path;   // behind the interface's URL, from its slash on
  std::string_view query;  // without the question mark
  bool is_root = false;    // the agent is not named: it is the root's
};

// nullopt when the target names no agent that offers the binding, or nothing behind it. To be asked when the
// target is neither an agent's own URL nor its card. What begins with no agent's name is the root agent's.
std::optional<RestRoute> find_rest_route(const AgentDirectory& agents, std::string_view target);

// `version` is what the request names besides its path (header or query), if anything.
// The refusal, an error with its status, comes in the shape of the version that the path belongs to:
// 404 and 405 for what is not there (tenants of a root agent among it: their names would be those of agents),
// VERSION_NOT_SUPPORTED for a path of another version, 415 for a body that is not JSON, and the errors of
// decoding. `document` holds the body afterwards.
a2a::Result<Invocation, net::HttpResponse> decode_rest_call(
    net::HttpRequest& request, const RestRoute& route,
    const a2a::Result<std::optional<a2a::wire::Version>>& version, const GatewayLimits& limits,
    a2a::JsonDocument& document);

// Of the operations on push notification configs.
bool is_push(a2a::wire::Operation operation);

// The error that says so.
a2a::Error not_offered(a2a::wire::Operation operation);

}  // namespace schemagate
