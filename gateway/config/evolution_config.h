// How the templates of one agent evolve. A value.
#pragma once

#include "extension/evolution/settings.h"

namespace schemagate {

// In the configuration: `agents.*.evolution`; without it, or with the mode `off`, nothing evolves.
struct EvolutionConfig {
  bool enabled = false;
  evolution::Settings settings = {};  // `mode` says whether a person approves
};

}  // namespace schemagate
