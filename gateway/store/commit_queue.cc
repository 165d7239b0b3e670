#include "gateway/store/commit_queue.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "gateway/store/not_written.h"

namespace schemagate::store {
namespace {

// What a change holds beside its texts, its row in the queue included.
constexpr std::size_t kOverheadBytes = 200;

// A large change is taken while as many others of its size have room.
constexpr std::size_t kOthers = 8;
constexpr std::size_t kLarge = 4 << 10;

// In one transaction. A task that is forgotten may have thousands of rows.
constexpr std::size_t kChangesMax = 4'096;
constexpr std::size_t kForgottenMax = 200;

std::size_t bytes_of(const Scope& scope) {
  return scope.agent.size() + scope.owner.size();
}

struct SizeOf {
  std::size_t operator()(const TaskCreated& change) const {
    return bytes_of(change.scope) + change.id.size() + change.context_id.size() + change.payload.size();
  }
  std::size_t operator()(const EventsAppended& change) const {
    std::size_t bytes = 0;
    for (const std::string& payload : change.payloads) bytes += payload.size() + sizeof(std::string);
    return bytes;
  }
  std::size_t operator()(const UpstreamLinked& change) const {
    return change.upstream.task_id.size() + change.upstream.context_id.size();
  }
  std::size_t operator()(const ContextLinked& change) const {
    return bytes_of(change.scope) + change.context_id.size() + change.upstream_context_id.size();
  }
  std::size_t operator()(const MessageRemembered& change) const {
    return bytes_of(change.scope) + change.key.size() + change.task_id.size();
  }
  std::size_t operator()(const EvolutionPut& change) const {
    return change.agent.size() + change.text->size();
  }
  std::size_t operator()(const RunKeyPut& change) const { return change.run.size(); }
  std::size_t operator()(const RecordPut& change) const { return change.id.size() + change.content->size(); }
  std::size_t operator()(const PushPut& change) const { return change.payload.size(); }
  std::size_t operator()(const auto& /*without texts*/) const { return 0; }
};

std::size_t bytes_of(const Change& change) {
  return kOverheadBytes + std::visit(SizeOf(), change);
}

}  // namespace

a2a::Result<void> CommitQueue::admits_task_changes(std::size_t bytes) const {
  if (error_) return std::unexpected(*error_);
  const std::size_t left_for_others = bytes < kLarge ? 0 : std::min(bytes * kOthers, bytes_max_ / 2);
  if (bytes_ + left_for_others >= bytes_max_) {
    return std::unexpected(not_written("the ledger cannot keep up: " + std::to_string(bytes_) +
                                       " bytes wait to be written (ledger.queue); try again later"));
  }
  return {};
}

void CommitQueue::put(Sequence sequence, Change change) {
  bytes_ += bytes_of(change);
  changes_.push_back({sequence, std::move(change)});
}

void CommitQueue::put_forgotten(Sequence sequence, Change change) {
  bytes_ += bytes_of(change);
  forgotten_.push_back({sequence, std::move(change)});
}

void CommitQueue::take(Batch& batch) {
  take(batch, kChangesMax, kForgottenMax);
}

void CommitQueue::take_all(Batch& batch) {
  take(batch, SIZE_MAX, SIZE_MAX);
}

// Nothing is forgotten before it has been written.
void CommitQueue::take(Batch& batch, std::size_t changes_max, std::size_t forgotten_max) {
  for (; changes_max > 0 && !changes_.empty(); --changes_max) {
    batch.last = changes_.front().sequence;
    move_first(changes_, batch);
  }
  const auto may_go = [this](const Queued& queued) {
    return changes_.empty() || queued.sequence < changes_.front().sequence;
  };
  for (; forgotten_max > 0 && !forgotten_.empty() && may_go(forgotten_.front()); --forgotten_max)
    move_first(forgotten_, batch);
}

void CommitQueue::move_first(std::deque<Queued>& from, Batch& batch) {
  batch.bytes += bytes_of(from.front().change);
  batch.changes.push_back(std::move(from.front().change));
  from.pop_front();
}

std::optional<a2a::Result<void>> CommitQueue::known(Sequence sequence) const {
  if (sequence <= durable_) return a2a::Result<void>();
  if (error_) return std::unexpected(*error_);
  return std::nullopt;
}

std::optional<a2a::Result<void>> CommitQueue::await(Sequence sequence, DurabilityObserver& observer) {
  if (auto told = known(sequence)) return told;
  observers_.push_back({sequence, std::move(observer)});
  return std::nullopt;
}

std::vector<DurabilityObserver> CommitQueue::settle(const Batch& batch) {
  error_.reset();
  bytes_ -= batch.bytes;
  durable_ = std::max(durable_, batch.last);
  const auto is_durable = [this](const Waiting& waiting) { return waiting.sequence <= durable_; };
  std::vector<DurabilityObserver> told;
  for (Waiting& waiting : observers_) {
    if (is_durable(waiting)) told.push_back(std::move(waiting.observer));
  }
  std::erase_if(observers_, is_durable);
  return told;
}

std::vector<DurabilityObserver> CommitQueue::fail(a2a::Error error) {
  error_ = std::move(error);
  std::vector<DurabilityObserver> told;
  told.reserve(observers_.size());
  for (Waiting& waiting : observers_) told.push_back(std::move(waiting.observer));
  observers_.clear();
  return told;
}

}  // namespace schemagate::store
