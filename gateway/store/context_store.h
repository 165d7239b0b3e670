// The agent's contexts behind ours.
#pragma once

#include <string>

#include "gateway/store/deferred.h"
#include "gateway/store/scope.h"
#include "gateway/store/wall_time.h"

namespace schemagate::store {

// At most StoreLimits::contexts_max; the oldest makes room. A context is forgotten when for
// StoreLimits::context_retention it was neither used nor had a task that is kept. Safe from any thread.
class ContextStore {
 public:
  virtual ~ContextStore() = default;

  // The agent's name for the context, which is used with that; empty when there is none yet.
  virtual Deferred<std::string> upstream_context(const Scope& scope, const std::string& context_id,
                                                 WallTime now) = 0;
  // A small change (see TaskStore).
  virtual void link_context(const Scope& scope, const std::string& context_id,
                            const std::string& upstream_context_id, WallTime now) = 0;
};

}  // namespace schemagate::store
