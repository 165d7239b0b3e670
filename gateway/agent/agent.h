// One fronted agent at run time: its configuration, and what its card said last.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/agent/card.h"
#include "gateway/agent/declared_extensions.h"
#include "gateway/agent/published_extended_cards.h"
#include "gateway/config/config.h"
#include "gateway/net/upstream.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// What follows from the agent's card. Immutable; replaced as a whole at each refresh.
struct AgentState {
  UpstreamEndpoint endpoint;
  net::Url url;  // endpoint.url, parsed
  PublishedCards cards;
  Publication publication;  // under which they were published
  std::unique_ptr<PublishedExtendedCards> extended_cards = std::make_unique<PublishedExtendedCards>();
};

// What came of reading the agent's card.
struct CardUpdate {
  bool changed = false;        // it is another text than last time
  bool verified = true;        // false: its signatures do not verify and need not
  std::string signature = {};  // what came of checking them; empty: nobody asked for it
  std::vector<object_schemas::CardProblem> doubts = {};  // about the published card
};

// Lives as long as the gateway. Safe from any thread.
class Agent {
 public:
  explicit Agent(AgentConfig config, std::optional<a2a::signature::PrivateKey> signer = {})
      : config_(std::move(config)), signer_(std::move(signer)) {}

  const AgentConfig& config() const { return config_; }
  const object_schemas::Contract& contract() const { return config_.contract; }
  const schema_interaction::Catalogue& templates() const { return config_.templates; }
  DeclaredExtensions declared_extensions() const { return {contract().declared(), !templates().empty()}; }

  // nullptr until a card could be fetched and published.
  std::shared_ptr<const AgentState> state() const;
  // Why there is none, or why the last refresh failed; empty when all is well.
  std::string problem() const;

  // Takes a card text as fetched; `public_url` is the gateway's, without trailing slash, and always the same.
  // The previous state stays when this fails, with the reason kept for problem(), and when the text is the
  // one that it was made of: the published card keeps its bytes and its tag.
  a2a::Result<CardUpdate> update(std::string_view card_text, std::string_view public_url);
  void set_problem(std::string reason);

 private:
  struct Status {
    std::shared_ptr<const AgentState> state;
    std::string problem;
    std::string card_text;  // that `state` was made of
    CardUpdate update;
  };
  struct NewState;
  a2a::Result<NewState> make_state(std::string_view card_text, std::string_view public_url) const;
  std::optional<CardUpdate> find_unchanged(std::string_view card_text);

  const AgentConfig config_;
  const std::optional<a2a::signature::PrivateKey> signer_;
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
  // The keys that cards are signed with (JWKS); nullptr when they are not signed.
  const Representation* key_set() const { return key_set_ ? &*key_set_ : nullptr; }

 private:
  std::vector<std::unique_ptr<Agent>> agents_;
  std::optional<Representation> key_set_;
};

}  // namespace schemagate
