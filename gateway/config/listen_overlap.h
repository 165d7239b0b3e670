// Whether two places to listen get into each other's way.
#pragma once

#include "gateway/config/config.h"
#include "gateway/config/section.h"

namespace schemagate {

// Refuses listeners, `admin` among them, of which one takes the address of another.
void check_addresses(ConfigSection& root, const Config& config);

}  // namespace schemagate
