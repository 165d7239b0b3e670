// Delivers push notifications: requests and streams never wait for a receiver, and no thread does. The store
// (PushStore) holds what is to be told, PushQueue which registration is next; a few threads read and write
// the store before and after an attempt, and PushTransport has those that are under way.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "gateway/environment/clock.h"
#include "gateway/net/shared_limit.h"
#include "gateway/push/delivery_worker.h"
#include "gateway/push/push_queue.h"
#include "gateway/store/guarded.h"
#include "gateway/store/task_store.h"

namespace schemagate::push {

struct PushOptions {
  PushRules rules;
  RetryPolicy retry;
  SigningKeys keys = {};
  HideFromReceivers hide = {};
  // At the same time. A quarter of them, kPerReceiverMax at most, go to one receiver.
  std::size_t deliveries = 512;
  std::size_t threads = 4;  // that read and write the store
  // What the notifications that are under way take their bytes of, by who has registered.
  net::SharedLimit memory = net::SharedLimit::unbounded();

  static constexpr std::size_t kPerReceiverMax = 32;
};

// A config as it is registered. `holder`: who does it (net::SharedLimit); after a restart its owner stands
// for that.
struct NewPush {
  store::PushSubscription subscription;
  std::string holder = {};
};

// Safe from any thread.
class PushRelay {
 public:
  // A receiver that could not be told.
  struct Undelivered {
    store::PushTarget target;
    std::string config_id;
    std::string receiver;                     // its scheme, host and port
    std::string reason;                       // for the client
    std::optional<net::FailureKind> failure;  // of the last attempt, when that got no answer
    bool given_up;                            // it is told no more; else it is tried again
  };

  // Everything must outlive it; the transport is this relay's alone. `on_undelivered` is told from threads of
  // the relay of the first failure in a row, and when a receiver is given up; `random` gives numbers from 0
  // to 1 to any thread.
  PushRelay(PushOptions options, const PushStores& stores, const Clock& clock, PushTransport& transport,
            std::function<void(const Undelivered&)> on_undelivered, std::function<double()> random);
  // As stop().
  ~PushRelay();
  PushRelay(const PushRelay&) = delete;
  PushRelay& operator=(const PushRelay&) = delete;

  // Goes on with the registrations that the store holds. Once, before the first call of another function.
  void start();
  // Breaks off what is under way: it is delivered again after the next start. Writes down what has been
  // delivered by then; nothing is delivered later.
  void stop();

  // Whether a config may be registered. Errors: kInvalidParams naming the member.
  a2a::Result<void> check(const a2a::PushConfig& config) const {
    return check_push_config(config, options_.rules);
  }
  // Registers a config that has been checked; see PushStore::put_push().
  store::Deferred<void> subscribe(const store::Scope& scope, const std::string& task_id, NewPush registered,
                                  std::uint64_t delivered);

  bool follows(const std::string& task_id) const;
  // The task's log has grown, which the store's feed tells by itself, or its registrations have changed.
  void wake(const std::string& task_id);

  // In the calling thread: writes down how one attempt went, or begins the delivery for the registration that
  // is due first. False when there is nothing to do.
  bool work();

 private:
  // An attempt that is over.
  struct Attempted {
    PushQueue::Job job;
    std::uint64_t version;
    AttemptResult result;
  };
  struct Work {
    PushQueue queue;
    std::deque<Attempted> attempted = {};
  };

  void follow(const store::PushTarget& target, const std::string& url, const std::string& holder);
  void listen(const std::string& task_id);
  void unfollow(const std::string& task_id);
  void run(const std::stop_token& stop);
  std::chrono::milliseconds time_to_wait() const;
  std::optional<DeliveryResult> begin(const PushQueue::Job& job);
  void note(Attempted attempted);
  std::optional<Attempted> take_attempted();
  DeliveryResult finish(Attempted& attempted);
  void settle(const PushQueue::Job& job, const DeliveryResult& result);
  void note_first_failure(const PushQueue::Job& job, const DeliveryResult& result);
  void tell_undelivered(const PushQueue::Job& job, a2a::PushConfig config, const DeliveryResult& result,
                        bool given_up);
  void give_up(const PushQueue::Job& job, const DeliveryResult& result);

  const PushOptions options_;
  const PushStores stores_;
  const Clock& clock_;
  const std::function<void(const Undelivered&)> on_undelivered_;
  const std::function<double()> random_;
  PushTransport& transport_;
  DeliveryWorker worker_;
  store::Guarded<Work> work_;
  // By task. Locked before the feed, whose observers lock the work.
  store::Guarded<std::unordered_map<std::string, store::TaskFeed::Subscription>> followed_;
  std::condition_variable_any wake_;
  std::vector<std::jthread> threads_;  // last: they use all the above
};

}  // namespace schemagate::push
