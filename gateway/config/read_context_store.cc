#include "gateway/config/read_context_store.h"

#include <algorithm>
#include <ranges>
#include <string_view>
#include <utility>
#include <variant>

#include "a2a/uri/loopback.h"
#include "a2a/uri/url.h"
#include "extension/agent_context/agent_context.h"
#include "gateway/access/principal.h"
#include "gateway/config/key_file.h"
#include "gateway/config/options.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

constexpr std::string_view kName = "context_store";
constexpr std::size_t kKeysMax = 16;
constexpr std::size_t kReadersMax = 1'000;

// The ring signs with the key that was added last, the file's first one.
void read_keys(ConfigSection& section, const std::filesystem::path& folder, ContextStoreConfig& store) {
  const auto files = section.read_texts("keys", kKeysMax);
  if (files.empty()) section.refuse("keys", "is missing: what references are signed with");
  for (const auto& [id, file] : files | std::views::reverse) {
    if (!check_key_id(section, id, file)) continue;
    const auto secret = read_key_file(section, file, folder);
    if (!secret) continue;
    const auto added = store.keys.add({id, std::string(secret->begin(), secret->end())});
    if (!added) section.refuse(file, added.error().message);
  }
}

void read_reader(std::string_view agent, ConfigSection& section, ContextStoreConfig& store) {
  Principal reader{.subject = ""};
  std::string authority;
  section.read_text("authority", authority);
  section.read_text("subject", reader.subject);
  section.read_text("tenant", reader.tenant);
  if (authority.empty()) section.refuse("authority", "is missing: who vouches for the agent");
  if (reader.subject.empty()) section.refuse("subject", "is missing: who the agent is as a caller");
  if (!agent_context::is_id(agent)) section.refuse("", "expected the id of an agent of a plan");
  store.readers.emplace(agent, authenticated(authority, std::move(reader)).owner);
}

void read_label(ConfigSection& section, ContextStoreConfig& store) {
  section.read_text("residency", store.residency);
  if (!agent_context::is_id(store.residency))
    section.refuse("residency",
                   "expected a label of letters, digits, '.', '_' and '-' for where the ledger is");
}

bool has_agent(const agent_context::Plan& plan, std::string_view id) {
  return std::ranges::find(plan.agents, id, &agent_context::PlannedAgent::id) != plan.agents.end();
}

bool is_agent_of_a_plan(const Config& config, std::string_view id) {
  return std::ranges::any_of(config.agents, [id](const AgentConfig& agent) {
    return agent.master != nullptr && has_agent(agent.master->plan, id);
  });
}

bool has_delivery(const agent_context::Plan& plan, std::string_view agent, agent_context::Delivery delivery) {
  return std::ranges::any_of(plan.sub_tasks, [&](const agent_context::PlannedSubTask& planned) {
    return planned.delivery == delivery && plan.agents[planned.agent].id == agent;
  });
}

bool stays_private(const std::string& public_url) {
  const auto url = a2a::uri::parse_url(public_url);
  return url && (url->tls || a2a::uri::is_this_machine(url->host));
}

void check_needs(ConfigSection& root, const Config& config) {
  if (!config.authentication.enabled())
    root.refuse(kName, "needs authentication: who reads a context has to be known");
  if (!config.ledger.path.empty() && config.ledger.keys.empty())
    root.refuse(kName, "needs ledger.keys: what agents are given stands in the ledger");
  if (!stays_private(config.public_url))
    root.refuse(kName,
                "needs an https public_url: over http contexts could be read and changed on their way");
}

void check_plans(ConfigSection& root, const Config& config) {
  const std::string& residency = config.context_store.residency;
  for (const AgentConfig& agent : config.agents) {
    const std::string wanted = agent.master != nullptr ? agent.master->plan.residency : "";
    if (wanted.empty() || wanted == residency) continue;
    root.refuse("agents", "the plan of " + in_quotes(agent.name) + " wants residency " + in_quotes(wanted) +
                              ": " +
                              (residency.empty() ? "there is no context_store"
                                                 : "that of context_store is " + in_quotes(residency)));
  }
}

}  // namespace

ContextStoreConfig read_context_store(ConfigSection& root, const std::filesystem::path& folder) {
  ContextStoreConfig store;
  root.read_section(kName, [&](ConfigSection& section) {
    store.enabled = true;
    read_keys(section, folder, store);
    read_label(section, store);
    read_options(section, options::kContextStore, store);
    section.read_sections("readers", kReadersMax, [&store](std::string_view agent, ConfigSection& reader) {
      read_reader(agent, reader, store);
    });
  });
  return store;
}

void check_context_store(ConfigSection& root, const Config& config) {
  check_plans(root, config);
  if (!config.context_store.enabled) return;
  check_needs(root, config);
  for (const auto& [agent, owner] : config.context_store.readers) {
    if (!is_agent_of_a_plan(config, agent)) {
      root.refuse(kName, "readers: " + in_quotes(agent) + " is an agent of no plan");
    } else if (!delivers(config, agent, agent_context::Delivery::kAgentContext) &&
               !delivers(config, agent, agent_context::Delivery::kAutomatic)) {
      root.warn(kName,
                "readers." + agent +
                    " has no effect: no subtask of that agent is delivered as agent_context, which alone "
                    "has references");
    }
  }
}

bool delivers(const Config& config, std::string_view agent, agent_context::Delivery delivery) {
  return std::ranges::any_of(config.agents, [&](const AgentConfig& each) {
    if (each.master == nullptr) return false;
    const bool may_be = each.master->planner && delivery == agent_context::Delivery::kAutomatic;
    return may_be ? has_agent(each.master->plan, agent) : has_delivery(each.master->plan, agent, delivery);
  });
}

}  // namespace schemagate
