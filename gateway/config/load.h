// From the configuration file (YAML; JSON is YAML too) to values, with everything that is wrong on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gateway/config/config.h"
#include "gateway/config/config_digest.h"
#include "gateway/config/problem.h"

namespace schemagate {

struct LoadedConfig {
  std::optional<Config> config;         // absent when a problem is fatal
  std::vector<ConfigProblem> problems;  // fatal ones and warnings, in the file's order
  // What `config` has, or would have: nothing is wrong with that part of the file. Absent: it cannot be told.
  std::optional<LedgerConfig> ledger = {};
  ConfigDigest digest = {};  // of `config`
};

// What the command line or the environment says over the file. Absent: as the file says.
struct ConfigOverrides {
  std::optional<std::string> listen;  // as `listen` in the file: "127.0.0.1:8080", "[::1]:8080", ":8080"
  std::optional<std::string> public_url;
  std::optional<std::string> log_level;
  std::optional<std::string> threads;  // a number
};

// Reads the file and the schema, card and template files that it names (relative to its folder), compiles
// every schema. Reports all problems, not the first; an override is checked like the file's value whose place
// it takes, its line is 0. Unknown members are refused with the nearest known name. No network.
//
//   const LoadedConfig loaded = load_config("gateway.yaml");
//   for (const auto& problem : loaded.problems) print(problem);
//   if (loaded.config) start(*loaded.config);
LoadedConfig load_config(const std::string& path, const ConfigOverrides& overrides = {});

}  // namespace schemagate
