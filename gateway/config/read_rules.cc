#include "gateway/config/read_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "a2a/wire/jsonrpc.h"
#include "extension/schema_interaction/evolution_requests.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/config/options.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::wire::Operation;
using access::AccessRule;

std::vector<std::string> read_texts(ConfigSection& section, std::string_view member) {
  std::vector<std::string> texts;
  for (PlacedText& each : section.read_list(member)) texts.push_back(std::move(each.text));
  return texts;
}

std::vector<std::string> read_operations(ConfigSection& section) {
  const auto known = rule_operations();
  std::vector<std::string> names;
  for (PlacedText& each : section.read_list("operations")) {
    if (std::ranges::find(known, each.text) == known.end())
      section.refuse(each, "is no operation of A2A 1.0 or of an extension" + hint_at(each.text, known));
    names.push_back(std::move(each.text));
  }
  return names;
}

AccessRule read_rule(std::string_view name, ConfigSection& section) {
  AccessRule rule{.name = std::string(name)};
  rule.subjects = read_texts(section, "subjects");
  rule.tenants = read_texts(section, "tenants");
  rule.scopes = read_texts(section, "scopes");
  rule.roles = read_texts(section, "roles");
  read_options(section, options::kRule, rule);
  rule.agents = read_texts(section, "agents");
  rule.operations = read_operations(section);
  rule.skills = read_texts(section, "skills");
  rule.schemas = read_texts(section, "schemas");
  rule.scenarios = read_texts(section, "scenarios");
  const bool is_of_somebody =
      !rule.subjects.empty() || !rule.tenants.empty() || !rule.scopes.empty() || !rule.roles.empty();
  if (rule.anonymous && is_of_somebody)
    section.refuse(
        "anonymous",
        "anonymous callers have no subject, tenant, scopes or roles: leave these out, or make it two rules");
  return rule;
}

void check_agents(ConfigSection& root, const Config& config, const AccessRule& rule) {
  for (const std::string& name : rule.agents) {
    if (std::ranges::find(config.agents, name, &AgentConfig::name) == config.agents.end())
      root.refuse("rules", rule.name + ".agents: there is no agent " + in_quotes(name));
  }
}

void warn_of_unknown(ConfigSection& root, std::string_view place, const std::string& warning,
                     const std::vector<std::string>& named, const std::set<std::string>& known) {
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const std::string& name : named) {
    if (!known.contains(name)) root.warn(place, warning + in_quotes(name) + hint_at(name, names));
  }
}

using Roles = std::set<std::string>;

void add_roles(const auto& callers, Roles& roles) {
  for (const auto& caller : callers)
    roles.insert(caller.principal->roles.begin(), caller.principal->roles.end());
}

// Whether the configuration says who has which role, for each method; `roles` gets those that it names.

bool lists_roles(const access::ApiKeyMethod& method, Roles& roles) {
  add_roles(method.keys, roles);
  return true;
}

bool lists_roles(const access::CertificateMethod& method, Roles& roles) {
  add_roles(method.clients, roles);
  return true;
}

bool lists_roles(const access::TokenMethod&, Roles&) {
  return false;  // the issuer says so
}

// nullopt: somebody else says who has which role.
std::optional<Roles> roles_of(const access::AuthenticationSettings& settings) {
  Roles roles;
  for (const access::AuthenticationMethod& each : settings.methods) {
    const bool lists = std::visit([&](const auto& method) { return lists_roles(method, roles); }, each);
    if (!lists) return std::nullopt;
  }
  return roles;
}

void check_roles(ConfigSection& root, const Config& config) {
  if (!config.authentication.enabled() || root.is_refused("authentication")) return;
  const auto roles = roles_of(config.authentication);
  if (!roles) return;
  const std::string warning = "nobody in this file has the role ";
  for (const AccessRule& rule : config.authentication.rules)
    warn_of_unknown(root, "rules", rule.name + ".roles: " + warning, rule.roles, *roles);
  for (const AgentConfig& agent : config.agents) {
    for (const auto& field : agent.hidden_fields)
      warn_of_unknown(root, "agents." + agent.name + ".hidden_fields",
                      field->pointer + ".visible_to: " + warning, field->visible_to, *roles);
  }
  if (!config.admin.address.empty())
    warn_of_unknown(root, "admin", "role: " + warning, {config.admin.role}, *roles);
}

struct Declared {
  std::set<std::string> skills = {};
  std::set<std::string> schemas = {};
  std::set<std::string> scenarios = {};
};

// nullopt: the card of one of its agents may declare more.
std::optional<Declared> declared_for(const Config& config, const AccessRule& rule) {
  Declared declared;
  for (const AgentConfig& agent : config.agents) {
    const bool is_meant =
        rule.agents.empty() || std::ranges::find(rule.agents, agent.name) != rule.agents.end();
    if (!is_meant) continue;
    if (agent.adopts()) return std::nullopt;
    for (const auto& skill : agent.contract.skills) declared.skills.insert(skill.skill_id);
    for (const auto& [name, schema] : agent.contract.schemas) declared.schemas.insert(name);
    for (const auto& entry : agent.templates.entries()) declared.scenarios.insert(entry.schema.scenario);
  }
  return declared;
}

// Such a rule allows nothing to be sent.
void check_inputs(ConfigSection& root, const Config& config, const AccessRule& rule) {
  if (root.is_refused("agents") || root.is_refused("rules")) return;
  const auto declared = declared_for(config, rule);
  if (!declared) return;
  const auto warn = [&](const std::string& member, const auto& named, const auto& known) {
    warn_of_unknown(root, "rules", rule.name + "." + member + ": no agent of the rule declares ", named,
                    known);
  };
  warn("skills", rule.skills, declared->skills);
  warn("schemas", rule.schemas, declared->schemas);
  warn("scenarios", rule.scenarios, declared->scenarios);
}

}  // namespace

std::vector<std::string_view> rule_operations() {
  using enum Operation;
  std::vector<std::string_view> names;
  for (const Operation each : {kSend, kStream, kGet, kList, kCancel, kSubscribe, kPushCreate, kPushGet,
                               kPushList, kPushDelete, kExtendedCard})
    names.push_back(a2a::wire::method_name(a2a::wire::Version::kV1_0, each));
  names.push_back(schema_interaction::kTemplateMethod);
  names.push_back(schema_interaction::kUpdatesMethod);
  names.push_back(schema_interaction::kExtensionMethod);
  return names;
}

std::vector<AccessRule> read_rules(ConfigSection& root) {
  std::vector<AccessRule> rules;
  root.read_sections("rules", access::kRulesMax, [&rules](std::string_view name, ConfigSection& section) {
    rules.push_back(read_rule(name, section));
  });
  return rules;
}

void check_rules(ConfigSection& root, const Config& config) {
  const access::AuthenticationSettings& settings = config.authentication;
  if (!settings.enabled() && root.take("rules") != nullptr && root.take("authentication") == nullptr)
    root.refuse("rules", "need authentication: without it everybody is anonymous");
  if (settings.enabled() && root.take("rules") == nullptr)
    root.refuse("authentication",
                "needs rules: what none allows is refused. rules: {callers: {agents: [" +
                    (config.agents.empty() ? std::string("NAME") : config.agents.front().name) +
                    "]}} allows whoever is known everything at that agent");
  for (const AccessRule& rule : settings.rules) {
    check_agents(root, config, rule);
    check_inputs(root, config, rule);
    if (rule.is_wildcard())
      root.warn("rules",
                rule.name + " allows " + (rule.anonymous ? "everybody" : "whoever is known") + " everything");
    if (rule.anonymous && !settings.anonymous)
      root.warn("rules", rule.name + " is for nobody: authentication.anonymous is false");
  }
  check_roles(root, config);
}

}  // namespace schemagate
