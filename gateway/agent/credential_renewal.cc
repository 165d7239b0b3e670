#include "gateway/agent/credential_renewal.h"

#include "gateway/agent/agent_tokens.h"
#include "gateway/config/file.h"

namespace schemagate {
namespace {

void use_at_once(const AgentSnapshot& agent) {
  if (agent.tokens) agent.tokens->forget_failures();
  agent.call_failed->store(true);
}

std::string name_of(const std::shared_ptr<const FrontedAgent>& agent) {
  return agent != nullptr ? agent->name() : "";
}

}  // namespace

CredentialRenewal::CredentialRenewal(const std::vector<ContextSource>& sources, const FrontedAgents& agents,
                                     const Log& log)
    : log_(&log) {
  for (const ContextSource& source : sources) {
    for (const FixedHeader& header : source.headers) add(header.value, nullptr);
  }
  for (const auto& agent : agents) add(agent->snapshot()->config(), agent);
}

void CredentialRenewal::add(const Secret& secret, const std::shared_ptr<const FrontedAgent>& agent) {
  if (secret.file()) secrets_.push_back({secret.file(), agent});
}

void CredentialRenewal::add(const AgentConfig& config, const std::shared_ptr<const FrontedAgent>& agent) {
  if (config.upstream_tls) certificates_.push_back({config.upstream_tls, agent});
  for (const FixedHeader& header : config.upstream_headers) add(header.value, agent);
  add(config.credentials.api_key, agent);
  if (config.credentials.tokens) add(config.credentials.tokens->client_secret, agent);
  if (config.master && config.master->planner) add(config.master->planner->key, nullptr);
  if (config.evolution.embedding) add(config.evolution.embedding->key, nullptr);
}

void CredentialRenewal::look() {
  for (const WatchedSecret& each : secrets_) look_at(each);
  for (const WatchedCertificates& each : certificates_) look_at(each);
}

void CredentialRenewal::look_at(const WatchedSecret& watched) const {
  const auto renewed = watched.file->renew();
  if (!renewed) {
    log_->write(LogLevel::kError, "secret_not_renewed",
                {{"agent", name_of(watched.agent)}, {"cause", renewed.error().message}});
  } else if (*renewed) {
    tell(watched);
    if (watched.agent != nullptr) use_at_once(*watched.agent->snapshot());
  }
}

void CredentialRenewal::look_at(const WatchedCertificates& watched) const {
  const auto renewed = watched.tls->renew();
  if (!renewed) {
    log_->write(LogLevel::kError, "certificates_not_reloaded",
                {{"agent", watched.agent->name()}, {"cause", renewed.error().detail}});
  } else if (*renewed) {
    log_->write(LogLevel::kInfo, "certificates_reloaded", {{"agent", watched.agent->name()}});
    use_at_once(*watched.agent->snapshot());
  }
}

void CredentialRenewal::tell(const WatchedSecret& watched) const {
  const std::string exposed = exposure_of(watched.file->path());
  log_->write(
      exposed.empty() ? LogLevel::kInfo : LogLevel::kWarn, "secret_renewed",
      {{"agent", name_of(watched.agent)}, {"file", watched.file->path().string()}, {"problem", exposed}});
}

}  // namespace schemagate
