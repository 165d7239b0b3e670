#include "gateway/front/documents.h"

#include <utility>

#include "a2a/json/text.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/template_endpoint.h"

namespace schemagate {
namespace {

using a2a::wire::Version;
using Document = a2a::Result<net::HttpResponse, Refusal>;

constexpr std::string_view kIfNoneMatch = "If-None-Match";

net::HttpResponse health(const AgentDirectory& directory) {
  std::string agents = "{";
  bool all_ready = true;
  for (const auto& agent : directory.all()) {
    const bool ready = agent->state() != nullptr;
    all_ready = all_ready && ready;
    a2a::append_string_member(agents, agent->config().name, ready ? "ready" : "unreachable");
  }
  std::string body = "{";
  a2a::append_string_member(body, "status", all_ready ? "ok" : "degraded");
  a2a::append_raw_member(body, "agents", agents + "}");
  return json_answer(200, body + "}");
}

Document key_set(const net::HttpRequest& request, const AgentDirectory& agents) {
  const Representation* keys = agents.key_set();
  if (keys == nullptr) return std::unexpected(nothing_here("cards are not signed here"));
  return key_set_answer(keys->body, keys->etag, request.header(kIfNoneMatch));
}

const Representation& choose(const PublishedCards& cards, const net::HttpRequest& request,
                             const Route& route) {
  auto version = requested_version(request, route);
  if (!version || !*version) return cards.hybrid;
  return **version == Version::kV1_0 ? cards.v1_0 : cards.v0_3;
}

Document card(const net::HttpRequest& request, const Route& route) {
  const auto state = route.served->state();
  if (!state) return std::unexpected(unavailable("the agent's card could not be fetched yet"));
  const Representation& chosen = choose(state->cards, request, route);
  return card_answer(chosen.body, chosen.etag, request.header(kIfNoneMatch));
}

net::HttpResponse schema_template(const net::HttpRequest& request, const Route& route) {
  const auto version = requested_version(request, route);
  const Version spoken = version && *version ? **version : Version::kV1_0;
  return get_template(route.served->templates(), route, spoken, request.header(kIfNoneMatch));
}

}  // namespace

Document read_document(const net::HttpRequest& request, const Route& route, const AgentDirectory& agents) {
  switch (route.kind) {
    case RouteKind::kHealth:
      return health(agents);
    case RouteKind::kKeySet:
      return key_set(request, agents);
    case RouteKind::kCard:
      return card(request, route);
    case RouteKind::kTemplates:
      return schema_template(request, route);
    case RouteKind::kNone:
    case RouteKind::kJsonRpc:
    case RouteKind::kHttpJson:
      break;
  }
  std::unreachable();
}

}  // namespace schemagate
