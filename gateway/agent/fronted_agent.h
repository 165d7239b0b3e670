// An agent that the gateway stands in front of. It has one current snapshot, which is replaced as a whole.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/card_change.h"
#include "gateway/agent/rest_probe.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream_limits.h"
#include "gateway/observe/log.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// What came of reading the agent's card.
struct CardUpdate {
  bool changed = false;        // it is another text than last time
  bool verified = true;        // false: its signatures do not verify and need not
  std::string signature = {};  // what came of checking them; empty: nobody asked for it
  std::vector<object_schemas::CardProblem> doubts = {};  // about the published card
  std::optional<CardChange> change = {};  // since the one before; nullopt: it says the same, or is the first
};

// With one configuration for its whole life: a reload puts another one in its place. Safe from any thread.
class FrontedAgent {
 public:
  // Of an agent that is a command.
  struct ProcessSettings {
    const Log* log = nullptr;  // outlives the agent and its snapshots; nullptr: nothing is told
    std::size_t line_bytes_max = net::UpstreamLimits().body_bytes_max;
    net::SharedLimit memory = net::SharedLimit::unbounded();  // for what it has answered and nobody has taken
  };
  // `signer`: signs the published cards; absent: they are not signed.
  // `before`: the same agent as it was configured until now; where it runs the same command, both share the
  // program. nullptr: there was none.
  explicit FrontedAgent(AgentConfig config, std::optional<a2a::signature::PrivateKey> signer = {},
                        const ProcessSettings& process = {nullptr, net::UpstreamLimits().body_bytes_max,
                                                          net::SharedLimit::unbounded()},
                        const FrontedAgent* before = nullptr);

  const std::string& name() const { return name_; }
  // Never nullptr. Costs one lock: take it once for each request.
  std::shared_ptr<const AgentSnapshot> snapshot() const;

  // Takes a card text as fetched; `public_url` is the gateway's, without trailing slash, and always the same.
  // When this fails, what is published stays, with the reason as the snapshot's problem. A text that is the
  // one published last changes nothing: the published card keeps its bytes and its tag. `probe`: is asked
  // each time, under no lock; empty: the agent speaks as its version does. Errors:
  // kInvalidAgentResponse (no card, an untrusted one, one that cannot be published).
  a2a::Result<CardUpdate> update(std::string_view card_text, std::string_view public_url,
                                 const RestProbe& probe = {});
  // What was published of `before`, the same agent as it was configured until now, with the card that it had:
  // for one that is called as before. Where it had none, or one that cannot be published now, nothing is.
  void take_card_of(const FrontedAgent& before, std::string_view public_url);
  // Whether its card has been asked for.
  bool is_tried() const;
  // Everybody's templates are published as `evolved` has them; nullptr: as they were configured. A card that
  // cannot be published so keeps what it says. Serialised with update().
  void set_evolved(std::shared_ptr<const EvolvedTemplates> evolved);
  // The card could not be fetched. What is published stays.
  void set_problem(AgentProblem problem);
  // Whether a call could not reach the agent since the last time that somebody asked.
  bool take_call_failure() const;

 private:
  struct Status {
    std::shared_ptr<const AgentSnapshot> snapshot;
    std::string card_text = {};  // that snapshot->published was made of
    CardUpdate update = {};
  };
  struct Publication;
  a2a::Result<Publication> publish(const AgentConfig& config, std::string_view card_text,
                                   std::string_view public_url, const RestProbe& probe) const;
  bool has_moved(const RestProbe& probe) const;
  std::optional<CardChange> change_to(std::string_view card_text) const;
  std::shared_ptr<const PublishedAgent> published_again(const Status& status,
                                                        const AgentConfig& config) const;
  std::optional<CardUpdate> find_unchanged(std::string_view card_text);
  CardIdentity identity(std::string_view public_url) const;
  CardIdentity identity_at(const PublicAddress& address, std::string_view public_url) const;
  static void replace(Status& status, std::shared_ptr<const PublishedAgent> published,
                      std::optional<AgentProblem> problem);

  const std::string name_;
  const std::shared_ptr<const a2a::signature::PrivateKey> signer_;
  const std::shared_ptr<const AgentConfig> configured_;
  std::mutex publishing_;  // one at a time; not held by readers
  store::Guarded<Status> status_;
  const std::shared_ptr<std::atomic<bool>> call_failed_;  // of all snapshots
};

}  // namespace schemagate
