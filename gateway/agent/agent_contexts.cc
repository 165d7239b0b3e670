#include "gateway/agent/agent_contexts.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "extension/agent_context/agent_context.h"
#include "extension/agent_context/invoked_agent.h"
#include "extension/agent_context/schemas.h"
#include "extension/agent_context/sub_task_context.h"
#include "extension/json_schema/validator.h"
#include "extension/object_schemas/contract_reference.h"

namespace schemagate {
namespace {

using a2a::JsonTree;
using object_schemas::Contract;
using object_schemas::SkillContract;

SkillContract& agent_wide(Contract& contract) {
  const auto known = std::ranges::find(contract.skills, std::string(), &SkillContract::skill_id);
  if (known != contract.skills.end()) return *known;
  SkillContract& skill = contract.skills.emplace_back();
  skill.accept = contract.accept;
  return skill;
}

// Whether it has to do with references: the items of structured contexts are whole without them.
bool takes_references(const AgentConfig& agent) {
  return agent.master != nullptr || agent.agent_context->delivery != agent_context::Delivery::kStructured;
}

// How large a context may be that stands in a message.
std::size_t inline_bytes_max(const AgentConfig& agent) {
  if (agent.master == nullptr) return agent_context::kInlineContextBytesMax;
  const std::size_t most = agent_context::kInlineRecordBytesMax;
  return agent.context_store ? std::min(agent.context_store->offload_bytes, most) : most;
}

JsonTree declaration(const AgentConfig& agent, std::string_view store_url) {
  JsonTree params = JsonTree::object();
  if (agent.master != nullptr) {
    JsonTree modes = JsonTree::array({"sync", "async"});  // whichever its planner's plans have
    if (!agent.master->planner) modes = JsonTree::array({std::string(name(agent.master->plan.mode))});
    params = {{"role", "master"}, {"modes", std::move(modes)}};
  } else {
    params = {{"role", "invoked"},
              {"modes", JsonTree::array({"sync", "async"})},
              {"maxTodoItems", agent_context::kItemsMax}};
    if (!agent.agent_context->schema.empty()) params["itemSchema"] = agent.agent_context->schema;
  }
  if (takes_references(agent)) {
    params["maxInlineBytes"] = inline_bytes_max(agent);
    if (agent.context_store) {
      params["contextStore"] = std::string(store_url);
      params["residency"] = agent.context_store->residency;
    }
  }
  return {{"uri", std::string(agent_context::kExtensionUri)},
          {"description", "Agent contexts: one master, isolated contexts of subtasks"},
          {"required", false},
          {"params", std::move(params)}};
}

}  // namespace

std::string master_card(const AgentConfig& agent) {
  const agent_context::Plan& plan = agent.master->plan;
  const std::string& description = plan.description.empty() ? plan.name : plan.description;
  JsonTree skill = {{"id", plan.name},
                    {"name", plan.name},
                    {"description", description},
                    {"tags", JsonTree::array({"plan"})}};
  return a2a::dump_tree({{"name", plan.name},
                         {"description", description},
                         {"version", "1.0.0"},
                         {"defaultInputModes", JsonTree::array({"text/plain", "application/json"})},
                         {"defaultOutputModes", JsonTree::array({"application/json", "text/plain"})},
                         {"skills", JsonTree::array({std::move(skill)})}});
}

std::vector<object_schemas::CardProblem> add_contexts(const AgentConfig& agent, Contract& contract) {
  const bool is_master = agent.master != nullptr;
  if (!is_master && !agent.agent_context) return {};
  const std::string name(is_master ? agent_context::kTaskContextName : agent_context::kAgentContextName);
  if (contract.find(name) != nullptr)
    return {{true, "/schemas/" + name, "is declared by the agent itself: leave agent_context out"}};
  const std::string wanted = is_master ? std::string() : agent.agent_context->schema;
  if (!wanted.empty() && contract.skill_for_input(wanted) == nullptr)
    return {{true, "/schemas/" + wanted, "is no input of the agent: agent_context.schema names it"}};
  const std::string text(is_master ? agent_context::task_context_schema()
                                   : agent_context::agent_context_schema());
  auto validator = json_schema::Validator::compile(text);
  if (!validator) return {{true, "/schemas/" + name, validator.error().message}};
  contract.schemas.emplace(
      name, object_schemas::Schema{
                .text = text, .validator = std::move(*validator), .input = !is_master, .output = true});
  SkillContract& all = agent_wide(contract);
  if (!is_master) all.input_schemas.push_back(name);
  all.output_schemas.push_back(name);
  object_schemas::set_digests(contract);
  return {};
}

void declare_contexts(JsonTree& card, const AgentConfig& agent, std::string_view store_url) {
  if (agent.master == nullptr && !agent.agent_context) return;
  JsonTree& capabilities = card["capabilities"];
  if (!capabilities.is_object()) capabilities = JsonTree::object();
  JsonTree& extensions = capabilities["extensions"];
  if (!extensions.is_array()) extensions = JsonTree::array();
  const auto known = a2a::find_index(extensions, "uri", agent_context::kExtensionUri);
  if (known) {
    extensions[*known] = declaration(agent, store_url);
  } else {
    extensions.push_back(declaration(agent, store_url));
  }
}

}  // namespace schemagate
