#include "extension/evolution/event.h"

#include <cmath>

namespace schemagate::evolution {

using a2a::JsonTree;

std::string write_event(const Event& event) {
  JsonTree line;
  if (event.at % kSecond == 0) {
    line["ts"] = event.at / kSecond;
  } else {
    line["ts"] = static_cast<double>(event.at) / static_cast<double>(kSecond);
  }
  line["scenario"] = event.scenario;
  line["event"] = event.kind;
  for (const auto& [name, value] : event.members.items()) line[name] = value;
  return a2a::dump_tree(line);
}

JsonTree rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

}  // namespace schemagate::evolution
