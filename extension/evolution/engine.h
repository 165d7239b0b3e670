// The evolution of one agent's templates (structured-data draft, section 6.2): what users keep asking for
// under `other` becomes a key, what nobody uses goes away again, and the base never changes.
//
//   Engine engine(settings);
//   engine.add_schema(schema);                      // the base of its scenario
//   engine.take_fragment({.row = 0, .at = now, .scenario = "flight", .client = "c1", .text = "window seat"});
//   engine.advance(now);
//   for (const Event& event : engine.take_events()) …   // assigned, triggered, patch, …
//   engine.effective("flight", "c1")                // the template as c1 may use it
//
// No I/O, no clock, no randomness: the same calls give the same events. One thread at a time. Bounded: 256
// scenarios, and what pool.h, clients.h and scenario.h say.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/scenario.h"

namespace schemagate::evolution {

// One thing that a client has wished for. Borrowed for the call.
struct Wish {
  std::uint64_t row = 0;
  Instant at = 0;
  std::string_view scenario;
  std::string_view client;  // an authenticated principal; empty: anonymous
  std::string_view tenant;  // empty: none
  std::string_view text;    // as it was received
};

// A wish that is taken and has not found its cluster yet: its text, redacted, is what a model may be asked to
// embed.
struct TakenWish {
  std::string scenario;
  Fragment fragment;
  Features features;
};

class Engine {
 public:
  static constexpr std::size_t kScenariosMax = 256;

  explicit Engine(const Settings& settings) : settings_(settings) {}

  // The base of its scenario, before anything is told of that. A scenario without one has a base of `other`
  // alone, and the id <scenario>_v0.
  // `forbidden`: names that no key may have.
  void add_schema(schema_interaction::SchemaTemplate schema, std::vector<std::string> forbidden = {});
  // The base from now on, of a scenario that may have another one: as Scenario::rebase(), and add_schema()
  // where there is no scenario of that name in any spelling. False: it is what it was.
  bool rebase(const schema_interaction::SchemaTemplate& schema, const std::vector<std::string>& forbidden,
              Instant now);
  // A client that was known before anything here began.
  void know_client(std::string_view client, Instant first_seen) { clients_.know(client, first_seen); }

  void take_fragment(const Wish& wish);
  // The same in two steps, for vectors that come from elsewhere: nullopt for what is dropped; the others are
  // placed before anything is erased, in their order, with the vector that a model has made of fragment.text
  // or with the built-in one.
  std::optional<TakenWish> take(const Wish& wish);
  void place(TakenWish wish, ModelVector vector = {});
  // A payload as it was received, accepted or not.
  void take_payload(const ReceivedPayload& payload);
  // The same where there is nothing in it to be looked at: from its first one on a client is known.
  void see_client(std::string_view client, Instant now);
  // The client has been told of that key; empty: of every key that it may use.
  void deliver(std::string_view scenario, std::string_view client, std::string_view key = {});
  // What a person or a model says of a value. False: there is no such key.
  bool judge(std::string_view scenario, std::string_view key, bool aligned, Instant now);
  // All that is due by then.
  void advance(Instant now);
  // With `cluster_only`, at the end: what each cluster would be.
  void tell_candidates(Instant now);

  // As Scenario::approve().
  a2a::Result<bool> approve(std::string_view scenario, std::string_view patch_id, Instant now,
                            const Wording& wording = {});
  bool reject(std::string_view scenario, std::string_view patch_id, Instant now);
  // As Scenario::withdraw().
  bool withdraw(std::string_view scenario, std::string_view patch_id, Instant now);
  // Forgets everything of a client.
  void erase(std::string_view client, Instant now);
  void set_opted_out(std::string_view client, bool out, Instant now) {
    clients_.set_opted_out(client, out, now);
  }

  // From now on nothing is told of what becomes of each wish (assigned, dropped), only what is decided.
  void tell_decisions_only() { tells_wishes_ = false; }
  // What was told since the last time.
  Events take_events() { return std::exchange(events_, {}); }
  const Scenario* find(std::string_view scenario) const;
  // The same in any spelling that is_same_scenario() takes for it.
  const Scenario* find_same(std::string_view scenario) const;
  // nullopt: there is no such scenario.
  std::optional<a2a::JsonTree> effective(std::string_view scenario, std::string_view client) const;

  const Settings& settings() const { return settings_; }
  const Clients& clients() const { return clients_; }
  const std::map<std::string, Scenario, std::less<>>& scenarios() const { return scenarios_; }

 private:
  friend class StateWriter;
  friend class StateReader;

  // nullptr: there are too many.
  Scenario* scenario(std::string_view name);
  Surroundings surroundings() { return {settings_, stemmer_, clients_, events_, tells_wishes_}; }
  std::nullopt_t drop(const Wish& wish, std::string_view reason);

  Settings settings_;
  Stemmer stemmer_;
  Clients clients_;
  std::map<std::string, Scenario, std::less<>> scenarios_;
  Events events_;
  bool tells_wishes_ = true;
};

}  // namespace schemagate::evolution
