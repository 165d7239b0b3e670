// The step "limit" of a request: what its call needs and others want, too.
#pragma once

#include <cstddef>

#include "gateway/access/quotas.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/front/active_call.h"
#include "gateway/front/refusal.h"
#include "gateway/front/shared_texts.h"
#include "gateway/net/http.h"
#include "gateway/net/shared_limit.h"
#include "gateway/task/run_places.h"

namespace schemagate {

// All of them of the whole process; safe from any thread. They must outlive the calls.
struct CallLimits {
  const GatewayLimits& limits;
  access::Quotas& quotas;
  const RunPlaces& run_places;
  const net::SharedLimit& memory;
  const net::SharedLimit& open_streams;
  SharedTexts& texts;
};

// Takes for the call: what its caller may keep, a place among the running tasks, memory for its message and
// the copy of it, a seat among the open streams. What was taken is in the call and goes with it, or with its
// run. `body_bytes`: of the request's body, which have their memory. Nobody waits here. Refuses with 429 or
// 503 and Retry-After, or, where the caller's share of the streams is taken, with kInternal.
Step limit_call(const CallLimits& limits, const net::HttpRequest& request, ActiveCall& call,
                std::size_t body_bytes);

}  // namespace schemagate
