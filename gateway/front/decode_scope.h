// What a binding needs of its core to decode a call.
#pragma once

#include "a2a/json/document.h"
#include "gateway/config/gateway_limits.h"

namespace schemagate {

// `document` belongs to this core: it holds the request until the next suspension.
struct DecodeScope {
  const GatewayLimits& limits;
  a2a::JsonDocument& document;
};

}  // namespace schemagate
