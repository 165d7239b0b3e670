#include "gateway/agent/card_security_members.h"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace schemagate {
namespace {

using a2a::JsonTree;
using access::CardScheme;
using access::CardSecurity;
using Scopes = std::vector<std::string>;

// {name: value}: nlohmann takes a list of pairs of texts for an array.
JsonTree named(const std::string& name, JsonTree value) {
  JsonTree object = JsonTree::object();
  object[name] = std::move(value);
  return object;
}

JsonTree v0_3_scheme(const CardScheme& scheme) {
  if (scheme.by_certificate) return {{"type", "mutualTLS"}};
  if (!scheme.header.empty()) return {{"type", "apiKey"}, {"in", "header"}, {"name", scheme.header}};
  if (!scheme.discovery.empty()) return {{"type", "openIdConnect"}, {"openIdConnectUrl", scheme.discovery}};
  return {{"type", "http"}, {"scheme", "bearer"}, {"bearerFormat", "JWT"}};
}

JsonTree v1_0_scheme(const CardScheme& scheme) {
  if (scheme.by_certificate) return named("mtlsSecurityScheme", JsonTree::object());
  if (!scheme.header.empty())
    return named("apiKeySecurityScheme", {{"location", "header"}, {"name", scheme.header}});
  if (!scheme.discovery.empty())
    return named("openIdConnectSecurityScheme", named("openIdConnectUrl", scheme.discovery));
  return named("httpAuthSecurityScheme", {{"scheme", "Bearer"}, {"bearerFormat", "JWT"}});
}

JsonTree v0_3_requirement(const std::string& scheme, const Scopes& scopes) {
  return named(scheme, scopes);
}

JsonTree v1_0_requirement(const std::string& scheme, const Scopes& scopes) {
  return named("schemes", named(scheme, named("list", scopes)));
}

using MakeScheme = JsonTree (*)(const CardScheme&);
using MakeRequirement = JsonTree (*)(const std::string&, const Scopes&);

// Scopes are of the token or of the key alike.
JsonTree requirements(const CardSecurity& security, const std::vector<Scopes>& alternatives,
                      MakeRequirement make) {
  JsonTree list = JsonTree::array();
  for (const CardScheme& scheme : security.schemes) {
    for (const Scopes& scopes : alternatives) list.push_back(make(scheme.name, scopes));
  }
  return list;
}

void add_skills(JsonTree& card, const CardSecurity& security, const char* member, MakeRequirement make) {
  const auto skills = card.find("skills");
  if (skills == card.end() || !skills->is_array()) return;
  for (JsonTree& skill : *skills) {
    const std::string* id = a2a::find_string(skill, "id");
    const auto scopes = id == nullptr ? std::vector<Scopes>() : security.scopes_of(*id);
    if (!scopes.empty()) skill[member] = requirements(security, scopes, make);
  }
}

void add(JsonTree& card, const CardSecurity& security, const char* member, MakeScheme make_scheme,
         MakeRequirement make_requirement) {
  if (security.schemes.empty()) return;
  JsonTree& schemes = card["securitySchemes"];
  for (const CardScheme& each : security.schemes) schemes[each.name].update(make_scheme(each));
  card[member] = requirements(security, {Scopes()}, make_requirement);
  if (security.anonymous) card[member].push_back(JsonTree::object());
  add_skills(card, security, member, make_requirement);
}

}  // namespace

void add_v0_3_security(JsonTree& card, const CardSecurity& security) {
  add(card, security, "security", v0_3_scheme, v0_3_requirement);
}

void add_v1_0_security(JsonTree& card, const CardSecurity& security) {
  add(card, security, "securityRequirements", v1_0_scheme, v1_0_requirement);
}

}  // namespace schemagate
