// Puts another configuration in the place of the running one while the gateway goes on: agents come, change
// and go, callers and their rights change; everything else needs a new process.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "gateway/agent/agent_directory.h"
#include "gateway/agent/card_refresh.h"
#include "gateway/config/load.h"
#include "gateway/observe/log.h"

namespace schemagate {

// References must outlive the reload.
struct ReloadDependencies {
  AgentDirectory& agents;
  CardRefresh& refresh;
  const Log& log;
  // From now on callers are known, and may do, what these settings say.
  std::function<void(const access::AuthenticationSettings&)> set_access;
  std::function<bool()> is_hurried;  // another one waits for this one
  std::function<std::string()> public_url;
};

// On one thread at a time, which is no core: cards are read.
class Reload {
 public:
  // `running`: of the configuration that the others were made of.
  Reload(ReloadDependencies dependencies, ConfigDigest running)
      : dependencies_(std::move(dependencies)), running_(std::move(running)) {}

  // All of `loaded` or nothing of it: one with faults, or with a change that needs a restart, is refused.
  // Rights change at once. An agent that is called otherwise, or new, takes its place when its card has been
  // tried, each for itself; one that has no card then is served without, as at a start. When another reload
  // waits, those that are left are not waited for. Whoever holds a snapshot keeps it. Logs what came of it
  // (`configuration_reloaded`, `configuration_refused`). True: the agents are others now.
  bool take(const LoadedConfig& loaded, const std::stop_token& stop);

 private:
  void refuse(const std::string& cause) const;
  std::shared_ptr<FrontedAgent> make(const AgentConfig& agent, const Config& config,
                                     const ConfigChange& change) const;
  bool take_places(const FrontedAgents& next, const std::stop_token& stop);
  void serve(const FrontedAgents& next, bool is_done);
  bool replace(const Config& config, const ConfigChange& change, const std::stop_token& stop);
  void report(const ConfigChange& change, const LoadedConfig& loaded) const;

  const ReloadDependencies dependencies_;
  ConfigDigest running_;
};

}  // namespace schemagate
