#include "gateway/front/route.h"

#include "gateway/agent/card.h"

namespace schemagate {
namespace {

constexpr std::string_view kWellKnown = "/.well-known/";
constexpr std::string_view kTemplates = "/schemaTemplates";

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
  if (scenario.contains('/') || !take_agent(path.substr(0, known), route.agent)) return false;
  route.scenario = scenario;
  route.preferred_language = query_value(query, "preferredLanguage");
  return true;
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
  } else if (const std::size_t known = path.find(kWellKnown); known != std::string_view::npos) {
    const bool is_card = is_card_name(path.substr(known + kWellKnown.size()));
    if (is_card && take_agent(path.substr(0, known), route.agent)) route.kind = RouteKind::kCard;
  } else if (take_templates(path, query, route)) {
    route.kind = RouteKind::kTemplates;
  } else if (path.starts_with('/') && take_agent(path, route.agent)) {
    route.kind = RouteKind::kCall;
  }
  return route;
}

}  // namespace schemagate
