// One fronted agent at run time: its configuration, and what its card said last.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/card.h"
#include "gateway/config.h"
#include "gateway/net/upstream.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// What follows from the agent's card. Immutable; replaced as a whole at each refresh.
struct AgentState {
  UpstreamEndpoint endpoint;
  net::Url url;  // endpoint.url, parsed
  PublishedCards cards;
};

// Lives as long as the gateway. Safe from any thread.
class Agent {
 public:
  explicit Agent(AgentConfig config) : config_(std::move(config)) {}

  const AgentConfig& config() const { return config_; }
  const object_schemas::Contract& contract() const { return config_.contract; }

  // nullptr until a card could be fetched and published.
  std::shared_ptr<const AgentState> state() const;
  // Why there is none, or why the last refresh failed; empty when all is well.
  std::string problem() const;

  // Takes a card text as fetched; `public_url` is the gateway's, without trailing slash. Returns what is
  // doubtful about the published card. The previous state stays when this fails; the reason is kept for
  // problem().
  a2a::Result<std::vector<object_schemas::CardProblem>> update(std::string_view card_text,
                                                               std::string_view public_url);
  void set_problem(std::string reason);

 private:
  struct Status {
    std::shared_ptr<const AgentState> state;
    std::string problem;
  };
  const AgentConfig config_;
  store::Guarded<Status> status_;
};

// All agents of one gateway; fixed after construction.
class AgentDirectory {
 public:
  explicit AgentDirectory(const Config& config);

  Agent* find(std::string_view name) const;
  // The agent that is also served at "/"; nullptr when there is none.
  Agent* root() const;
  const std::vector<std::unique_ptr<Agent>>& all() const { return agents_; }

 private:
  std::vector<std::unique_ptr<Agent>> agents_;
};

}  // namespace schemagate
