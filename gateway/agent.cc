#include "gateway/agent.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace schemagate {
namespace {

constexpr a2a::JsonLimits kCardLimits = {.bytes_max = 4 << 20, .depth_max = 128};

struct NewState {
  std::shared_ptr<const AgentState> state;
  std::vector<object_schemas::CardProblem> warnings;
};

a2a::Result<NewState> make_state(std::string_view card_text, const AgentConfig& config,
                                 std::string_view base_url) {
  auto card = a2a::parse_tree(card_text, kCardLimits);
  if (!card) return std::unexpected(card.error());
  auto endpoint = find_endpoint(*card, config);
  if (!endpoint) return std::unexpected(endpoint.error());
  auto url = net::parse_url(endpoint->url);
  if (!url) return std::unexpected(url.error());
  CardResult published = publish_card(*card, config, base_url);
  auto fatal = std::ranges::find_if(published.problems, &object_schemas::CardProblem::fatal);
  if (fatal != published.problems.end()) {
    return a2a::fail(a2a::ErrorCode::kInvalidAgentResponse, "card " + fatal->path + ": " + fatal->message);
  }
  AgentState state{std::move(*endpoint), std::move(*url), std::move(published.cards)};
  return NewState{std::make_shared<const AgentState>(std::move(state)), std::move(published.problems)};
}

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

a2a::Result<std::vector<object_schemas::CardProblem>> Agent::update(std::string_view card_text,
                                                                    std::string_view public_url) {
  auto made = make_state(card_text, config_, std::string(public_url) + "/" + config_.name);
  if (!made) {
    set_problem(made.error().message);
    return std::unexpected(made.error());
  }
  status_.with([&](Status& status) { status = {std::move(made->state), ""}; });
  return std::move(made->warnings);
}

AgentDirectory::AgentDirectory(const Config& config) {
  for (const AgentConfig& agent : config.agents) {
    agents_.push_back(std::make_unique<Agent>(agent));
  }
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
