// The files that `evolve replay` reads: rows, configuration, clients. Pure but for the text's origin.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "a2a/error.h"
#include "extension/evolution/engine.h"

namespace schemagate::cli {

// What somebody who has compared a key's value with what was said says of it.
struct ReplayVerdict {
  std::string key;
  bool aligned = false;
};

// One line of the input. Owns everything in it.
struct ReplayRow {
  std::uint64_t row = 0;  // 0-based line
  evolution::Instant at = 0;
  std::string scenario;
  std::string client;
  std::string tenant;
  std::optional<std::string> text;
  evolution::ModelVector vector = {};  // recorded with the text
  std::optional<std::string> payload;  // JSON object
  bool accepted = true;                // the payload
  std::optional<ReplayVerdict> verdict;
  std::string problem;  // why it cannot be used; empty: it can
};

// One row per line that is not blank, sorted stably by time; what cannot be used has a problem, and the time
// of the row before it. Members that are not known are passed over.
std::vector<ReplayRow> read_rows(std::string_view lines);

// The settings and, by scenario, the templates of `schemas`. Errors: kInvalidParams with the place.
struct ReplayConfig {
  evolution::Settings settings;
  std::vector<schema_interaction::SchemaTemplate> schemas;
};
a2a::Result<ReplayConfig> read_replay_config(std::string_view text);

// {"client": since, …}, ["client", …], or a line each: a name, or {"client":…,"first_seen":…}. `since` is
// seconds or RFC 3339; without it the client was known before anything. Errors: kInvalidParams with the
// place.
using KnownClients = std::vector<std::pair<std::string, evolution::Instant>>;
a2a::Result<KnownClients> read_known_clients(std::string_view text);

}  // namespace schemagate::cli
