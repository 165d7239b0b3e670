// What the log says first: what runs, and from which files and addresses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "gateway/config/config.h"
#include "gateway/observe/log.h"

namespace schemagate {

// The program around the gateway, where there is one; empty: not told.
struct Program {
  std::string version = {};
  std::string commit = {};
  std::string config_path = {};
  std::uint64_t open_files = 0;  // that it may have, connections among them
};

// The fields of the line `starting`. `port`: the one that is listened on, `public_url` with it. Agents beyond
// the first twenty are only counted. Views of none of the arguments are kept.
Log::Fields start_line(const Config& config, const Program& program, std::uint16_t port,
                       std::string_view public_url);

}  // namespace schemagate
