// Push notification configs as the ledger keeps them, each with what has been delivered. Plain values.
#pragma once

#include <cstdint>
#include <string>

#include "a2a/model/push.h"
#include "gateway/store/durability.h"
#include "gateway/store/scope.h"

namespace schemagate::store {

// What receivers are sent: one event of A2A v1.0, or the whole task as v0.3 has it.
enum class PushForm { kStreamResponse, kTask };

struct PushSubscription {
  a2a::PushConfig config = {};
  PushForm form = PushForm::kStreamResponse;
  bool operator==(const PushSubscription&) const = default;
};

// As it is kept: what crashes cannot take back any more once `changed_by` is durable.
struct KeptPush {
  PushSubscription subscription;
  Sequence changed_by = 0;
};

// One registration. Whoever registers a config of the same id again makes another one.
struct PushTarget {
  Scope scope;
  std::string task_id;
  std::int64_t number;  // within the ledger, never used twice
  bool operator==(const PushTarget&) const = default;
};

struct PushProgress {
  PushSubscription subscription;
  std::uint64_t delivered;  // the version of the task's log up to which the receiver has been told
  bool given_up = false;    // the receiver is told no more
  bool operator==(const PushProgress&) const = default;
};

}  // namespace schemagate::store
