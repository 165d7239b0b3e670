// What an operator may set of the evolution of one agent's templates, with the reasons for the defaults in
// README.md. Two profiles, because a threshold belongs to an embedder.
//
//   Settings settings;                                              // the profile `embedded`
//   auto settings = read_settings(*a2a::parse_tree(config_text));   // Result<Settings>
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "a2a/error.h"
#include "a2a/json/tree.h"

namespace schemagate::evolution {

enum class Mode { kPropose, kAutomatic };
enum class Decision { kWilson, kExact };

struct Settings {
  // Which fragments are one wish.
  double theta = 0.6;               // cosine from which on, of the vectors that are built in
  double model_theta = 0.85;        // of those that a model has made
  double merge_theta = 0.6;         // of two clusters' centroids, which are one wish then; above 1: never
  double heat = 20;                 // threshold
  double half_life_hours = 24;      // of heat
  double increment = 1;             // of heat, a fragment
  double client_share = 0.2;        // of the threshold that one client can bring; 1 or more: no bound
  std::size_t per_tenant = 2;       // clients of one tenant that count
  bool strict = false;              // heat must exceed the threshold, not only reach it
  std::size_t minimum_clients = 5;  // different ones within the window, or
  std::size_t minimum_occurrences = 10;  // fragments within the window
  double window_days = 7;
  std::optional<std::size_t> minimum_members;  // fragments of the cluster
  std::size_t minimum_texts = 3;  // different ones, compared without politeness, numbers and names
  double minimum_age_hours = 24;  // since a client was first seen, before it counts
  std::size_t per_minute = 60;    // fragments of one client
  std::size_t per_day = 500;
  bool client_patches = true;  // what one client alone keeps asking for becomes a key for it alone
  // What becomes of a key.
  Mode mode = Mode::kAutomatic;
  std::size_t active_keys = 10;  // experimental at a time, of a scenario
  std::size_t client_keys = 5;   // of one client, in a scenario
  double trial_days = 7;
  double grace_days = 14;             // deprecated, still advertised; likewise since its last use
  double acceptance_days = 30;        // withdrawn, still accepted
  double life_days = 90;              // of a patch
  std::size_t observation_days = 30;  // of the metrics; at most 31
  Decision decision = Decision::kWilson;
  std::size_t minimum_payloads = 200;  // since delivery, before a decision
  std::size_t minimum_payload_clients = 5;
  // For measuring.
  bool cluster_only = false;
  bool placeholders = true;
  bool stop_words = true;

  // Never below `theta`: two clusters are no sooner one wish than a fragment and a cluster.
  double merge_cosine() const { return merge_theta > theta ? merge_theta : theta; }
  double cap() const { return client_share >= 1 ? 1e300 : heat * client_share; }
};

// The profile of that name: "embedded", or "embedding_service" (the draft's figures: 0.85 and 50). nullopt
// for others.
std::optional<Settings> profile(std::string_view name);

// A JSON object with the members that README.md lists: the profile is taken first, then single values.
// `schemas` is passed over. Errors: kInvalidParams with the member, what it was and what was expected;
// unknown members are refused.
a2a::Result<Settings> read_settings(const a2a::JsonTree& tree);

}  // namespace schemagate::evolution
