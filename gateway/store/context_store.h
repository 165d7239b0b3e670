// The agent's contexts behind ours.
#pragma once

#include <string>

#include "gateway/store/deferred.h"
#include "gateway/store/scope.h"

namespace schemagate::store {

// At most StoreLimits::contexts_max; the oldest makes room. Safe from any thread.
class ContextStore {
 public:
  virtual ~ContextStore() = default;

  // The agent's name for the context; empty when there is none yet.
  virtual Deferred<std::string> upstream_context(const Scope& scope, const std::string& context_id) const = 0;
  // A small change (see TaskStore).
  virtual void link_context(const Scope& scope, const std::string& context_id,
                            const std::string& upstream_context_id) = 0;
};

}  // namespace schemagate::store
