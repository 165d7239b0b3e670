// One delivery from the ledger to a receiver. What has been delivered is in the ledger, so that a restart
// goes on behind it; nothing else is kept.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "gateway/environment/clock.h"
#include "gateway/push/push_notification.h"
#include "gateway/push/push_transport.h"
#include "gateway/store/task_store.h"

namespace schemagate::push {

// What became of a registration's turn.
enum class Turn {
  kDelivered,
  kNothing,  // there is nothing to tell for now
  kNotYet,   // there is, but the ledger has not got it safe
  kOver,     // and there never will be: the task has ended and all is told, or the registration is gone
  kFailed,
  kRefused,
};

struct TurnResult {
  Turn turn;
  std::string reason = {};                  // of the latter two, for the client
  std::chrono::milliseconds retry_after{};  // of a failure: what the receiver asks for
};

// Safe from any thread for different registrations; one of them has one turn at a time. Everything must
// outlive it.
class PushCourier {
 public:
  PushCourier(store::TaskStore& store, const Clock& clock, PushTransport& transport, const PushRules& rules,
              const SigningKeys& keys)
      : store_(store), clock_(clock), transport_(transport), rules_(rules), keys_(keys) {}

  // Tells the receiver the next thing that it has not been told: nothing that a crash could take back.
  // Blocks.
  TurnResult take_turn(const store::PushTarget& target, unsigned failures, const std::stop_token& stop);
  // The receiver is told no more. Returns the config's id; nullopt when it is gone.
  std::optional<std::string> give_up(const store::PushTarget& target);

 private:
  struct Next {
    Notification notification;
    std::uint64_t version;  // delivered with it
  };
  // nullopt: there is nothing, and what is not for receivers has been passed over. Errors: kInternal when the
  // ledger cannot write.
  a2a::Result<std::optional<Next>> find_next(const store::PushTarget& target,
                                             const store::PushProgress& progress);
  a2a::Result<std::optional<Next>> whole_task(const store::PushTarget& target);
  Turn rest(const store::PushTarget& target) const;
  a2a::Result<void> wait_until_durable(store::Sequence sequence);
  TurnResult deliver(const store::PushTarget& target, const a2a::PushConfig& config, const Next& next,
                     unsigned failures, const std::stop_token& stop);

  store::TaskStore& store_;
  const Clock& clock_;
  PushTransport& transport_;
  const PushRules& rules_;
  const SigningKeys& keys_;
};

}  // namespace schemagate::push
