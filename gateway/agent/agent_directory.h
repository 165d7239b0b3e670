// The agents that the gateway stands in front of, by name.
//
//   const auto agent = agents.find("flight");          // nullptr: there is none
//   agents.replace({agent, agents.make(another)});     // the configuration was read again
//
// Whoever needs an agent for longer than a call asks again or keeps its snapshot.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "gateway/agent/fronted_agent.h"
#include "gateway/config/config.h"

namespace schemagate {

using FrontedAgents = std::vector<std::shared_ptr<FrontedAgent>>;

// All agents of one gateway, by name. Which they are changes as a whole, when the configuration is read
// again. Safe from any thread.
class AgentDirectory {
 public:
  // Of agents that are commands: `log`, which outlives it, is told of them; what they answer takes `memory`.
  explicit AgentDirectory(const Config& config, const Log* log = nullptr,
                          const net::SharedLimit& memory = net::SharedLimit::unbounded());
  // Agents that are commands are ended at the same time.
  ~AgentDirectory();
  AgentDirectory(const AgentDirectory&) = delete;
  AgentDirectory& operator=(const AgentDirectory&) = delete;

  // nullptr when there is none of that name.
  std::shared_ptr<FrontedAgent> find(std::string_view name) const;
  // The agent that is also served at "/"; nullptr when there is none.
  std::shared_ptr<FrontedAgent> root() const;
  // As they are now, in the order of the configuration.
  FrontedAgents all() const;
  // One that is configured like this, and that nobody is served by yet.
  std::shared_ptr<FrontedAgent> make(const AgentConfig& agent) const;
  // From now on these are all; whoever holds a snapshot of another one keeps it. One thread at a time.
  void replace(FrontedAgents agents);
  // Ends programs, and what gets tokens, of agents that are gone, once nothing uses them any more. Waits for
  // their end: not on a core.
  void let_go();
  // The keys that cards are signed with (JWKS); nullptr when they are not signed.
  const Representation* key_set() const { return key_set_ ? &*key_set_ : nullptr; }

 private:
  struct Listing {
    FrontedAgents agents = {};
    std::unordered_map<std::string_view, std::size_t> by_name =
        {};  // index in `agents`, whose names they are
    std::shared_ptr<FrontedAgent> root = {};
    // Of agents that are gone. Whoever lets go of one last waits for its end: that must not be a core.
    std::vector<std::shared_ptr<const void>> left = {};
  };
  static void list(Listing& listing, FrontedAgents agents);

  const FrontedAgent::ProcessSettings programs_;
  const std::optional<a2a::signature::PrivateKey> signer_;
  std::optional<Representation> key_set_;
  store::Guarded<Listing> listing_;
};

}  // namespace schemagate
