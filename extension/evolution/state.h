// An engine as JSON and back, so that it outlives its process. What comes back goes on exactly where it
// stopped.
//
//   const a2a::JsonTree kept = write_state(engine);
//   auto engine = read_state(kept, settings);  // Result<Engine>
//
// The text holds redacted fragments and the names of clients: whoever keeps it seals it. Pure.
#pragma once

#include <cstdint>

#include "a2a/error.h"
#include "a2a/json/tree.h"
#include "extension/evolution/engine.h"

namespace schemagate::evolution {

// Bounds for parsing a state that was written.
inline constexpr a2a::JsonLimits kStateLimits{.bytes_max = 1 << 30, .depth_max = 32, .values_max = 1 << 26};

inline constexpr int kKeptVersion = 1;

a2a::JsonTree write_state(const Engine& engine);

// Errors: kInvalidParams for what write_state() has not written.
a2a::Result<Engine> read_state(const a2a::JsonTree& tree, const Settings& settings);

// An agent's evolution as it is kept, by the gateway in its ledger and by `evolve replay --state` in a file:
// {"version":1,"row":N,"engine":{…}}. The gateway has "trail" and "samples" beside; who does not know them
// passes them over.
struct KeptEvolution {
  Engine engine;
  std::uint64_t row = 0;  // that the next wish has
};
a2a::JsonTree write_kept(const Engine& engine, std::uint64_t row);
// Errors: as read_state().
a2a::Result<KeptEvolution> read_kept(const a2a::JsonTree& tree, const Settings& settings);

}  // namespace schemagate::evolution
