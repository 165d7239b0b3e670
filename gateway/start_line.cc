#include "gateway/start_line.h"

namespace schemagate {
namespace {

constexpr std::size_t kAgentsNamed = 20;

std::string host_and_port(const std::string& address, std::uint16_t port) {
  const bool is_ipv6 = address.contains(':');
  return (is_ipv6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

std::string place_of(const AgentConfig& agent) {
  if (agent.master != nullptr && agent.master->planner)
    return " by plans of " + agent.master->planner->endpoint.model;
  if (agent.master != nullptr) return " by plan " + agent.master->plan.name;
  if (agent.command) return " as " + agent.command->words.front();
  return " at " + agent.upstream_url + (agent.upstream_websocket ? " (WebSocket)" : "");
}

std::string agents_named(const std::vector<AgentConfig>& agents) {
  std::string named;
  for (std::size_t i = 0; i < agents.size() && i < kAgentsNamed; ++i)
    named += (named.empty() ? "" : ", ") + agents[i].name + place_of(agents[i]);
  return agents.size() > kAgentsNamed ? named + ", …" : named;
}

}  // namespace

Log::Fields start_line(const Config& config, const Program& program, std::uint16_t port,
                       std::string_view public_url) {
  Log::Fields fields{{"version", program.version},
                     {"commit", program.commit},
                     {"config", program.config_path},
                     {"ledger", config.ledger.path.empty() ? "memory" : config.ledger.path},
                     {"listen", host_and_port(config.listeners.front().options.address, port)},
                     {"listeners", config.listeners.size()},
                     {"public_url", public_url},
                     {"agent_count", config.agents.size()},
                     {"agents", agents_named(config.agents)}};
  if (program.open_files != 0) fields.emplace_back("open_files", program.open_files);
  return fields;
}

}  // namespace schemagate
