// What the evolution tells: every fragment's fate, every decision, every change of a key's state. README.md
// lists the kinds with their members. A value.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "a2a/json/tree.h"
#include "extension/evolution/instant.h"

namespace schemagate::evolution {

struct Event {
  Instant at = 0;
  std::string scenario;
  std::string kind;
  a2a::JsonTree members = a2a::JsonTree::object();  // beside ts, scenario and event
};
using Events = std::vector<Event>;

// One line of JSON without its end.
std::string write_event(const Event& event);

// With four decimals, as events tell cosine and heat.
a2a::JsonTree rounded(double value);

}  // namespace schemagate::evolution
