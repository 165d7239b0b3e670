// The evolution of templates in a running gateway (structured-data draft, section 6.2): learns from payloads
// off the path of requests, keeps what it knows in the ledger, and publishes what was decided.
//
//   EvolutionService evolution({agents, clock, log});   // of agents whose configuration says so
//   services.payloads = &evolution;                     // is told by all cores
//   evolution.open(store, signer);                      // what was kept is published
//   evolution.ask({.verb = Question::Verb::kStatus});   // operators
//   evolution.stop();                                   // before the store is closed
//
// What clients see of a decision is durable before they see it: a crash leaves a whole patch or none, and its
// number is not given twice. An endpoint that embeds wishes is asked by the thread alone; while it is,
// decisions and answers to operators wait, for its deadline at most. Wishes and counts since the last save,
// 10 seconds at most (longer where saving takes long), are lost with a crash.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "gateway/agent/agent_directory.h"
#include "gateway/environment/clock.h"
#include "gateway/evolution/embedding_client.h"
#include "gateway/evolution/evolving_agent.h"
#include "gateway/evolution/observation_queue.h"
#include "gateway/evolution/question.h"
#include "gateway/observe/log.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/store/store.h"

namespace schemagate {

// References outlive the service; all are safe from any thread.
struct EvolutionDependencies {
  const AgentDirectory& agents;
  const Clock& clock;
  const Log& log;
  PayloadObserver* next = nullptr;  // is told the same; nullptr: nobody
  std::function<EmbeddingTransport(const EmbeddingConfig&)> embeddings = embeddings_over_http;
};

class EvolutionService final : public PayloadObserver {
 public:
  explicit EvolutionService(const EvolutionDependencies& dependencies);
  ~EvolutionService() override;
  EvolutionService(const EvolutionService&) = delete;
  EvolutionService& operator=(const EvolutionService&) = delete;

  // Whether there is an agent whose templates may evolve.
  bool has_agents() const { return !agents_.empty(); }

  // Goes on with what `store` has kept, publishes it and begins; `store` outlives stop(). Once. Errors:
  // kInternal for what cannot be read, with the agent.
  a2a::Result<void> open(store::Store& store, PatchSigner signer);
  // Takes nothing more, saves what there is, and ends. Any number of times.
  void stop();

  void on_payload(const ObservedPayload& payload) override;
  bool on_wish(const ObservedWish& wish) override;
  void on_delivery(const ObservedDelivery& delivery) override;

  // Answered by the thread of the evolution, behind what it has been told before: JSON. Errors:
  // kInvalidParams for an agent, patch, key or client that is not there; kInvalidRequest for what an approved
  // key cannot be called; kInternal while the ledger cannot be
  // written (what was decided holds in memory then, and is shown to clients once it is written), and after
  // stop().
  store::Deferred<std::string> ask(Question question);

 private:
  // What a core has to know of an agent whose templates evolve.
  struct Watched {
    std::atomic<bool> counts_payloads = false;  // there are keys whose use is counted
  };

  void run(const std::stop_token& stop);
  void take(std::span<const Observation> observations, const std::stop_token& stop);
  void embed(EvolvingAgent& agent, EmbeddingClient& client, const std::stop_token& stop) const;
  void settle(bool at_once);
  void save(EvolvingAgent& agent);
  void publish(EvolvingAgent& agent);
  void tell(const EvolvingAgent& agent, const evolution::Event& event) const;
  void tell_carried_over(const EvolvingAgent& agent, const evolution::Event& event) const;
  EvolvingAgent* find(std::string_view name);
  // nullptr: nothing of that agent evolves.
  const Watched* watched(std::string_view agent) const;
  a2a::Result<std::string> answer(const Question& question);
  a2a::Result<std::string> decide(const Question& question);
  a2a::Result<std::string> erase(const Question& question);
  evolution::Instant now() const;

  const EvolutionDependencies dependencies_;
  ObservationQueue queue_;
  std::map<std::string, Watched, std::less<>> watched_;             // agents_ by name; none comes or goes
  std::vector<std::unique_ptr<EvolvingAgent>> agents_;              // the thread's alone, once it runs
  std::map<std::string, EmbeddingClient, std::less<>> embeddings_;  // likewise; by the agent's name
  PatchSigner signer_;
  store::Store* store_ = nullptr;  // from open() on
  evolution::Instant advanced_ = 0;
  MonotonicTime save_due_ = {};
  bool is_failing_ = false;
  std::uint64_t dropped_told_ = 0;
  std::jthread thread_;  // last
};

}  // namespace schemagate
