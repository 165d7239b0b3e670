// The step "quota" of a request.
#pragma once

#include <string>

#include "gateway/access/quotas.h"
#include "gateway/front/refusal.h"

namespace schemagate {

// Takes one request of what the holder may ask for; refuses with 429 and Retry-After.
Step take_request(access::QuotaTable& quotas, const std::string& holder);

}  // namespace schemagate
