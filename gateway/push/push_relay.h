// Delivers push notifications on threads of its own: requests and streams never wait for a receiver. The
// store (PushStore) holds what is to be told, PushQueue which registration is next.
#pragma once

#include <condition_variable>
#include <functional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "gateway/environment/clock.h"
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
  std::size_t threads = 32;  // deliveries at the same time; a quarter of them to one receiver
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
  struct GivenUp {
    store::PushTarget target;
    std::string config_id;
    std::string reason;                       // for the client
    std::optional<net::FailureKind> failure;  // of the last attempt, when that got no answer
  };

  // Everything must outlive it. `on_given_up` is told from threads of the relay; `random` gives numbers from
  // 0 to 1 to any thread.
  PushRelay(PushOptions options, const PushStores& stores, const Clock& clock, PushTransport& transport,
            std::function<void(const GivenUp&)> on_given_up, std::function<double()> random);
  // As stop().
  ~PushRelay();
  PushRelay(const PushRelay&) = delete;
  PushRelay& operator=(const PushRelay&) = delete;

  // Goes on with the registrations that the store holds. Once, before the first call of another function.
  void start();
  // Breaks off what is under way: it is delivered again after the next start. Nothing is delivered later.
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

  // Delivers for the registration that is due first, in the calling thread; false when none is due.
  bool work(const std::stop_token& stop = {});

 private:
  using Queue = store::Guarded<PushQueue>;

  void follow(const store::PushTarget& target, const std::string& url, const std::string& holder);
  void listen(const std::string& task_id);
  void unfollow(const std::string& task_id);
  void run(const std::stop_token& stop);
  std::chrono::milliseconds time_to_wait() const;
  void settle(const PushQueue::Job& job, const DeliveryResult& result);
  void give_up(const PushQueue::Job& job, const DeliveryResult& result);

  const PushOptions options_;
  const PushStores stores_;
  const Clock& clock_;
  const std::function<void(const GivenUp&)> on_given_up_;
  const std::function<double()> random_;
  DeliveryWorker worker_;
  Queue queue_;
  // By task. Locked before the feed, whose observers lock the queue.
  store::Guarded<std::unordered_map<std::string, store::TaskFeed::Subscription>> followed_;
  std::condition_variable_any wake_;
  std::vector<std::jthread> threads_;  // last: they use all the above
};

}  // namespace schemagate::push
