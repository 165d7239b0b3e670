// The opening hours that a description has. Private to the room. Pure.
#pragma once

#include <optional>
#include <string_view>

namespace schemagate::client_agent {

// Minutes from midnight. Closed from `pause` till `resumption`, where they differ.
struct Hours {
  int opening = 0;
  int closing = 24 * 60;
  int pause = 0;
  int resumption = 0;

  bool include(int minutes) const {
    const bool is_paused = minutes > pause && minutes < resumption;
    return minutes >= opening && minutes <= closing && !is_paused;
  }
};

// "from 11:30 to 22:30", "08:00-18:30", "12:00-14:30 and 18:00-22:00", in lower case; the whole day is no
// restriction, and an example is none.
std::optional<Hours> hours_in(std::string_view description);

}  // namespace schemagate::client_agent
