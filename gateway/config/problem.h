// What is wrong with a configuration, and where.
#pragma once

#include <string>

namespace schemagate {

// Something wrong (or doubtful) in the file, with its place, e.g.
// "agents.fight.skills.fight-comparison.input[0]".
struct ConfigProblem {
  bool fatal;
  std::string path;
  int line;  // 1-based; 0 when unknown
  std::string message;
  bool note = false;          // nothing is wrong: it says what will happen, for who has the file checked
  bool outside_file = false;  // said by the command line or the environment: `path` names both
};

}  // namespace schemagate
