// The opening hours that a description has. Private to the room. Pure.
#pragma once

#include <optional>
#include <string_view>

namespace schemagate::client_agent {

// Minutes from midnight.
struct Hours {
  int opening = 0;
  int closing = 24 * 60;
};

// "from 11:30 to 22:30", "08:00-18:30", in lower case; the whole day is no restriction, and an example is
// none.
std::optional<Hours> hours_in(std::string_view description);

}  // namespace schemagate::client_agent
