// The evolution of one agent's templates in the gateway: its engine, what has been decided, values to be
// judged, and how they are kept. Touched by the thread of the evolution alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/engine.h"
#include "gateway/agent/fronted_agent.h"
#include "gateway/evolution/audit_trail.h"
#include "gateway/evolution/observation_queue.h"
#include "gateway/evolution/publication.h"
#include "gateway/evolution/value_samples.h"

namespace schemagate {

class EvolvingAgent {
 public:
  // With the base of each scenario that is offered. `agent` outlives it.
  explicit EvolvingAgent(FrontedAgent& agent);

  const std::string& name() const { return agent_.name(); }
  const AgentConfig& configured() const { return *configured_; }
  const evolution::Engine& engine() const { return engine_; }
  const AuditTrail& trail() const { return trail_; }

  // What was kept goes on; where the configured template is another one than then, its keys are carried over
  // (told as carried_over, by collect()). Errors: kInternal for what write() has not written.
  a2a::Result<void> restore(const std::string& kept, evolution::Instant now);
  std::string write() const;

  // Whether there is a key whose use is counted: else nothing of payloads but their wishes is of interest.
  bool counts_payloads() const;
  // Where an endpoint embeds, wishes wait for place().
  void take(const Observation& observation, evolution::Instant now);
  // What is to be embedded of the wishes that wait, redacted: before anything is erased.
  std::vector<std::string> waiting_texts() const;
  // One vector for each of them.
  void place(std::vector<evolution::ModelVector> vectors);
  void advance(evolution::Instant now);
  // Keys that are withdrawn and were sent all the same, since the last time that somebody asked; by scenario
  // and name, with how often.
  using Withdrawn = std::map<std::pair<std::string, std::string>, std::size_t>;
  Withdrawn take_withdrawn() { return std::exchange(withdrawn_, {}); }

  // A person's decisions; false: there is no such thing. `by`: the person. Errors of approve(): those of
  // evolution::Scenario::approve().
  a2a::Result<bool> approve(std::string_view patch_id, const evolution::Wording& wording, std::string_view by,
                            evolution::Instant now);
  bool reject(std::string_view patch_id, std::string_view by, evolution::Instant now);
  bool withdraw(std::string_view patch_id, std::string_view by, evolution::Instant now);
  bool judge(std::string_view scenario, std::string_view key, bool aligned, std::string_view by,
             evolution::Instant now);
  // The same of a value that was kept for it; false, too, when it was judged before.
  bool judge_sample(std::string_view sample, std::string_view scenario, std::string_view key, bool aligned,
                    std::string_view by, evolution::Instant now);
  const ValueSamples& samples() const { return samples_; }
  // Everything of those clients is forgotten: `client` is an owner, or a subject, which may be known by
  // several authorities. `opt_out`: and nothing of them is taken any more. Returns how many there were.
  std::size_t erase(std::string_view client, bool opt_out, std::string_view by, evolution::Instant now);

  // Moves what the engine has told into the trail; `each` sees the decisions among it. Samples of keys that
  // are not on trial any more go.
  void collect(const std::function<void(const evolution::Event&)>& each, std::string_view by = {});
  // Something has changed since the last write that was `kept`; a decision is among it.
  bool changed() const { return changed_; }
  bool decided() const { return decided_; }
  void set_kept() { changed_ = decided_ = false; }

  // Publishes what is there when it is other than what was published last. Errors: as make_evolved().
  a2a::Result<bool> publish(evolution::Instant now, const PatchSigner& signer);

 private:
  void take_wish(const Observation& observation, const std::string& scenario, const std::string& text,
                 evolution::Instant now);
  void note_withdrawn(const evolution::Scenario& scenario, a2a::JsonValue payload);
  void sample(const evolution::Scenario& scenario, const Observation& observation, a2a::JsonValue payload,
              evolution::Instant now);
  // The first scenario in which it can be done.
  bool decide(std::string_view by, const std::function<bool(const std::string& scenario)>& done_in);
  void forget_decided_samples();

  FrontedAgent& agent_;
  const std::shared_ptr<const AgentConfig> configured_;
  evolution::Engine engine_;
  AuditTrail trail_;
  std::vector<evolution::TakenWish> waiting_;
  std::uint64_t row_ = 0;
  bool changed_ = false;
  bool decided_ = false;
  std::string published_;  // version
  SignedPatches signed_;
  Withdrawn withdrawn_;
  ValueSamples samples_;
  a2a::JsonDocument document_;
};

// "alice" of an owner as gateway/access makes it; the owner itself of anything else.
std::string subject_of(std::string_view owner);

}  // namespace schemagate
