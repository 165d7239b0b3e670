#include "gateway/agent/card_reading.h"

#include <utility>

#include "a2a/client/card.h"

namespace schemagate {

std::expected<CardUpdate, AgentProblem> read_card(FrontedAgent& agent, const std::string& public_url,
                                                  const std::stop_token& stop) {
  const auto before = agent.snapshot();
  auto fetched = a2a::client::fetch_card(
      before->config().upstream_url,
      {.headers = before->config().upstream_headers, .tls = before->config().upstream_files}, stop);
  if (!fetched) {
    AgentProblem problem = card_not_fetched(fetched.error());
    agent.set_problem(problem);
    return std::unexpected(std::move(problem));
  }
  const auto probe = [&](const UpstreamEndpoint& endpoint) {
    return leaves_out_v1(endpoint, before->config(), stop);
  };
  auto updated = agent.update(fetched->text, public_url, probe);
  if (!updated) return std::unexpected(card_not_usable(updated.error()));
  return *std::move(updated);
}

}  // namespace schemagate
