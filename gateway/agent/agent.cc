#include "gateway/agent/agent.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "a2a/signature/key_set.h"
#include "gateway/agent/card_trust.h"

namespace schemagate {
namespace {

constexpr a2a::JsonLimits kCardLimits = {.bytes_max = 4 << 20, .depth_max = 128};

}  // namespace

std::shared_ptr<const AgentState> Agent::state() const {
  return status_.with([](const Status& status) { return status.state; });
}

std::string Agent::problem() const {
  return status_.with([](const Status& status) { return status.problem; });
}

void Agent::set_problem(std::string reason) {
  status_.with([&](Status& status) { status.problem = std::move(reason); });
}

struct Agent::NewState {
  std::shared_ptr<const AgentState> state;
  CardUpdate update;
};

a2a::Result<Agent::NewState> Agent::make_state(std::string_view card_text,
                                               std::string_view public_url) const {
  auto card = a2a::parse_tree(card_text, kCardLimits);
  if (!card) return std::unexpected(card.error());
  auto trusted = trust_card(*std::move(card), config_);
  if (!trusted) return std::unexpected(trusted.error());
  auto endpoint = find_endpoint(trusted->card, config_);
  if (!endpoint) return std::unexpected(endpoint.error());
  auto url = net::parse_url(endpoint->url);
  if (!url) return a2a::fail(a2a::ErrorCode::kInvalidParams, std::move(url.error().detail));
  Publication publication{.base_url = std::string(public_url) + "/" + config_.name};
  if (signer_) {
    publication.signer = &*signer_;
    publication.key_set_url = std::string(public_url) + std::string(kKeySetPath);
  }
  CardResult published = publish_card(trusted->card, config_, publication);
  auto fatal = std::ranges::find_if(published.problems, &object_schemas::CardProblem::fatal);
  if (fatal != published.problems.end()) {
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, "card " + fatal->path + ": " + fatal->message);
  }
  AgentState state{.endpoint = std::move(*endpoint),
                   .url = std::move(*url),
                   .cards = std::move(published.cards),
                   .publication = std::move(publication)};
  return NewState{std::make_shared<const AgentState>(std::move(state)),
                  {true, trusted->verified, std::move(trusted->finding), std::move(published.problems)}};
}

std::optional<CardUpdate> Agent::find_unchanged(std::string_view card_text) {
  return status_.with([card_text](Status& status) -> std::optional<CardUpdate> {
    if (!status.state || status.card_text != card_text) return std::nullopt;
    status.problem.clear();
    CardUpdate update = status.update;
    update.changed = false;
    return update;
  });
}

a2a::Result<CardUpdate> Agent::update(std::string_view card_text, std::string_view public_url) {
  if (auto unchanged = find_unchanged(card_text)) return *std::move(unchanged);
  auto made = make_state(card_text, public_url);
  if (!made) {
    set_problem(made.error().message);
    return std::unexpected(made.error());
  }
  status_.with(
      [&](Status& status) { status = {std::move(made->state), "", std::string(card_text), made->update}; });
  return std::move(made->update);
}

AgentDirectory::AgentDirectory(const Config& config) {
  for (const AgentConfig& agent : config.agents) {
    agents_.push_back(std::make_unique<Agent>(agent, config.signing.signer));
  }
  if (config.signing.signer) key_set_ = represent(a2a::signature::format_key_set(config.signing.keys));
}

Agent* AgentDirectory::find(std::string_view name) const {
  auto found =
      std::ranges::find_if(agents_, [name](const auto& agent) { return agent->config().name == name; });
  return found == agents_.end() ? nullptr : found->get();
}

Agent* AgentDirectory::root() const {
  auto found = std::ranges::find_if(agents_, [](const auto& agent) { return agent->config().root; });
  return found == agents_.end() ? nullptr : found->get();
}

}  // namespace schemagate
