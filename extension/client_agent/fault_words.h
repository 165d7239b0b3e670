// The verbs that tell that something does not work. Data; private to the room.
#pragma once

#include <string_view>

#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {

constexpr std::string_view kFailures =
    "is was won't has doesn't keeps makes stopped trips leaks not broke burnt burst cracked repaired fixed "
    "smells gives sounds shows flickers drips beeps hums rattles vibrates overheats freezes sparks squeaks "
    "blinks flashes jams hisses clicks wobbles "
    "isn't got";

constexpr bool is_failure(std::string_view verb) {
  return verb.ends_with("n't") || lists(kFailures, verb);
}

}  // namespace schemagate::client_agent
