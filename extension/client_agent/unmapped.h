// What no key has taken of a sentence, as texts for `other`: as little as possible (section 4.3 of the
// structured-data draft: "SHOULD minimize the use of the other key"). Private to the room. Pure.
#pragma once

#include <string>
#include <vector>

#include "extension/client_agent/description.h"
#include "extension/client_agent/parse.h"

namespace schemagate::client_agent {

// "and I prefer a window seat" gives "window seat". A request that says the same as the phrase of one of the
// examples of `other` is written as that example has it.
std::vector<std::string> unmapped_requests(const Parse& parse, const std::vector<Example>& examples);

}  // namespace schemagate::client_agent
