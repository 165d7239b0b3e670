#include "gateway/agent/card_reading.h"

#include <chrono>
#include <utility>

#include "a2a/client/card.h"
#include "gateway/agent/agent_contexts.h"
#include "gateway/agent/agent_tokens.h"
#include "gateway/agent/process_card.h"

namespace schemagate {

namespace {

constexpr std::chrono::seconds kTokenTimeout{15};

// What is sent along. A token that is got for a caller is not to be had here: the card is asked for without.
std::expected<a2a::http::Headers, AgentProblem> card_headers(const AgentSnapshot& agent,
                                                             const std::stop_token& stop) {
  a2a::http::Headers headers;
  append(agent.config().upstream_headers, headers);
  const UpstreamCredentials& credentials = agent.config().credentials;
  const auto* place =
      agent.published && agent.published->endpoint.api_key ? &*agent.published->endpoint.api_key : nullptr;
  if (place != nullptr && place->in == ApiKeyPlace::In::kHeader)
    headers.push_back({place->name, credentials.api_key.value()});
  if (!agent.tokens || credentials.exchanges()) return headers;
  auto token = agent.tokens->wait_for({}, stop, kTokenTimeout);
  if (!token) return std::unexpected(token_not_got(token.error().cause, token.error().shown));
  headers.push_back({"Authorization", "Bearer " + *token});
  return headers;
}

// A master is nobody else's: its card is made of its plan.
std::expected<CardUpdate, AgentProblem> read_own_card(FrontedAgent& agent, const AgentConfig& config,
                                                      const std::string& public_url) {
  auto updated = agent.update(master_card(config), public_url);
  if (!updated) return std::unexpected(card_not_usable(updated.error()));
  return *std::move(updated);
}

std::expected<CardUpdate, AgentProblem> read_process_card(FrontedAgent& agent, const AgentSnapshot& before,
                                                          const std::string& public_url,
                                                          const std::stop_token& stop) {
  const auto text = ask_for_card(before, stop);
  if (!text) {
    agent.set_problem(text.error());
    return std::unexpected(text.error());
  }
  auto updated = agent.update(*text, public_url);
  if (!updated) return std::unexpected(card_not_usable(updated.error()));
  return *std::move(updated);
}

}  // namespace

std::expected<CardUpdate, AgentProblem> read_card(FrontedAgent& agent, const std::string& public_url,
                                                  const std::stop_token& stop) {
  const auto before = agent.snapshot();
  if (before->config().master != nullptr) return read_own_card(agent, before->config(), public_url);
  if (before->process) return read_process_card(agent, *before, public_url, stop);
  auto headers = card_headers(*before, stop);
  if (!headers) {
    agent.set_problem(headers.error());
    return std::unexpected(std::move(headers.error()));
  }
  auto fetched = a2a::client::fetch_card(before->config().upstream_url,
                                         {.headers = *headers, .tls = before->config().upstream_files}, stop);
  if (!fetched) {
    AgentProblem problem = card_not_fetched(fetched.error());
    agent.set_problem(problem);
    return std::unexpected(std::move(problem));
  }
  const auto probe = [&](const UpstreamEndpoint& endpoint) {
    return probe_rest(endpoint, before->config(), *headers, stop);
  };
  auto updated = agent.update(fetched->text, public_url, probe);
  if (!updated) return std::unexpected(card_not_usable(updated.error()));
  return *std::move(updated);
}

}  // namespace schemagate
