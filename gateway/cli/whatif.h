// `evolve whatif`: what a candidate template, patch or JSON Schema would have made of payloads that were
// sent: how many would be refused, which, and why. Nothing is sent anywhere, nothing is changed.
#pragma once

#include <string>
#include <vector>

#include "gateway/cli/console.h"

namespace schemagate::cli {

struct WhatIfOptions {
  std::string schema = {};   // file with the candidate: a template, a patch (needs `base`), or a JSON Schema
  std::string base = {};     // file with what is in force: what that refuses, too, is told apart
  std::string traffic = {};  // JSON Lines, "-" for standard input, or a ledger
  std::string config = {};   // of the gateway: its ledger's place and keys; empty: neither
  std::vector<std::string> of = {};  // schema_ids, scenarios or labels; empty: see is_of()
  Output output = Output::kText;
};

// Returns the exit code: kDone when no payload would be refused that is taken now, kRefused when some would,
// kUsage for files that cannot be used.
int what_if(const WhatIfOptions& options, const Console& console);

}  // namespace schemagate::cli
