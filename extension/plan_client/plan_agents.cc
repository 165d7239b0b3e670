#include "extension/plan_client/plan_agents.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "a2a/json/tree.h"
#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::plan_client {
namespace {

using a2a::JsonTree;
using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;
using agent_context::OfferedAgent;
using agent_context::PlannedAgent;

void add_modes(const JsonTree& tree, std::string_view member, OfferedAgent& offered) {
  const JsonTree* modes = a2a::find_member(tree, member);
  if (modes == nullptr || !modes->is_array()) return;
  for (const JsonTree& mode : *modes) {
    if (!mode.is_string()) continue;
    const auto flag = object_schemas::parse_mode(mode.get_ref<const std::string&>());
    if (const auto* flagged = std::get_if<object_schemas::FlaggedWith>(&flag))
      offered.schemas.push_back(flagged->schema);
  }
}

Outcome<a2a::http::Headers> credentials_of(const PlannedAgent& agent) {
  a2a::http::Headers headers;
  if (agent.token_env.empty()) return headers;
  const char* token = std::getenv(agent.token_env.c_str());
  if (token == nullptr || *token == '\0')
    return failed(Cause::kArgument, "agent " + agent.id + ": " + agent.token_env + " is not set");
  headers.emplace_back("Authorization", "Bearer " + std::string(token));
  return headers;
}

Outcome<PlanAgent> find_agent(const PlannedAgent& agent, const a2a::tls::Files& tls) {
  if (agent.url.empty()) return failed(Cause::kArgument, "agent " + agent.id + ": the plan gives it no url");
  auto headers = credentials_of(agent);
  if (!headers) return std::unexpected(headers.error());
  auto found = a2a::client::discover(agent.url, {.headers = *headers, .tls = tls});
  if (!found && found.error().cause == Cause::kArgument)
    return failed(Cause::kArgument, "agent " + agent.id + ": " + found.error().error.message);
  if (!found) {
    PlanAgent missing;
    missing.offered.id = agent.id;
    missing.offered.is_known = false;
    missing.problem = "its card cannot be read: " + found.error().error.message;
    return missing;
  }
  PlanAgent result{.interface = found->interface,
                   .headers = *std::move(headers),
                   .tls = tls,
                   .offered = offered_by(agent.id, found->card.text)};
  const auto& schemas = result.offered.schemas;
  result.takes_context = std::ranges::find(schemas, agent_context::kAgentContextName) != schemas.end();
  return result;
}

// In the order of the subtasks, each once.
std::vector<std::size_t> named_agents(const agent_context::Plan& plan) {
  std::vector<std::size_t> named;
  const auto add = [&named](std::size_t agent) {
    if (std::ranges::find(named, agent) == named.end()) named.push_back(agent);
  };
  for (const agent_context::PlannedSubTask& task : plan.sub_tasks) {
    add(task.agent);
    for (const agent_context::PlannedItem& item : task.items) {
      if (item.check.evaluator) add(item.check.evaluator->agent);
    }
  }
  return named;
}

}  // namespace

OfferedAgent offered_by(const std::string& id, const std::string& card_text) {
  OfferedAgent offered{.id = id, .skills = {}, .schemas = {}};
  const auto card = a2a::parse_tree(card_text, a2a::client::card_limits());
  if (!card) return offered;
  add_modes(*card, "defaultInputModes", offered);
  const JsonTree* skills = a2a::find_member(*card, "skills");
  if (skills == nullptr || !skills->is_array()) return offered;
  for (const JsonTree& skill : *skills) {
    if (const std::string* name = a2a::find_string(skill, "id")) offered.skills.push_back(*name);
    add_modes(skill, "inputModes", offered);
  }
  return offered;
}

std::vector<bool> takes_context(const std::vector<PlanAgent>& agents) {
  std::vector<bool> takes;
  takes.reserve(agents.size());
  for (const PlanAgent& agent : agents) takes.push_back(agent.takes_context);
  return takes;
}

Outcome<std::vector<PlanAgent>> find_agents(const agent_context::Plan& plan, const a2a::tls::Files& tls) {
  std::vector<PlanAgent> agents(plan.agents.size());
  for (const std::size_t named : named_agents(plan)) {
    auto found = find_agent(plan.agents[named], tls);
    if (!found) return std::unexpected(found.error());
    agents[named] = *std::move(found);
  }
  return agents;
}

}  // namespace schemagate::plan_client
