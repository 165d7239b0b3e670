#include "gateway/front/route.h"

#include <algorithm>

#include "gateway/agent/card.h"

namespace schemagate {
namespace {

constexpr std::string_view kWellKnown = "/.well-known/";
constexpr std::string_view kTemplates = "/schemaTemplates";
constexpr std::string_view kPatches = "/patches";
constexpr std::string_view kContexts = "/contexts/";

std::string_view query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(pair.size() == query.size() ? pair.size() : pair.size() + 1);
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}

bool is_card_name(std::string_view name) {
  return name == "agent-card.json" || name == "agent.json";
}

// "/fight" and "/fight/" name the agent "fight", "/" and "" the root agent.
bool take_agent(std::string_view path, std::string_view& agent) {
  if (path.ends_with('/')) path.remove_suffix(1);
  const bool is_root = path.empty();
  if (path.starts_with('/')) path.remove_prefix(1);
  agent = path;
  return is_root || (!path.empty() && !path.contains('/'));
}

// "/flight/schemaTemplates" and "/flight/schemaTemplates/flight_booking".
bool take_templates(std::string_view path, std::string_view query, Route& route) {
  const std::size_t known = path.find(kTemplates);
  if (known == path.npos) return false;
  std::string_view scenario = path.substr(known + kTemplates.size());
  if (!scenario.empty() && !scenario.starts_with('/')) return false;
  scenario.remove_prefix(scenario.empty() ? 0 : 1);
  route.patches = scenario.size() > kPatches.size() && scenario.ends_with(kPatches);
  if (route.patches) scenario.remove_suffix(kPatches.size());
  if (scenario.contains('/') || !take_agent(path.substr(0, known), route.agent)) return false;
  route.scenario = scenario;
  route.preferred_language = query_value(query, "preferredLanguage");
  route.since = query_value(query, "since");
  return true;
}

bool is_context(std::string_view path) {
  return path.starts_with(kContexts) && path.size() > kContexts.size() &&
         !path.substr(kContexts.size()).contains('/');
}

// Whether an agent is served there, and has what is asked for.
bool is_served(const Route& route) {
  if (route.served == nullptr) return false;
  if (route.kind != RouteKind::kTemplates) return true;
  return route.patches ? route.served->config().evolution.enabled : !route.served->templates().empty();
}

// The first segment names the agent, or the whole path is the root agent's.
Route find_rest_route(const AgentDirectory& agents, std::string_view target, Route route) {
  const std::size_t mark = std::min(target.find('?'), target.size());
  const std::string_view path = target.substr(0, mark);
  const std::size_t end = std::min(path.find('/', 1), path.size());
  route.kind = RouteKind::kNone;
  route.served = nullptr;
  if (!path.starts_with('/')) return route;
  auto agent = agents.find(path.substr(1, end - 1));
  route.at_root = agent == nullptr;
  route.path = route.at_root ? path : path.substr(end);
  route.query = target.substr(std::min(mark + 1, target.size()));
  if (route.at_root) agent = agents.root();
  if (agent == nullptr || route.path.size() <= 1) return route;
  auto served = agent->snapshot();
  if (!served->config().http_json) return route;
  route.kind = RouteKind::kHttpJson;
  route.served = std::move(served);
  return route;
}

bool takes(std::string_view methods, std::string_view method) {
  while (!methods.empty()) {
    const std::string_view one = methods.substr(0, methods.find(','));
    if (one == method) return true;
    methods.remove_prefix(std::min(one.size() + 2, methods.size()));
  }
  return false;
}

}  // namespace

Route parse_target(std::string_view target) {
  const std::size_t mark = target.find('?');
  const std::string_view path = target.substr(0, mark);
  const std::string_view query = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  Route route;
  route.version = query_value(query, "A2A-Version");
  if (path == "/healthz") {
    route.kind = RouteKind::kHealth;
  } else if (path == kKeySetPath) {
    route.kind = RouteKind::kKeySet;
  } else if (is_context(path)) {
    route.kind = RouteKind::kContext;
  } else if (const std::size_t known = path.find(kWellKnown); known != std::string_view::npos) {
    const bool is_card = is_card_name(path.substr(known + kWellKnown.size()));
    if (is_card && take_agent(path.substr(0, known), route.agent)) route.kind = RouteKind::kCard;
  } else if (take_templates(path, query, route)) {
    route.kind = RouteKind::kTemplates;
  } else if (path.starts_with('/') && take_agent(path, route.agent)) {
    route.kind = RouteKind::kJsonRpc;
  }
  return route;
}

Route find_route(const AgentDirectory& agents, std::string_view target) {
  Route route = parse_target(target);
  const bool is_gateways_own = route.kind == RouteKind::kHealth || route.kind == RouteKind::kKeySet ||
                               route.kind == RouteKind::kContext;
  if (is_gateways_own) return route;
  if (route.kind != RouteKind::kNone) {
    auto agent = route.agent.empty() ? agents.root() : agents.find(route.agent);
    if (agent != nullptr) route.served = agent->snapshot();
  }
  return is_served(route) ? route : find_rest_route(agents, target, route);
}

std::string_view logged_path(std::string_view target) {
  constexpr std::size_t kLoggedBytes = 256;
  return target.substr(0, std::min(target.find('?'), kLoggedBytes));
}

Step check_route(const Route& route, std::string_view method) {
  if (route.kind == RouteKind::kNone) return std::unexpected(nothing_here("no agent is served here"));
  const std::string_view methods = rule_of(route.kind).methods;
  if (methods.empty() || takes(methods, method)) return {};
  return std::unexpected(method_not_allowed(std::string(methods)));
}

a2a::Result<std::optional<a2a::wire::Version>> requested_version(const net::HttpRequest& request,
                                                                 const Route& route) {
  std::string_view text = request.header("A2A-Version");
  if (text.empty()) text = route.version;
  if (text.empty()) return std::optional<a2a::wire::Version>();
  auto version = a2a::wire::parse_version(text);
  if (!version) return std::unexpected(version.error());
  return std::optional<a2a::wire::Version>(*version);
}

}  // namespace schemagate
