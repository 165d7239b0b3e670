// A key that a patch has brought, through its life (structured-data draft, section 6.2.3): experimental, then
// stable, or deprecated, withdrawn and removed. A value.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/json/tree.h"
#include "extension/evolution/induction/candidate.h"
#include "extension/evolution/lifecycle/metrics.h"
#include "extension/evolution/settings.h"

namespace schemagate::evolution {

enum class KeyState { kExperimental, kStable, kDeprecated, kWithdrawn, kRemoved };
std::string_view name(KeyState state);
std::optional<KeyState> key_state(std::string_view name);

struct EvolvedKey {
  Candidate what;
  std::string client = {};  // for whom alone; empty: for everybody
  KeyState state = KeyState::kExperimental;
  int cluster = 0;      // that it came from, as long as it is in the pool
  Instant since = 0;    // of the state
  Instant review = 0;   // when the trial is judged next, or a withdrawal is tried
  Instant expires = 0;  // of the patch
  int extensions = 0;   // of the trial
  Metrics metrics = {};

  // What a template shows.
  bool is_advertised() const { return state <= KeyState::kDeprecated; }
  // What a payload may have.
  bool is_accepted() const { return state != KeyState::kRemoved; }
};

// A change of state that is due, or the decision that a trial goes on: `to` is kExperimental then.
struct Transition {
  Instant at;
  KeyState to;
  std::string_view rule;  // that decided so
};

// Moves a key as far as `now` allows, one transition a call; nullopt when none is due. REQUIRES: what
// happened before `now` was told to the metrics.
std::optional<Transition> next_transition(EvolvedKey& key, const Settings& settings, Instant now);

// Starts the trial, of a new key or of one that comes back.
void begin_trial(EvolvedKey& key, const Settings& settings, Instant now);

// Whether a value has the type; `null` says the same as leaving the key out, and is none.
bool fits(schema_interaction::KeyType type, a2a::JsonValue value);

// As a template shows it: the draft's members, with "experimental" or "deprecated" where it is.
a2a::JsonTree write_key(const EvolvedKey& key);

// {"usage_frequency":…,"receiver_usage_frequency":…,"semantic_alignment_accuracy":…,"value_type_correctness":…,
// "client_adoption_rate":…} and the counts; null where nothing was counted.
a2a::JsonTree write_figures(const Figures& figures);

}  // namespace schemagate::evolution
