// `schemagate serve` and `schemagate check`.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "gateway/config/load.h"

namespace schemagate {

// Runs until SIGTERM or SIGINT, then drains. Listens at once; prints `listening on http://…` on standard
// output when the store has loaded, until then calls are answered with 503. Returns the exit code: 0 after a
// drain, 2 for a bad configuration, 1 when it cannot start. `give_memory_back`: see GatewayParts.
int serve(const std::string& config_path, const ConfigOverrides& overrides,
          std::function<void()> give_memory_back = {});

// Prints every problem of the configuration with its place; 0 when there is no fatal one, else 2. Starts
// nothing.
int check(const std::string& config_path, const ConfigOverrides& overrides);

}  // namespace schemagate
