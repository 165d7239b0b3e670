// One request on its way through the pipeline: what the steps have found out so far.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/access/hidden_fields.h"
#include "gateway/access/principal.h"
#include "gateway/access/quotas.h"
#include "gateway/agent/call_origin.h"
#include "gateway/front/extension_header.h"
#include "gateway/front/invocation.h"
#include "gateway/front/route.h"
#include "gateway/net/shared_limit.h"
#include "gateway/task/call_context.h"
#include "gateway/task/message_requests.h"

namespace schemagate {

// Lives on one core, until the answer is written or a stream has begun. Each member names the step that fills
// it in.
struct ActiveCall {
  std::shared_ptr<CallOrigin> origin = {};          // from the beginning; snapshot adds what is passed on
  Route route = {};                                 // route; borrows from the request's target
  PrincipalHandle principal = {};                   // identify; never nullptr behind it
  Invocation invocation = {};                       // decode
  RequestedExtensions extensions = {};              // snapshot
  std::optional<CallContext> context = {};          // snapshot; absent where the operation needs no agent
  access::HiddenFields hidden = {};                 // snapshot; from the caller
  std::optional<net::SharedLimit::Part> seat = {};  // limit; of a streaming operation
  std::vector<access::QuotaTable::Seat> quota_seats = {};  // limit; of a streaming operation
  PlainMessage plain = {};                                 // perform; for MessageRequests::answered()
};

}  // namespace schemagate
