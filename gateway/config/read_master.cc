#include "gateway/config/read_master.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>

#include "a2a/uri/loopback.h"
#include "extension/agent_context/agent_context.h"
#include "gateway/access/hidden_in_runs.h"
#include "gateway/config/file.h"
#include "gateway/config/options.h"
#include "gateway/config/plan_file.h"
#include "gateway/config/read_authorities.h"
#include "gateway/config/read_headers.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using agent_context::Plan;
using agent_context::PlannedAgent;

// It is kept with every run.
constexpr std::size_t kPlanBytesMax = 1 << 20;
constexpr std::size_t kPlannerAgentsMax = 64;

const AgentConfig* find(const std::vector<AgentConfig>& agents, std::string_view name) {
  const auto found = std::ranges::find(agents, name, &AgentConfig::name);
  return found == agents.end() ? nullptr : &*found;
}

std::string place_of(const AgentConfig& master, const PlannedAgent& agent) {
  const std::string_view whose = master.master->planner ? " of the planner of " : " of the plan of ";
  return "agent " + in_quotes(agent.id) + std::string(whose) + in_quotes(master.name) + " ";
}

// What the subtasks want of an agent whose contract the file gives.
std::string missing_schema(const Plan& plan, std::size_t index, const AgentConfig& worker) {
  if (worker.adopts()) return "";
  for (const agent_context::PlannedSubTask& task : plan.sub_tasks) {
    if (task.agent != index || task.schema.empty()) continue;
    if (worker.contract.skill_for_input(task.schema) == nullptr) return task.schema;
  }
  return "";
}

// Whether it takes a text, whatever its card says.
bool may_take_texts(const AgentConfig& worker) {
  const auto takes = [](const auto& each) { return each.accept.text; };
  return takes(worker.contract) || std::ranges::any_of(worker.contract.skills, takes);
}

// Whether the file leaves it open that items come to it as a context.
bool may_take_contexts(const AgentConfig& worker) {
  return worker.adopts() || worker.agent_context.has_value() ||
         worker.contract.skill_for_input(agent_context::kAgentContextName) != nullptr;
}

// A question is words: what was picked out of a hidden field cannot be told from them.
void warn_of_shown_fields(ConfigSection& root, const AgentConfig& master, std::size_t index,
                          const AgentConfig& worker) {
  for (const agent_context::PlannedSubTask& task : master.master->plan.sub_tasks) {
    for (const agent_context::PlannedItem& item : task.items) {
      const bool is_asked = task.agent == index && !item.check.person.empty() && !item.from.empty();
      if (!is_asked || !access::is_hidden_at(worker.hidden_fields, item.from)) continue;
      root.warn("agents", place_of(master, master.master->plan.agents[index]) + "hides " + item.from +
                              ", and the person who checks item " + in_quotes(item.id) +
                              " is shown it, whatever its roles");
    }
  }
}

void check_worker(ConfigSection& root, const AgentConfig& master, std::size_t index,
                  const std::vector<AgentConfig>& agents) {
  const PlannedAgent& agent = master.master->plan.agents[index];
  const std::string place = place_of(master, agent);
  const AgentConfig* worker = find(agents, agent.id);
  if (worker == nullptr)
    return root.refuse("agents", place + "is none of this file" +
                                     (master.master->planner ? "" : ": name one, or give it a url"));
  if (worker->master != nullptr) return root.refuse("agents", place + "is a master itself");
  if (!agent.token_env.empty())
    root.refuse("agents", place + "has a token_env: its credentials are those of its upstream.headers");
  const std::string schema = missing_schema(master.master->plan, index, *worker);
  if (!schema.empty()) root.refuse("agents", place + "takes no schema " + in_quotes(schema));
  warn_of_shown_fields(root, master, index, *worker);
  if (may_take_texts(*worker)) return;
  const auto* task = first_with_texts(master.master->plan, index, may_take_contexts(*worker));
  if (task != nullptr) root.refuse("agents", place + texts_in_vain(*task));
}

// The plan has been checked: its URL is one, and http only where it may be.
std::optional<AgentConfig> own_worker(ConfigSection& root, const AgentConfig& master,
                                      const PlannedAgent& agent) {
  AgentConfig worker;
  worker.name = master.name + "/" + agent.id;
  worker.upstream_url = agent.url;
  worker.plain_http = agent.plain_http;
  worker.is_public.health = master.is_public.health;
  if (agent.token_env.empty()) return worker;
  const char* token = std::getenv(agent.token_env.c_str());
  if (token == nullptr || *token == '\0') {
    root.refuse("agents", place_of(master, agent) + "needs " + agent.token_env + " in the environment");
    return std::nullopt;
  }
  worker.upstream_headers.push_back({"Authorization", std::string("Bearer ") + token});
  return worker;
}

void read_endpoint(ConfigSection& section, const std::filesystem::path& folder, PlannerConfig& planner) {
  client_agent::ModelEndpoint& endpoint = planner.endpoint;
  if (!section.read_text("url", endpoint.url)) section.refuse("", "url is missing: where the model is");
  if (!section.read_text("model", endpoint.model) || endpoint.model.empty())
    section.refuse("", "model is missing: as the endpoint calls it");
  planner.key = read_secret(section, "key", folder);
  endpoint.ca = read_authorities(section, folder);
  if (endpoint.url.empty()) return;
  const auto url = client_agent::completions_url(planner.endpoint_now());
  if (!url) return section.refuse("url", url.error().error.message);
  if (!url->tls && !planner.plain_http && !a2a::uri::is_this_machine(url->host))
    section.refuse(
        "url",
        "expected https: with http everybody on the way reads requests and changes plans. To allow "
        "it all the same, say plain_http: true");
}

// What the model makes plans of: add_workers() looks whether they are there.
Plan frame_of(ConfigSection& section, const std::string& master) {
  Plan frame;
  frame.name = master;
  std::set<std::string> known;
  for (const PlacedText& agent : section.read_list("agents")) {
    if (!known.insert(agent.text).second) section.refuse(agent, "stands there twice");
    frame.agents.push_back({.id = agent.text, .name = agent.text, .url = {}, .token_env = {}});
  }
  if (frame.agents.empty() || frame.agents.size() > kPlannerAgentsMax)
    section.refuse("agents", "expected 1 to 64 agents of this file, whom plans may name");
  return frame;
}

void read_planner(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  PlannerConfig planner;
  read_options(section, options::kPlanner, planner);
  read_endpoint(section, folder, planner);
  Plan frame = frame_of(section, agent.name);
  if (!agent_context::is_id(agent.name))
    section.refuse("",
                   "the name of the master is no name of a plan: at most 128 letters, digits and \"._-\"");
  agent.master = std::make_shared<const MasterPlan>(MasterPlan{std::move(frame), {}, std::move(planner)});
}

void read_plan(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  std::string name;
  if (!section.read_text("plan", name)) return;
  const auto text = read_file(folder / name, kPlanBytesMax);
  if (!text) return section.refuse("plan", text.error().message);
  PlanFile file = read_plan_file(*text);
  for (const PlanFileProblem& problem : file.problems) {
    const std::string line = problem.line > 0 ? ":" + std::to_string(problem.line) : "";
    section.refuse("plan",
                   name + line + ": " + (problem.path.empty() ? "" : problem.path + ": ") + problem.message);
  }
  if (!file.plan) return;
  agent.master = std::make_shared<const MasterPlan>(MasterPlan{*std::move(file.plan), std::move(file.json)});
}

}  // namespace

const agent_context::PlannedSubTask* first_with_texts(const Plan& plan, std::size_t agent,
                                                      bool takes_contexts) {
  using enum agent_context::Delivery;
  const auto sends = [agent, takes_contexts](const agent_context::PlannedSubTask& task) {
    const bool as_texts = task.delivery == kPerItem || task.delivery == kWhole ||
                          (task.delivery == kAutomatic && !takes_contexts);
    return task.agent == agent && as_texts;
  };
  const auto found = std::ranges::find_if(plan.sub_tasks, sends);
  return found == plan.sub_tasks.end() ? nullptr : &*found;
}

std::string texts_in_vain(const agent_context::PlannedSubTask& task) {
  return "takes structured input only (accept: [schemas]), and the subtask " + in_quotes(task.id) +
         " sends it texts: give the subtask a schema and data";
}

void read_master_plan(ConfigSection& section, const std::filesystem::path& folder, AgentConfig& agent) {
  const bool has_planner = section.take("planner") != nullptr;
  if (has_planner == (section.take("plan") != nullptr))
    return section.refuse("", has_planner ? "has both plan and planner: one of them says what is to be done"
                                          : "plan is missing: the file of what is to be done; or planner");
  if (!has_planner) return read_plan(section, folder, agent);
  section.read_section("planner", [&](ConfigSection& planner) { read_planner(planner, folder, agent); });
}

void add_workers(ConfigSection& root, std::vector<AgentConfig>& agents) {
  std::vector<AgentConfig> added;
  for (const AgentConfig& master : agents) {
    if (master.master == nullptr) continue;
    const Plan& plan = master.master->plan;
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
      if (plan.agents[i].url.empty()) {
        check_worker(root, master, i, agents);
      } else if (auto worker = own_worker(root, master, plan.agents[i])) {
        added.push_back(*std::move(worker));
      }
    }
  }
  std::ranges::move(added, std::back_inserter(agents));
}

}  // namespace schemagate
