#include "gateway/access/grants.h"

#include <algorithm>
#include <utility>

namespace schemagate::access {
namespace {

// Sets of rules that are remembered: as many kinds of callers as there may sensibly be.
constexpr std::size_t kKnownMax = 1'024;

bool has(const std::vector<std::string>& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

// An empty list asks for nothing.
bool fits(const std::vector<std::string>& list, std::string_view name) {
  return list.empty() || has(list, name);
}

bool fits_any(const std::vector<std::string>& list, const std::vector<std::string>& names) {
  return list.empty() ||
         std::ranges::any_of(names, [&list](const std::string& name) { return has(list, name); });
}

bool is_sending(std::string_view operation) {
  return operation == "SendMessage" || operation == "SendStreamingMessage";
}

bool sends(const AccessRule& rule) {
  return rule.operations.empty() || std::ranges::any_of(rule.operations, is_sending);
}

bool takes(const AccessRule& rule, std::string_view operation, const NamedInput& input) {
  return fits(rule.operations, operation) && fits(rule.schemas, input.schema) &&
         fits(rule.skills, input.skill) && fits(rule.scenarios, input.scenario);
}

}  // namespace

bool AccessRule::is_wildcard() const {
  return subjects.empty() && tenants.empty() && scopes.empty() && roles.empty() && agents.empty() &&
         operations.empty() && !limits_input();
}

bool AccessRule::is_for(const Principal& principal) const {
  if (!principal.is_authenticated) return anonymous;
  return fits(subjects, principal.subject) && fits(tenants, principal.tenant) &&
         fits_any(scopes, principal.scopes) && fits_any(roles, principal.roles);
}

void Grants::Allowed::add(const AccessRule& rule) {
  if (all == nullptr && rule.operations.empty()) all = &rule;
  for (const std::string& each : rule.operations) {
    const auto is_same = [&each](const auto& entry) { return entry.first == each; };
    if (std::ranges::none_of(named, is_same)) named.emplace_back(each, &rule);
  }
}

const AccessRule* Grants::Allowed::find(std::string_view operation) const {
  if (all != nullptr) return all;
  const auto found =
      std::ranges::find_if(named, [operation](const auto& entry) { return entry.first == operation; });
  return found == named.end() ? nullptr : found->second;
}

void Grants::AtAgent::add(const AccessRule& rule) {
  operations.add(rule);
  if (!rule.limits_input()) free.add(rule);
  if (!rule.schemas.empty()) {
    for (const std::string& each : rule.schemas) by_schema[each].push_back(&rule);
  } else if (!rule.skills.empty()) {
    for (const std::string& each : rule.skills) by_skill[each].push_back(&rule);
  } else {
    for (const std::string& each : rule.scenarios) by_scenario[each].push_back(&rule);
  }
}

Grants::Grants(const Rules& rules, std::shared_ptr<const std::vector<AccessRule>> all)
    : all_(std::move(all)) {
  for (const AccessRule* rule : rules) {
    if (rule->agents.empty()) everywhere_.add(*rule);
    for (const std::string& agent : rule->agents) agents_[agent];
  }
  for (const AccessRule* rule : rules) {
    if (rule->agents.empty()) {
      for (auto& [name, agent] : agents_) agent.add(*rule);
    }
    for (const std::string& agent : rule->agents) agents_[agent].add(*rule);
  }
}

const Grants::AtAgent& Grants::at(std::string_view agent) const {
  const auto found = agents_.find(agent);
  return found == agents_.end() ? everywhere_ : found->second;
}

bool Grants::reaches(std::string_view agent) const {
  const AtAgent& here = at(agent);
  return here.operations.all != nullptr || !here.operations.named.empty();
}

const AccessRule* Grants::allows(std::string_view agent, std::string_view operation) const {
  return at(agent).operations.find(operation);
}

const AccessRule* Grants::allows_anything(std::string_view agent, std::string_view operation) const {
  return at(agent).free.find(operation);
}

const AccessRule* Grants::allows_input(std::string_view agent, std::string_view operation,
                                       const NamedInput& input) const {
  if (const AccessRule* rule = allows_anything(agent, operation)) return rule;
  const AtAgent& here = at(agent);
  const auto one_that_takes_it = [&](const std::unordered_map<std::string_view, Rules>& rules,
                                     std::string_view name) -> const AccessRule* {
    const auto named = rules.find(name);
    if (named == rules.end()) return nullptr;
    const auto found = std::ranges::find_if(
        named->second, [&](const AccessRule* rule) { return takes(*rule, operation, input); });
    return found == named->second.end() ? nullptr : *found;
  };
  if (const AccessRule* rule = one_that_takes_it(here.by_schema, input.schema)) return rule;
  if (const AccessRule* rule = one_that_takes_it(here.by_skill, input.skill)) return rule;
  return one_that_takes_it(here.by_scenario, input.scenario);
}

bool Grants::allows_template(std::string_view agent, std::string_view scenario) const {
  static constexpr std::string_view kOperation = "get_schema_template";
  const AtAgent& here = at(agent);
  if (allows_anything(agent, kOperation) != nullptr) return true;
  const auto one_shows_it = [scenario](const auto& entry) {
    return std::ranges::any_of(entry.second, [scenario](const AccessRule* rule) {
      return fits(rule->operations, kOperation) && fits(rule->scenarios, scenario);
    });
  };
  return std::ranges::any_of(here.by_schema, one_shows_it) ||
         std::ranges::any_of(here.by_skill, one_shows_it) ||
         std::ranges::any_of(here.by_scenario, one_shows_it);
}

bool Grants::allows_skill(std::string_view agent, std::string_view skill) const {
  const AtAgent& here = at(agent);
  const auto sends_freely = [](const auto& entry) { return is_sending(entry.first); };
  if (here.free.all != nullptr || std::ranges::any_of(here.free.named, sends_freely)) return true;
  const auto one_names_it = [skill](const auto& entry) {
    return std::ranges::any_of(
        entry.second, [skill](const AccessRule* rule) { return sends(*rule) && fits(rule->skills, skill); });
  };
  return std::ranges::any_of(here.by_schema, one_names_it) ||
         std::ranges::any_of(here.by_skill, one_names_it) ||
         std::ranges::any_of(here.by_scenario, one_names_it);
}

std::vector<std::vector<std::string>> scopes_for(const std::vector<AccessRule>& rules, std::string_view agent,
                                                 std::string_view skill) {
  std::vector<std::vector<std::string>> alternatives;
  for (const AccessRule& rule : rules) {
    if (!fits(rule.agents, agent) || !fits(rule.skills, skill) || !sends(rule)) continue;
    if (rule.scopes.empty()) return {};
    for (const std::string& scope : rule.scopes) {
      const std::vector<std::string> alone{scope};
      if (std::ranges::find(alternatives, alone) == alternatives.end()) alternatives.push_back(alone);
    }
  }
  return alternatives;
}

std::shared_ptr<const Grants> RuleBook::grants_of(const Principal& principal) const {
  Fitting fitting;
  for (const AccessRule& rule : *rules_) {
    if (rule.is_for(principal)) fitting.push_back(&rule);
  }
  return known_.with([&](auto& known) {
    const auto found = known.find(fitting);
    if (found != known.end()) return found->second;
    auto made = std::make_shared<const Grants>(fitting, rules_);
    if (known.size() < kKnownMax) known.emplace(std::move(fitting), made);
    return made;
  });
}

PrincipalHandle RuleBook::with_grants(Principal principal) const {
  principal.grants = grants_of(principal);
  return std::make_shared<const Principal>(std::move(principal));
}

}  // namespace schemagate::access
