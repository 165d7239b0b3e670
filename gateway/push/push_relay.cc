#include "gateway/push/push_relay.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace schemagate::push {
namespace {

constexpr std::chrono::milliseconds kIdle{60'000};
constexpr std::chrono::seconds kLookAgain{5};

std::size_t per_receiver(const PushOptions& options) {
  return std::clamp<std::size_t>(options.deliveries / 4, 1, PushOptions::kPerReceiverMax);
}

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
    case DeliveryOutcome::kNotYet:
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
                     PushTransport& transport, std::function<void(const Undelivered&)> on_undelivered,
                     std::function<double()> random)
    : options_(std::move(options)),
      stores_(stores),
      clock_(clock),
      on_undelivered_(std::move(on_undelivered)),
      random_(std::move(random)),
      transport_(transport),
      worker_(stores, clock, options_.rules, options_.keys, options_.hide),
      work_(Work{PushQueue(options_.retry, per_receiver(options_), options_.deliveries)}) {}

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
  transport_.stop();
  while (auto attempted = take_attempted()) {
    if (attempted->result.outcome == AttemptOutcome::kDelivered) (void)finish(*attempted);
  }
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
  work_.with([&](Work& work) { work.queue.add(target, receiver, holder, now); });
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
  return work_.with([&](const Work& work) { return work.queue.follows(task_id); });
}

void PushRelay::wake(const std::string& task_id) {
  const auto now = clock_.monotonic();
  work_.with([&](Work& work) { work.queue.wake(task_id, now); });
  wake_.notify_one();
}

void PushRelay::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (work()) continue;
    const auto has_work = [this](const Work& work) {
      const auto due = work.queue.next_due();
      return !work.attempted.empty() || (due && *due <= clock_.monotonic());
    };
    work_.wait(wake_, stop, time_to_wait(), has_work);
  }
}

std::chrono::milliseconds PushRelay::time_to_wait() const {
  const auto due = work_.with([](const Work& work) { return work.queue.next_due(); });
  if (!due) return kIdle;
  const auto now = clock_.monotonic();
  // What is first in line is due since the earliest time that there is: no difference can be taken from that.
  if (*due <= now) return std::chrono::milliseconds(0);
  return std::min(std::chrono::ceil<std::chrono::milliseconds>(*due - now), kIdle);
}

bool PushRelay::work() {
  if (auto attempted = take_attempted()) {
    settle(attempted->job, finish(*attempted));
    return true;
  }
  const auto now = clock_.monotonic();
  const auto job = work_.with([now](Work& work) { return work.queue.take(now); });
  if (!job) return false;
  wake_.notify_one();  // for what else is due
  if (const auto ended = begin(*job)) settle(*job, *ended);
  return true;
}

// How it ends without an attempt; nullopt: one is under way. The outermost guard of these threads, as
// finish() is.
std::optional<DeliveryResult> PushRelay::begin(const PushQueue::Job& job) {
  try {
    auto prepared = worker_.prepare(job.target, job.failures);
    if (!prepared) return std::move(prepared.error());
    net::SharedLimit::Part held = options_.memory.part_of(job.holder);
    if (!held.grow_to(net::counted_bytes(prepared->attempt.body)))
      return DeliveryResult{DeliveryOutcome::kNotYet};
    prepared->attempt.holder = job.holder;
    transport_.deliver(std::move(prepared->attempt),
                       [this, job = PushQueue::Job(job), version = prepared->version,
                        held = std::move(held)](AttemptResult result) mutable {
                         held.give_back();
                         note({std::move(job), version, std::move(result)});
                       });
    return std::nullopt;
  } catch (const std::exception&) {
    return DeliveryResult{DeliveryOutcome::kTransientFailure, "internal error"};
  }
}

void PushRelay::note(Attempted attempted) {
  work_.with([&attempted](Work& work) { work.attempted.push_back(std::move(attempted)); });
  wake_.notify_one();
}

std::optional<PushRelay::Attempted> PushRelay::take_attempted() {
  return work_.with([](Work& work) -> std::optional<Attempted> {
    if (work.attempted.empty()) return std::nullopt;
    Attempted first = std::move(work.attempted.front());
    work.attempted.pop_front();
    return first;
  });
}

DeliveryResult PushRelay::finish(Attempted& attempted) {
  try {
    return worker_.finish(attempted.job.target, attempted.version, std::move(attempted.result));
  } catch (const std::exception&) {
    return {DeliveryOutcome::kTransientFailure, "internal error"};
  }
}

void PushRelay::settle(const PushQueue::Job& job, const DeliveryResult& result) {
  const auto now = clock_.monotonic();
  const double random = random_();
  const bool goes_on = work_.with([&](Work& work) { return tell(work.queue, job, result, now, random); });
  if (!goes_on) return give_up(job, result);
  if (result.outcome == DeliveryOutcome::kFinished) unfollow(job.target.task_id);
  if (result.outcome == DeliveryOutcome::kTransientFailure && job.failures == 0)
    note_first_failure(job, result);
  wake_.notify_one();
}

void PushRelay::note_first_failure(const PushQueue::Job& job, const DeliveryResult& result) {
  if (auto config = worker_.config(job.target)) tell_undelivered(job, std::move(*config), result, false);
}

void PushRelay::tell_undelivered(const PushQueue::Job& job, a2a::PushConfig config,
                                 const DeliveryResult& result, bool given_up) {
  const auto url = a2a::uri::parse_url(config.url);
  on_undelivered_(
      {job.target, std::move(config.id), url ? url->origin() : "", result.reason, result.failure, given_up});
}

void PushRelay::give_up(const PushQueue::Job& job, const DeliveryResult& result) {
  if (auto config = worker_.give_up(job.target)) tell_undelivered(job, std::move(*config), result, true);
  work_.with([&job](Work& work) { work.queue.drop(job); });
  unfollow(job.target.task_id);
  wake_.notify_one();
}

}  // namespace schemagate::push
