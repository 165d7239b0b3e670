// Push notification configs: kept with their task, and forgotten with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gateway/store/deferred.h"
#include "gateway/store/push_subscription.h"

namespace schemagate::store {

// Safe from any thread.
class PushStore {
 public:
  virtual ~PushStore() = default;

  // Registers it with what the log has from `delivered` on to tell, in place of one with the same id. Errors:
  // kTaskNotFound; kInvalidParams when the task has its limit of configs; kInternal when all have, or its
  // owner the share of it (net::FairShare), or when the store cannot write or cannot keep up.
  virtual Deferred<PushTarget> put_push(const Scope& scope, const std::string& task_id,
                                        PushSubscription subscription, std::uint64_t delivered) = 0;
  // In the order of their first registration. Errors: kTaskNotFound.
  virtual Deferred<std::vector<KeptPush>> pushes(const Scope& scope, const std::string& task_id) const = 0;
  // An unknown config is gone already. Errors: kTaskNotFound; kInternal as put_push().
  virtual Deferred<void> remove_push(const Scope& scope, const std::string& task_id,
                                     const std::string& config_id) = 0;
  // nullopt when it, or its task, is gone.
  virtual Deferred<std::optional<PushProgress>> push_progress(const PushTarget& target) const = 0;
  // A small change (see TaskStore). False when it was not made: the registration is gone, or the store cannot
  // keep up.
  virtual bool advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) = 0;
  // All that have not been given up, oldest first: what a restart goes on with.
  virtual Deferred<std::vector<PushTarget>> push_targets() const = 0;
};

}  // namespace schemagate::store
