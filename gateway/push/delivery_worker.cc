#include "gateway/push/delivery_worker.h"

#include <future>
#include <memory>
#include <optional>
#include <utility>

namespace schemagate::push {
namespace {

using a2a::ErrorCode;
using a2a::Result;

constexpr std::size_t kEventsPerRead = 1;  // most are for receivers, and large ones are not copied twice
constexpr std::chrono::seconds kDurableTimeout{30};

std::optional<a2a::StreamEvent> shown(const store::TaskEvent& event) {
  if (const auto* status = std::get_if<a2a::TaskStatusUpdate>(&event)) return *status;
  if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event)) return *artifact;
  return std::nullopt;
}

}  // namespace

std::optional<store::PushProgress> DeliveryWorker::progress_of(const store::PushTarget& target) const {
  return stores_.pushes.push_progress(target).wait().value_or(std::nullopt);
}

std::expected<DeliveryWorker::Prepared, DeliveryResult> DeliveryWorker::prepare(
    const store::PushTarget& target, unsigned failures) {
  const auto progress = progress_of(target);
  if (!progress || progress->given_up) return std::unexpected(DeliveryResult{DeliveryOutcome::kFinished});
  auto next = find_next(target, *progress);
  if (!next) return std::unexpected(DeliveryResult{DeliveryOutcome::kTransientFailure, next.error().message});
  if (*next) return address(progress->subscription.config, **std::move(next), failures);
  return std::unexpected(DeliveryResult{outcome_without_next(target)});
}

Result<std::optional<DeliveryWorker::Next>> DeliveryWorker::find_next(const store::PushTarget& target,
                                                                      const store::PushProgress& progress) {
  std::uint64_t version = progress.delivered;
  for (;;) {
    const auto events =
        stores_.tasks.events_after(target.scope, target.task_id, version, kEventsPerRead).wait();
    if (!events && events.error().code != ErrorCode::kTaskNotFound) return std::unexpected(events.error());
    if (!events || events->empty()) break;
    for (const store::TaskEvent& event : *events) {
      ++version;
      auto update = shown(event);
      if (!update) continue;
      if (progress.subscription.form == store::PushForm::kTask) return whole_task(target);
      if (hide_) hide_(target.scope.agent, *update);
      return Next{notification_of(*update, target.task_id, version), version};
    }
  }
  if (version != progress.delivered) (void)stores_.pushes.advance_push(target, version, false);
  return std::nullopt;
}

// As it is now: one notification tells all that has happened so far.
Result<std::optional<DeliveryWorker::Next>> DeliveryWorker::whole_task(const store::PushTarget& target) {
  auto record = stores_.tasks.get(target.scope, target.task_id).wait();
  if (!record && record.error().code != ErrorCode::kTaskNotFound) return std::unexpected(record.error());
  if (!record) return std::nullopt;
  if (auto durable = wait_until_durable(record->changed_by); !durable)
    return std::unexpected(durable.error());
  a2a::StreamEvent task(std::move(record->task));
  if (hide_) hide_(target.scope.agent, task);
  return Next{notification_of(std::get<a2a::Task>(task), record->version), record->version};
}

Result<void> DeliveryWorker::wait_until_durable(store::Sequence sequence) {
  const auto told = std::make_shared<std::promise<Result<void>>>();
  auto durable = told->get_future();
  stores_.durability.durable(sequence).then(
      [told](Result<void> result) { told->set_value(std::move(result)); });
  if (durable.wait_for(kDurableTimeout) == std::future_status::ready) return durable.get();
  return a2a::fail(a2a::ErrorCode::kInternal, "the gateway's ledger takes too long to write");
}

DeliveryOutcome DeliveryWorker::outcome_without_next(const store::PushTarget& target) const {
  const auto state = stores_.tasks.state(target.scope, target.task_id).wait();
  if (!state) return DeliveryOutcome::kFinished;
  if (!a2a::is_terminal(*state)) return DeliveryOutcome::kUpToDate;
  const auto record = stores_.tasks.get(target.scope, target.task_id).wait();
  if (!record && record.error().code != ErrorCode::kTaskNotFound) return DeliveryOutcome::kNotYet;
  const auto progress = progress_of(target);
  const bool is_behind = record && progress && progress->delivered < record->version;
  return is_behind ? DeliveryOutcome::kNotYet : DeliveryOutcome::kFinished;
}

std::expected<DeliveryWorker::Prepared, DeliveryResult> DeliveryWorker::address(const a2a::PushConfig& config,
                                                                                Next next,
                                                                                unsigned failures) const {
  // Once more: the rules may have changed since it was registered.
  auto url = check_push_url(config.url, rules_);
  if (!url) return std::unexpected(DeliveryResult{DeliveryOutcome::kPermanentFailure, url.error().message});
  const auto key = keys_.find(url->host);
  Attempt attempt{.url = std::move(*url), .number = failures};
  attempt.headers =
      headers_of(next.notification, config, key == keys_.end() ? nullptr : &key->second, clock_.utc());
  attempt.body = std::move(next.notification.body);
  return Prepared{std::move(attempt), next.version};
}

DeliveryResult DeliveryWorker::finish(const store::PushTarget& target, std::uint64_t version,
                                      AttemptResult attempted) {
  if (attempted.outcome != AttemptOutcome::kDelivered) {
    const bool is_permanent = attempted.outcome == AttemptOutcome::kPermanentFailure;
    return {is_permanent ? DeliveryOutcome::kPermanentFailure : DeliveryOutcome::kTransientFailure,
            std::move(attempted.reason), attempted.retry_after, attempted.failure};
  }
  // Told again after a pause, not at once, when that cannot be written down.
  if (stores_.pushes.advance_push(target, version, false)) return {DeliveryOutcome::kDelivered};
  return {DeliveryOutcome::kTransientFailure, "the gateway's ledger cannot keep up"};
}

std::optional<a2a::PushConfig> DeliveryWorker::config(const store::PushTarget& target) const {
  auto progress = progress_of(target);
  if (!progress) return std::nullopt;
  return std::move(progress->subscription.config);
}

std::optional<a2a::PushConfig> DeliveryWorker::give_up(const store::PushTarget& target) {
  auto progress = progress_of(target);
  if (!progress) return std::nullopt;
  (void)stores_.pushes.advance_push(target, progress->delivered, true);
  return std::move(progress->subscription.config);
}

}  // namespace schemagate::push
