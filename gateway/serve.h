// `schemagate serve` and `schemagate check`.
#pragma once

#include <optional>
#include <string>

#include "gateway/config/load.h"
#include "gateway/gateway.h"

namespace schemagate {

// Runs until SIGTERM or SIGINT, then drains; SIGHUP only makes a line in the log. Listens at once; prints
// `listening on http://…` on standard output when the store has loaded, until then calls are answered with
// 503. Returns the exit code: 0 after a drain, 2 for a bad configuration, 1 when it cannot start.
// `parts.program.config_path` is filled in.
int serve(const std::string& config_path, const ConfigOverrides& overrides, GatewayParts parts = {});

// Prints every problem of the configuration with its place; returns 2 when one is fatal, else 0. Starts
// nothing. `online`: asks the agents, too, as a start would (check_agents()), and returns 1 when one of them
// would not be served.
int check(const std::string& config_path, const ConfigOverrides& overrides, bool online);

}  // namespace schemagate
