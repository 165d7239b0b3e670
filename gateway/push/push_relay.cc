#include "gateway/push/push_relay.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace schemagate::push {
namespace {

constexpr std::chrono::milliseconds kIdle{60'000};
constexpr std::chrono::seconds kLookAgain{5};

// False: it is time to give up.
bool tell(PushQueue& queue, const PushQueue::Job& job, const DeliveryResult& result, Time now,
          double random) {
  switch (result.outcome) {
    case DeliveryOutcome::kDelivered:
      queue.done(job, now);
      return true;
    case DeliveryOutcome::kUpToDate:
      queue.rest(job, now);
      return true;
    case DeliveryOutcome::kNotDurable:
      queue.rest(job, now, now + kLookAgain);
      return true;
    case DeliveryOutcome::kFinished:
      queue.drop(job);
      return true;
    case DeliveryOutcome::kTransientFailure:
      return queue.retry(job, now, random, result.retry_after);
    case DeliveryOutcome::kPermanentFailure:
      return false;
  }
  std::unreachable();
}

}  // namespace

PushRelay::PushRelay(PushOptions options, const PushStores& stores, const Clock& clock,
                     PushTransport& transport, std::function<void(const GivenUp&)> on_given_up,
                     std::function<double()> random)
    : options_(std::move(options)),
      stores_(stores),
      clock_(clock),
      on_given_up_(std::move(on_given_up)),
      random_(std::move(random)),
      worker_(stores, clock, transport, options_.rules, options_.keys, options_.hide),
      queue_(PushQueue(options_.retry, std::max<std::size_t>(options_.threads / 4, 1), options_.threads)) {}

PushRelay::~PushRelay() {
  stop();
}

void PushRelay::start() {
  const auto targets = stores_.pushes.push_targets().wait();
  for (const store::PushTarget& target : targets.value_or(std::vector<store::PushTarget>())) {
    const auto progress = stores_.pushes.push_progress(target).wait();
    if (progress && *progress) follow(target, (*progress)->subscription.config.url, target.scope.owner);
  }
  for (std::size_t i = 0; i < options_.threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  }
}

void PushRelay::stop() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

store::Deferred<void> PushRelay::subscribe(const store::Scope& scope, const std::string& task_id,
                                           NewPush registered, std::uint64_t delivered) {
  std::string url = registered.subscription.config.url;
  auto put = stores_.pushes.put_push(scope, task_id, std::move(registered.subscription), delivered);
  auto follow_it = [this, url = std::move(url), holder = std::move(registered.holder)](
                       const a2a::Result<store::PushTarget>& target) -> a2a::Result<void> {
    if (!target) return std::unexpected(target.error());
    follow(*target, url, holder);
    return {};
  };
  if (put.ready()) return follow_it(put.result());
  return store::Deferred<void>::later([put = std::move(put), follow_it = std::move(follow_it)](
                                          store::Deferred<void>::Receiver receiver) mutable {
    put.then([follow_it = std::move(follow_it), receiver = std::move(receiver)](
                 a2a::Result<store::PushTarget> target) mutable { receiver(follow_it(target)); });
  });
}

// A URL that is none any more has no receiver: its first turn says why.
void PushRelay::follow(const store::PushTarget& target, const std::string& url, const std::string& holder) {
  const auto parsed = a2a::uri::parse_url(url);
  const std::string receiver = parsed ? parsed->origin() : "";
  const auto now = clock_.monotonic();
  queue_.with([&](PushQueue& queue) { queue.add(target, receiver, holder, now); });
  listen(target.task_id);
  wake_.notify_one();
}

void PushRelay::listen(const std::string& task_id) {
  followed_.with([&](auto& followed) {
    if (followed.contains(task_id)) return;
    followed.emplace(task_id, stores_.tasks.feed().subscribe(task_id, [this, task_id] { wake(task_id); }));
  });
}

// Unless another registration of the task goes on.
void PushRelay::unfollow(const std::string& task_id) {
  followed_.with([&](auto& followed) {
    if (!follows(task_id)) followed.erase(task_id);
  });
}

bool PushRelay::follows(const std::string& task_id) const {
  return queue_.with([&](const PushQueue& queue) { return queue.follows(task_id); });
}

void PushRelay::wake(const std::string& task_id) {
  const auto now = clock_.monotonic();
  queue_.with([&](PushQueue& queue) { queue.wake(task_id, now); });
  wake_.notify_one();
}

// The outermost guard of these threads.
void PushRelay::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (work(stop)) continue;
    const auto is_due = [this](const PushQueue& queue) {
      const auto due = queue.next_due();
      return due && *due <= clock_.monotonic();
    };
    queue_.wait(wake_, stop, time_to_wait(), is_due);
  }
}

std::chrono::milliseconds PushRelay::time_to_wait() const {
  const auto due = queue_.with([](const PushQueue& queue) { return queue.next_due(); });
  if (!due) return kIdle;
  const auto now = clock_.monotonic();
  // What is first in line is due since the earliest time that there is: no difference can be taken from that.
  if (*due <= now) return std::chrono::milliseconds(0);
  return std::min(std::chrono::ceil<std::chrono::milliseconds>(*due - now), kIdle);
}

bool PushRelay::work(const std::stop_token& stop) {
  const auto now = clock_.monotonic();
  const auto job = queue_.with([now](PushQueue& queue) { return queue.take(now); });
  if (!job) return false;
  wake_.notify_one();  // for what else is due
  DeliveryResult result{DeliveryOutcome::kTransientFailure};
  try {
    result = worker_.deliver_next(job->target, job->failures, stop);
  } catch (const std::exception&) {
    result = {DeliveryOutcome::kTransientFailure, "internal error"};
  }
  if (!stop.stop_requested() || result.outcome == DeliveryOutcome::kDelivered) settle(*job, result);
  return true;
}

void PushRelay::settle(const PushQueue::Job& job, const DeliveryResult& result) {
  const auto now = clock_.monotonic();
  const double random = random_();
  const bool goes_on = queue_.with([&](PushQueue& queue) { return tell(queue, job, result, now, random); });
  if (!goes_on) return give_up(job, result);
  if (result.outcome == DeliveryOutcome::kFinished) unfollow(job.target.task_id);
  wake_.notify_one();
}

void PushRelay::give_up(const PushQueue::Job& job, const DeliveryResult& result) {
  if (auto config_id = worker_.give_up(job.target))
    on_given_up_({job.target, std::move(*config_id), result.reason, result.failure});
  queue_.with([&job](PushQueue& queue) { queue.drop(job); });
  unfollow(job.target.task_id);
  wake_.notify_one();
}

}  // namespace schemagate::push
