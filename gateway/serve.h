// `schemagate serve`, `schemagate stdio` and `schemagate check`.
#pragma once

#include <optional>
#include <string>

#include "gateway/config/load.h"
#include "gateway/gateway.h"

namespace schemagate {

// Runs until SIGTERM or SIGINT, then drains; SIGHUP has the configuration read again (reload.h). Listens at
// once; prints `listening on http://…` on standard output when the store has loaded, until then calls are
// answered with 503; a signal to stop ends the program at once then. Returns the exit code: 0 after a drain,
// 2 for a bad configuration, 1 when it cannot start. `parts.program.config_path` is filled in.
int serve(const std::string& config_path, const ConfigOverrides& overrides, GatewayParts parts = {});

struct PipeOptions {
  std::string agent;       // the one that is served
  std::string version;     // A2A-Version of requests that name none; empty: none
  bool has_ledger = true;  // false: tasks are in memory, whatever the configuration says
};

// One agent for one local client: JSON-RPC messages a line on standard input and output, until the input
// ends; on no port. SCHEMAGATE_TOKEN and SCHEMAGATE_API_KEY are its credentials. SIGTERM, SIGINT and SIGHUP
// end it as serve() is ended. Returns the exit code: 0 when everything was answered, 1 when not or when it
// cannot start, 2 for a bad configuration or an agent that there is not.
int serve_pipes(const std::string& config_path, const ConfigOverrides& overrides, const PipeOptions& options,
                GatewayParts parts = {});

// Prints every problem of the configuration with its place; returns 2 when one is fatal, else 0. Starts
// nothing. `online`: asks the agents, too, as a start would (check_agents()), and returns 1 when one of them
// would not be served.
int check(const std::string& config_path, const ConfigOverrides& overrides, bool online);

}  // namespace schemagate
