// What is run as an agent: a plain value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace schemagate::process {

// No shell reads it.
struct Command {
  // The program and its arguments; never empty. A program without a slash is looked for in the PATH, any
  // other from `folder`.
  std::vector<std::string> words;
  std::string folder = {};                    // that it runs in; empty: the gateway's own
  std::vector<std::string> environment = {};  // "NAME=value": all that it has
  std::uint64_t open_files = 0;               // its soft limit of them; 0: the gateway's own

  bool operator==(const Command&) const = default;
};

}  // namespace schemagate::process
