// `evolve replay`: what the evolution of templates would have made of recorded wishes. The engine is the
// gateway's; time is that of the rows; nothing is sent anywhere.
#pragma once

#include <string>

#include "gateway/cli/console.h"

namespace schemagate::cli {

struct ReplayOptions {
  std::string in = {};             // JSON Lines; "-": standard input
  std::string config = {};         // file; empty: the defaults
  std::string out = {};            // file; empty: the console
  std::string state = {};          // folder; empty: nothing is kept
  std::string known_clients = {};  // file; empty: a client is known from its first row on
  std::string profile = {};        // these two override the configuration when they are set
  std::string mode = {};
  bool cluster_only = false;
};

// Returns the exit code: kDone, or kUsage for options, a configuration or a file that cannot be used; each
// row that cannot be used is told on `err`, and dropped as `invalid`.
int replay(const ReplayOptions& options, const Console& console);

}  // namespace schemagate::cli
