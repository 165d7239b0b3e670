// Runs the client verbs in this process and keeps what they print.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "gateway/cli/commands.h"

namespace schemagate {

struct Finished {
  int exit_code;
  std::string out;
  std::string err;
};

inline Finished run(std::vector<std::string> arguments, const std::string& input = "",
                    bool terminal = false) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  cli::Console console{in, out, err, terminal};
  int exit_code = cli::run_client(std::move(arguments), console);
  return {exit_code, out.str(), err.str()};
}

}  // namespace schemagate
