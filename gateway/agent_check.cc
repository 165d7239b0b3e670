#include "gateway/agent_check.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <utility>

#include "a2a/wire/version.h"
#include "extension/agent_context/agent_context.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/agent/card_reading.h"
#include "gateway/config/read_context_store.h"
#include "gateway/config/read_master.h"
#include "gateway/task/plan_task.h"

namespace schemagate {
namespace {

constexpr std::size_t kThreadsMax = 8;
constexpr std::size_t kDoubtsMax = 50;

using Findings = std::vector<ConfigProblem>;

Findings doubts_of(const std::string& path, const CardUpdate& update) {
  Findings findings;
  if (!update.verified) findings.push_back({false, path, 0, "its card's signature: " + update.signature});
  for (const object_schemas::CardProblem& doubt : update.doubts) {
    if (findings.size() == kDoubtsMax) break;
    findings.push_back({false, path, 0, "its card " + doubt.path + ": " + doubt.message});
  }
  const std::size_t told = findings.size() - (update.verified ? 0 : 1);
  if (told < update.doubts.size())
    findings.push_back({false, path, 0, "and " + std::to_string(update.doubts.size() - told) + " more"});
  return findings;
}

std::string served_as(const AgentSnapshot& snapshot) {
  if (snapshot.config().master != nullptr && snapshot.config().master->planner)
    return "would be served; has a plan made of each message";
  if (snapshot.config().master != nullptr)
    return "would be served; carries out the plan " + snapshot.config().master->plan.name;
  const PublishedAgent& agent = *snapshot.published;
  if (snapshot.config().command)
    return "would be served; started as " + snapshot.config().command->words.front() + " (A2A " +
           std::string(name(agent.endpoint.protocol.version)) + ")";
  const UpstreamEndpoint& endpoint = agent.endpoint;
  const std::string over = snapshot.config().upstream_websocket ? "WebSocket, " : "";
  return "would be served; called at " + endpoint.url + " (" + over +
         std::string(name(endpoint.protocol.binding)) + " " + std::string(name(endpoint.protocol.version)) +
         ")";
}

// What the file alone does not tell: see check_times().
Findings check_blocking_timeout(const std::string& path, const AgentSnapshot& agent,
                                std::chrono::milliseconds blocking_timeout) {
  const bool is_written = blocking_timeout != GatewayLimits().blocking_timeout;
  const bool is_called = agent.config().master == nullptr && agent.config().upstream_streams;
  const bool is_longer = blocking_timeout > agent.config().request_timeout;
  if (!is_written || !is_called || !is_longer || agent.published->endpoint.streaming) return {};
  return {{false, path, 0,
           "its card says that it does not stream, and limits.blocking_timeout is longer than its "
           "request_timeout: a blocking call fails then, and does not get the running task"}};
}

Findings check_agent(FrontedAgent& agent, const Config& config) {
  const std::string path = "agents." + agent.name();
  const auto update = read_card(agent, config.public_url, {});
  if (!update) return {{true, path, 0, "would not be served: " + update.error().cause}};
  Findings findings = doubts_of(path, *update);
  const auto snapshot = agent.snapshot();
  std::ranges::move(check_blocking_timeout(path, *snapshot, config.limits.blocking_timeout),
                    std::back_inserter(findings));
  findings.push_back({false, path, 0, served_as(*snapshot), true});
  return findings;
}

enum class Takes : std::uint8_t { kContexts, kTexts, kNobodyKnows };

// What an agent of a plan takes where the plan leaves it to the card.
Takes takes(const AgentDirectory& agents, const std::string& name) {
  const auto agent = agents.find(name);
  const auto snapshot = agent != nullptr ? agent->snapshot() : nullptr;
  if (snapshot == nullptr || !snapshot->published) return Takes::kNobodyKnows;
  const bool declared = snapshot->contract().skill_for_input(agent_context::kAgentContextName) != nullptr;
  return declared ? Takes::kContexts : Takes::kTexts;
}

// Whether every agent of that id, of all plans, is known to take texts only.
bool take_texts(const Config& config, const AgentDirectory& agents, std::string_view id) {
  for (const AgentConfig& master : config.agents) {
    if (master.master == nullptr) continue;
    for (const agent_context::PlannedAgent& planned : master.master->plan.agents) {
      const bool is_it = planned.id == id;
      if (is_it && takes(agents, worker_name(master.name, planned)) != Takes::kTexts) return false;
    }
  }
  return true;
}

Findings check_readers(const Config& config, const AgentDirectory& agents) {
  Findings findings;
  for (const auto& [id, owner] : config.context_store.readers) {
    using enum agent_context::Delivery;
    const bool card_decides = delivers(config, id, kAutomatic) && !delivers(config, id, kAgentContext);
    if (card_decides && take_texts(config, agents, id))
      findings.push_back(
          {false, "context_store.readers." + id, 0,
           "has no effect: the agent's card declares no AgentContext, so that it gets its items "
           "one by one, without references; deliver: agent_context in the plan sends contexts"});
  }
  return findings;
}

// Whether plans can work with what agents take by their cards; what the file says of it was looked at before.
Findings check_plans(const Config& config, const AgentDirectory& agents) {
  Findings findings;
  for (const AgentConfig& master : config.agents) {
    if (master.master == nullptr) continue;
    const agent_context::Plan& plan = master.master->plan;
    for (std::size_t i = 0; i < plan.agents.size(); ++i) {
      const std::string worker = worker_name(master.name, plan.agents[i]);
      const Takes taken = takes(agents, worker);
      if (taken == Takes::kNobodyKnows || agents.find(worker)->snapshot()->contract().accept.text) continue;
      const auto* task = first_with_texts(plan, i, taken == Takes::kContexts);
      if (task != nullptr)
        findings.push_back({false, "agents." + master.name, 0,
                            "its plan cannot work: " + worker + " " + texts_in_vain(*task)});
    }
  }
  return findings;
}

}  // namespace

std::vector<ConfigProblem> check_agents(const Config& config) {
  const AgentDirectory agents(config);
  const FrontedAgents all_agents = agents.all();
  const std::size_t count = all_agents.size();
  std::vector<Findings> by_agent(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) by_agent[i] = check_agent(*all_agents[i], config);
  };
  {
    std::vector<std::jthread> threads;
    while (threads.size() < std::min(kThreadsMax, count)) threads.emplace_back(work);
  }
  Findings all;
  for (Findings& each : by_agent) std::ranges::move(each, std::back_inserter(all));
  std::ranges::move(check_plans(config, agents), std::back_inserter(all));
  std::ranges::move(check_readers(config, agents), std::back_inserter(all));
  return all;
}

}  // namespace schemagate
