// What is before and after an attempt: reads from the store what the receiver has not been told yet, and
// writes down how far it has been told. Keeps nothing itself, so a restart goes on where it was.
#pragma once

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "gateway/environment/clock.h"
#include "gateway/push/push_notification.h"
#include "gateway/push/push_transport.h"
#include "gateway/store/push_store.h"
#include "gateway/store/task_store.h"

namespace schemagate::push {

enum class DeliveryOutcome {
  kDelivered,
  kUpToDate,  // there is nothing to tell for now
  kNotYet,    // there is something, but not safe in the store, or it cannot be read for now
  kFinished,  // nothing more will come: the task has ended and all is told, or the registration is gone
  kTransientFailure,  // may work later
  kPermanentFailure,  // will not
};

struct DeliveryResult {
  DeliveryOutcome outcome;
  // Of the two failures:
  std::string reason = {};                       // for the client: no address, no secret
  std::chrono::milliseconds retry_after{};       // what the receiver asks for
  std::optional<net::FailureKind> failure = {};  // as AttemptResult has it
};

// Takes out of an event of that agent what receivers may not see; empty: nothing is hidden. Any thread.
using HideFromReceivers = std::function<void(const std::string& agent, a2a::StreamEvent& event)>;

// What push notifications need of the store.
struct PushStores {
  store::TaskStore& tasks;
  store::PushStore& pushes;
  store::Durability& durability;
};

// Safe from any thread for different registrations; the caller sees to it that one registration has one
// delivery at a time, which keeps its notifications in order. Everything must outlive the worker.
class DeliveryWorker {
 public:
  DeliveryWorker(const PushStores& stores, const Clock& clock, const PushRules& rules,
                 const SigningKeys& keys, HideFromReceivers hide = {})
      : stores_(stores), clock_(clock), rules_(rules), keys_(keys), hide_(std::move(hide)) {}

  struct Prepared {
    Attempt attempt;
    std::uint64_t version;  // delivered with it
  };
  // The next thing that the receiver has not been told, once that is durable: nothing that a crash could take
  // back. `failures` in a row so far choose among the receiver's addresses. Errors: how it ends without an
  // attempt. Blocks for the store, up to 30 s.
  std::expected<Prepared, DeliveryResult> prepare(const store::PushTarget& target, unsigned failures);
  // After the attempt at what has that version. Blocks for the store.
  DeliveryResult finish(const store::PushTarget& target, std::uint64_t version, AttemptResult attempted);
  // nullopt: the registration is gone. Blocks for the store.
  std::optional<a2a::PushConfig> config(const store::PushTarget& target) const;
  // The receiver is told no more. nullopt: the registration is gone.
  std::optional<a2a::PushConfig> give_up(const store::PushTarget& target);

 private:
  struct Next {
    Notification notification;
    std::uint64_t version;  // delivered with it
  };
  // nullopt: there is nothing, and what is not for receivers has been passed over. Errors: kInternal when the
  // store cannot write.
  a2a::Result<std::optional<Next>> find_next(const store::PushTarget& target,
                                             const store::PushProgress& progress);
  a2a::Result<std::optional<Next>> whole_task(const store::PushTarget& target);
  std::optional<store::PushProgress> progress_of(const store::PushTarget& target) const;
  DeliveryOutcome outcome_without_next(const store::PushTarget& target) const;
  a2a::Result<void> wait_until_durable(store::Sequence sequence);
  std::expected<Prepared, DeliveryResult> address(const a2a::PushConfig& config, Next next,
                                                  unsigned failures) const;

  const PushStores stores_;
  const Clock& clock_;
  const PushRules& rules_;
  const SigningKeys& keys_;
  const HideFromReceivers hide_;
};

}  // namespace schemagate::push
