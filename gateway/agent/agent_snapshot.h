// One fronted agent as it is at one moment: what was configured, and what its card said last. Requests and
// runs hold a snapshot for as long as they last, so that a card that is fetched meanwhile changes nothing
// under them.
//
//   std::shared_ptr<const AgentSnapshot> agent = fronted.snapshot();   // once for each request
//   if (!agent->published) return unavailable(agent->problem->shown);
//   call(agent->published->url, agent->contract());
//
// Immutable: any thread may read it, and references into it hold for as long as somebody holds the snapshot.
// What is derived from a snapshot for some of the callers is cached in it and goes with it: extended cards
// (PublishedExtendedCards), and the agent with the templates that have evolved for one caller
// (CallerSnapshots).
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/agent/agent_problem.h"
#include "gateway/agent/card.h"
#include "gateway/agent/declared_extensions.h"
#include "gateway/agent/evolved_templates.h"
#include "gateway/agent/published_extended_cards.h"
#include "gateway/config/agent_config.h"
#include "gateway/net/url.h"
#include "gateway/observe/line_limit.h"
#include "gateway/process/agent_process.h"

namespace schemagate {

// The card as it is read at another public address than the first.
struct PublishedElsewhere {
  PublishedCards cards;
  CardIdentity identity;
  std::unique_ptr<PublishedExtendedCards> extended_cards = std::make_unique<PublishedExtendedCards>();
};

// Whether an agent that says it streams does so, as far as calls have shown.
enum class Streams { kUntried, kWork, kRefused };

// What follows from the agent's card.
struct PublishedAgent {
  UpstreamEndpoint endpoint;  // the interface that the gateway calls
  net::Url url;               // endpoint.url, parsed
  PublishedCards cards;       // as clients get them
  CardIdentity identity;      // under which they are published
  // As configured, with what the card adds to it; absent: as configured.
  std::optional<object_schemas::Contract> contract = {};
  // What the agent's own card declares and the gateway does not, with the reasons.
  std::vector<object_schemas::CardProblem> refused = {};
  // Those that clients were held to until the card lost the last of them; empty: it has some, or never had.
  std::vector<std::string> lost_schemas = {};
  std::unique_ptr<PublishedExtendedCards> extended_cards = std::make_unique<PublishedExtendedCards>();
  // What calls have shown while the card is in force. Never nullptr.
  std::shared_ptr<std::atomic<Streams>> streams = std::make_shared<std::atomic<Streams>>(Streams::kUntried);
  // For AgentConfig::public_addresses from the second on; the cards and the identity above are for the first.
  std::vector<PublishedElsewhere> elsewhere = {};

  // `address`: index of AgentConfig::public_addresses.
  const PublishedCards& cards_at(std::size_t address) const {
    return address == 0 ? cards : elsewhere.at(address - 1).cards;
  }
  const CardIdentity& identity_at(std::size_t address) const {
    return address == 0 ? identity : elsewhere.at(address - 1).identity;
  }
  PublishedExtendedCards& extended_cards_at(std::size_t address) const {
    return address == 0 ? *extended_cards : *elsewhere.at(address - 1).extended_cards;
  }
};

class AgentTokens;
class CallerSnapshots;

// Whether the gateway itself speaks of contexts for the agent.
inline bool declares_agent_context(const AgentConfig& agent) {
  return agent.agent_context.has_value() || agent.master != nullptr;
}

// What one stack of keys makes of the agent.
struct CallerView {
  object_schemas::Contract contract;
  const schema_interaction::Catalogue* templates;  // into `evolved`; nullptr: those of the configuration
};

struct AgentSnapshot {
  // Never nullptr; shared by successive snapshots. With everybody's templates and
  // schemas as they have evolved.
  std::shared_ptr<const AgentConfig> configuration;
  std::shared_ptr<const PublishedAgent> published =
      {};  // nullptr until a card could be fetched and published
  // Why there is no published agent, or why the last reading of its card failed; absent when all is well.
  std::optional<AgentProblem> problem = {};
  // Set by whoever could not reach the agent: its card is read again at once then. Never nullptr; shared by
  // successive snapshots.
  std::shared_ptr<std::atomic<bool>> call_failed = std::make_shared<std::atomic<bool>>(false);
  // Of the lines on calls to it that fail. Likewise.
  std::shared_ptr<LineLimit> call_lines = std::make_shared<LineLimit>();
  // What it is called with, where an authorization server is configured for it; nullptr: none is. Shared
  // likewise.
  std::shared_ptr<AgentTokens> tokens = {};
  // The agent itself, where it is a command; nullptr: it has a URL. Shared likewise.
  std::shared_ptr<process::AgentProcess> process = {};

  // What evolution has brought; nullptr: nothing, or it is off.
  std::shared_ptr<const EvolvedTemplates> evolved = {};
  // Of callers (caller_snapshots.h); nullptr where nothing has evolved, and in what it gives.
  std::shared_ptr<CallerSnapshots> callers = {};
  std::shared_ptr<const CallerView> view = {};  // in what it gives

  const AgentConfig& config() const { return *configuration; }
  // What the gateway declares of the agent and holds its clients to.
  const object_schemas::Contract& contract() const {
    if (view) return view->contract;
    return published && published->contract ? *published->contract : configuration->contract;
  }
  const schema_interaction::Catalogue& templates() const {
    return view && view->templates != nullptr ? *view->templates : configuration->templates;
  }
  DeclaredExtensions declared_extensions() const {
    return {contract().declared(), !templates().empty(), declares_agent_context(config())};
  }
};

}  // namespace schemagate
