// GET /contexts/{id}?aud=…&exp=…&dig=…&kid=…&sig=…: what the context of an agent refers to. PUT, with ops=w
// in the place of dig: what the agent gives, once.
#pragma once

#include <string_view>

#include "gateway/access/principal.h"
#include "gateway/front/decision.h"
#include "gateway/net/executor.h"
#include "gateway/net/http.h"
#include "gateway/store/durability.h"
#include "gateway/task/context_references.h"

namespace schemagate {

struct ContextAnswer {
  net::HttpResponse http;
  Decision decision;  // for the audit log
};

// 200 with the record as it was stored, 201 for what was put; 403 for a reference that is not the caller's,
// or none at all; 410 for one that leads nowhere any more; 409 where something was put before; 400 for what
// is no JSON, 413 for more than 1 MiB of it. `reason` in the body says which. The method is GET or PUT.
net::Awaitable<ContextAnswer> answer_context(const ContextReferences& contexts, store::Durability& durability,
                                             const net::Executor& executor, const net::HttpRequest& request,
                                             const Principal& caller);

}  // namespace schemagate
