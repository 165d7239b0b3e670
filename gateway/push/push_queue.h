// Which deliveries are due: one at a time per registration, so that its receiver is told in order; few at a
// time per receiver, and a share for each who registers (net::SharedLimit), so that receivers that hang hold
// nobody else's up. Holds no event and no payload. No clock, and no lock that is not its owner's.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gateway/net/lines.h"
#include "gateway/net/shared_limit.h"
#include "gateway/push/retry_policy.h"
#include "gateway/store/push_subscription.h"

namespace schemagate::push {

using Time = std::chrono::steady_clock::time_point;

class PushQueue {
 public:
  // A registration whose turn it is, until one of the four below is told of it.
  struct Job {
    store::PushTarget target;
    unsigned failures;   // in a row, so far
    std::string holder;  // who has registered
  };

  // `places`: jobs at the same time.
  PushQueue(RetryPolicy policy, std::size_t per_receiver_max, std::size_t places)
      : policy_(policy), per_receiver_max_(per_receiver_max), places_(places, 1) {}

  // Follows it from now on; due at once. `receiver` names what has to answer, `holder` who has registered.
  void add(const store::PushTarget& target, std::string receiver, const std::string& holder, Time now);
  // The task's log has grown.
  void wake(const std::string& task_id, Time now);
  bool follows(const std::string& task_id) const { return tasks_.contains(task_id); }
  std::size_t size() const { return items_.size(); }

  std::optional<Job> take(Time now);
  // When there may be something to take; nullopt: not before something is told.
  std::optional<Time> next_due() const;

  // Delivered, and there may be more.
  void done(const Job& job, Time now);
  // Nothing to deliver for now; looks again when it is woken, or at that time if there is one.
  void rest(const Job& job, Time now, std::optional<Time> look_again = {});
  // Not delivered. False: it is time to give up; the job is still under way then. `random` as in
  // RetryPolicy, as is `asked`.
  bool retry(const Job& job, Time now, double random, std::chrono::milliseconds asked = {});
  // Follows it no more.
  void drop(const Job& job);

 private:
  struct Item {
    store::PushTarget target;
    std::string receiver;
    std::string holder;
    net::SharedLimit::Part place;  // of places_, while it is under way
    std::optional<Time> due = {};  // as due_ has it
    bool resting = false;          // nothing to deliver, and not under way
    bool woken = false;            // while it was under way
    unsigned failures = 0;
    Time failing_since = {};
  };
  struct Receiver {
    std::size_t busy = 0;
    std::deque<std::int64_t> waiting;  // due, but for the receiver
  };

  void make_due(Item& item, Time at);
  bool begin(Item& item);
  Item& finish(const Job& job);
  void free_place(Item& item);
  void pass_place_on();

  const RetryPolicy policy_;
  const std::size_t per_receiver_max_;
  const net::SharedLimit places_;
  std::unordered_map<std::int64_t, Item> items_;  // by the registration's number
  std::unordered_map<std::string, std::vector<std::int64_t>> tasks_;
  std::unordered_map<std::string, Receiver> receivers_;  // with jobs under way
  net::Lines<std::int64_t> lines_;                       // due, but for a place
  std::set<std::pair<Time, std::int64_t>> due_;
};

}  // namespace schemagate::push
