// What a configuration says, as small as hashes: what another one changes can be told without keeping either.
//
//   const ConfigChange change = change_between(running.digest, loaded.digest);
//   if (!change.needs_restart.empty()) return refuse(change.needs_restart);
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/config/config.h"
#include "gateway/config/yaml.h"

namespace schemagate {

// Of one process: hashes of another one differ. Order of members, comments and spelling of YAML do not count.
struct ConfigDigest {
  struct Agent {
    std::size_t hash =
        0;  // of its options, and of the files that they name: schemas, templates, card, plan, keys
    std::size_t upstream = 0;  // of where and how it is called, and of the keys that its card is signed with
    bool evolves = false;
  };
  // By path, of what needs a restart, but for agents. Files that are named there do not count.
  std::map<std::string, std::size_t> options = {};
  std::size_t access = 0;                    // of how callers are known, and of their rights
  std::map<std::string, Agent> agents = {};  // by name, those that a plan brings among them
};

// `file`: of which `config` was read, with what stands over it laid over it.
ConfigDigest digest(const YamlNode& file, const Config& config);

// Whether a change of that option, of "limits.tasks" for one, is beyond a reload; but for agents that evolve.
bool needs_restart(std::string_view path);

struct ConfigChange {
  std::vector<std::string> needs_restart = {};  // paths of options, sorted
  bool access = false;                          // who may call, and what he may do
  // Names of agents, sorted.
  std::vector<std::string> added = {};
  std::vector<std::string> changed = {};
  std::vector<std::string> removed = {};
  std::vector<std::string> moved = {};  // of those that have changed: they are called otherwise

  bool empty() const {
    return needs_restart.empty() && !access && added.empty() && changed.empty() && removed.empty();
  }
};

// A change of, or to, an agent that evolves needs a restart: what it has learned belongs to the templates
// that it started with.
ConfigChange change_between(const ConfigDigest& before, const ConfigDigest& after);

}  // namespace schemagate
