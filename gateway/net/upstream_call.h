// One request to an agent, up to the head of its answer.
#pragma once

#include <memory>

#include "gateway/net/body_decoder.h"
#include "gateway/net/http.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/upstream_pool.h"
#include "gateway/net/upstream_request.h"

namespace schemagate::net {

struct UpstreamAnswer {
  UpstreamPool::Lease lease;  // bytes behind the head are in lease->pending
  HttpResponse head;          // body empty
  BodyDecoder body;
  bool keep_alive = false;
};

// Sends and reads the head into `answer` by `deadline`; tries again as UpstreamRequest says, and drops its
// body when it will not be sent again. `body_bytes_max` limits the answer's body. An answer with 101 is given
// to the handshake of a WebSocket alone. After an error nothing in `answer` is of use.
Awaitable<Result<void>> call_upstream(std::shared_ptr<UpstreamPool> pool, const Url& url,
                                      UpstreamRequest& request, std::uint64_t body_bytes_max,
                                      Clock::time_point deadline, UpstreamAnswer& answer);

// The body, and its room: it will not be sent again.
void drop_body(UpstreamRequest& request);

enum class BodyStep { kPiece, kEnd };

// Appends the next bytes of the body to `out`, waiting for them until `deadline`. At kEnd the connection has
// been given back or closed. `held` grows for what `out` has room for; nullptr: nobody counts. Errors:
// kTimedOut, kClosed, kMalformed, kTooLarge, kOverloaded.
Awaitable<Result<BodyStep>> read_body_piece(UpstreamAnswer& answer, std::string& out,
                                            Clock::time_point deadline, SharedLimit::Part* held = nullptr);

}  // namespace schemagate::net
