// Which header fields of a client go on to the agent. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gateway/front/refusal.h"
#include "gateway/net/http.h"

namespace schemagate {

inline constexpr std::size_t kPassedBytesMax = 8 << 10;

// Those that are named, compared without regard to case, and the client's trace context, unchanged: the
// gateway makes no spans of its own (W3C Trace Context, section 3.4). A `traceparent` that is none, and
// `tracestate` without one or with more than 512 bytes, is left out. kNestedRunsField goes on, too. Refused
// with HTTP 431 when names and values are more than kPassedBytesMax.
a2a::Result<std::vector<net::Header>, Refusal> passed_headers(const std::vector<net::Header>& headers,
                                                              const std::vector<std::string>& names);

// The trace's id in a `traceparent`; empty when that is none (W3C Trace Context, section 3.2).
std::string_view trace_id_of(std::string_view traceparent);

}  // namespace schemagate
