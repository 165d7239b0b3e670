#include "gateway/store/durable_task_store.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "gateway/store/task_encoding.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

// Changes that nobody waits for are gathered for so long.
constexpr std::chrono::milliseconds kGatherTime{20};

}  // namespace

void DurableTaskStore::State::put(const Forgotten& forgotten) {
  const Sequence now = table.written();
  for (const RowNumber task : forgotten.tasks) queue.put_forgotten(now, TaskForgotten{task});
  for (const RowNumber context : forgotten.contexts) queue.put_forgotten(now, ContextForgotten{context});
  for (const RowNumber message : forgotten.messages) queue.put_forgotten(now, MessageForgotten{message});
  for (const RowNumber push : forgotten.pushes) queue.put_forgotten(now, PushForgotten{push});
}

Result<std::unique_ptr<DurableTaskStore>> DurableTaskStore::open(LedgerOptions options, StoreLimits limits,
                                                                 MonotonicTime now) {
  auto cipher = PayloadCipher::make(std::move(options.keys));
  if (!cipher) return std::unexpected(cipher.error());
  auto file = LedgerFile::open(options.path, std::move(*cipher), options.file_bytes_max);
  if (!file) return std::unexpected(file.error());
  Opened opened{std::move(*file), {TaskTable(limits), CommitQueue(options.queue_bytes_max)}};
  const Moment moment{now, options.utc()};
  Forgotten forgotten;
  auto loaded = opened.file.load(opened.state.table, moment, moment.wall - limits.retention, forgotten);
  if (!loaded) return std::unexpected(loaded.error());
  opened.state.table.set_durable(0);
  opened.state.put(forgotten);
  return std::unique_ptr<DurableTaskStore>(
      new DurableTaskStore(std::move(options), limits, std::move(opened)));
}

DurableTaskStore::DurableTaskStore(LedgerOptions options, StoreLimits limits, Opened opened)
    : options_(std::move(options)),
      limits_(limits),
      state_(std::move(opened.state)),
      file_(std::move(opened.file)),
      writer_([this](const std::stop_token& stop) { write_changes(stop); }) {}

DurableTaskStore::~DurableTaskStore() {
  close();
}

void DurableTaskStore::close() {
  writer_.request_stop();
  if (writer_.joinable()) {
    writer_.join();
    if (options_.on_closed) options_.on_closed(figures());
  }
  const a2a::Error closed{ErrorCode::kInternal, "the gateway is shutting down; try again later"};
  auto waiting = state_.with([&closed](State& state) { return state.queue.fail(closed); });
  for (DurabilityObserver& observer : waiting) observer(std::unexpected(closed));
}

// A writer that has something queued already looks by itself.
template <class Make>
auto DurableTaskStore::change(Make make) {
  bool was_empty = false;
  auto made = state_.with([&make, &was_empty](State& state) {
    was_empty = state.queue.empty();
    return make(state);
  });
  if (was_empty) wake_.notify_one();
  return made;
}

Result<void> DurableTaskStore::create(const Scope& scope, a2a::Task task, MonotonicTime now) {
  TaskCreated created{
      .number = 0, .scope = scope, .id = task.id, .at = options_.utc(), .payload = encode(task)};
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    Forgotten forgotten;
    auto number = state.table.create(scope, std::move(task), now, forgotten);
    state.put(forgotten);
    if (!number) return std::unexpected(number.error());
    created.number = *number;
    state.put(std::move(created));
    return {};
  });
}

Result<std::optional<std::string>> DurableTaskStore::create_once(const Scope& scope,
                                                                 const std::string& fingerprint,
                                                                 a2a::Task task, MonotonicTime now) {
  const WallTime at = options_.utc();
  TaskCreated created{.number = 0, .scope = scope, .id = task.id, .at = at, .payload = encode(task)};
  MessageRemembered remembered{.number = 0,
                               .scope = scope,
                               .fingerprint = fingerprint,
                               .task_id = task.id,
                               .until = at + limits_.deduplication_window};
  return change([&](State& state) -> Result<std::optional<std::string>> {
    if (auto earlier = state.table.find_duplicate(scope, fingerprint, now)) return earlier;
    if (auto admitted = state.queue.admits_task_changes(); !admitted)
      return std::unexpected(admitted.error());
    Forgotten forgotten;
    const auto made = state.table.create_once(scope, fingerprint, std::move(task), now, forgotten);
    state.put(forgotten);
    if (!made) return std::unexpected(made.error());
    created.number = made->task;
    state.queue.put(made->created_by, std::move(created));
    remembered.number = made->message;
    if (made->message != 0) state.put(std::move(remembered));
    return std::nullopt;
  });
}

Result<void> DurableTaskStore::append(const std::string& id, std::vector<TaskEvent> events,
                                      MonotonicTime now) {
  std::vector<std::string> payloads;
  payloads.reserve(events.size());
  for (const TaskEvent& event : events) payloads.push_back(encode(event));
  const WallTime at = options_.utc();
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    auto appended = state.table.append(id, std::move(events), now);
    if (!appended) return std::unexpected(appended.error());
    std::optional<WallTime> ended_at;
    if (appended->ended) ended_at = at;
    state.put(EventsAppended{appended->task, appended->first_version, std::move(payloads), ended_at});
    return {};
  });
}

Result<TaskRecord> DurableTaskStore::get(const Scope& scope, const std::string& id) const {
  return state_.with([&](const State& state) { return state.table.get(scope, id); });
}

Result<a2a::TaskState> DurableTaskStore::state(const Scope& scope, const std::string& id) const {
  return state_.with([&](const State& state) { return state.table.state(scope, id); });
}

Result<std::vector<TaskEvent>> DurableTaskStore::events_after(const Scope& scope, const std::string& id,
                                                              std::uint64_t version,
                                                              std::size_t events_max) const {
  return state_.with(
      [&](const State& state) { return state.table.events_after(scope, id, version, events_max); });
}

a2a::Result<TaskList> DurableTaskStore::list(const Scope& scope, const TaskQuery& query) const {
  auto listing = TaskListing::start(query);
  if (!listing) return std::unexpected(listing.error());
  const auto list_some = [&](const State& state) { return state.table.list(scope, *listing); };
  while (state_.with(list_some)) continue;
  return listing->finish();
}

bool DurableTaskStore::claim_run(const std::string& id) {
  return state_.with([&](State& state) { return state.table.claim_run(id); });
}

void DurableTaskStore::release_run(const std::string& id) {
  state_.with([&](State& state) { state.table.release_run(id); });
}

std::vector<UnfinishedTask> DurableTaskStore::unfinished() const {
  return state_.with([](const State& state) { return state.table.unfinished(); });
}

void DurableTaskStore::link_upstream(const std::string& id, const UpstreamIds& upstream) {
  change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    const auto number = state.table.link_upstream(id, upstream);
    if (number) state.put(UpstreamLinked{*number, upstream});
    return number.has_value();
  });
}

std::string DurableTaskStore::upstream_context(const Scope& scope, const std::string& context_id) const {
  return state_.with([&](const State& state) { return state.table.upstream_context(scope, context_id); });
}

void DurableTaskStore::link_context(const Scope& scope, const std::string& context_id,
                                    const std::string& upstream_context_id) {
  change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    Forgotten forgotten;
    const RowNumber number = state.table.link_context(scope, context_id, upstream_context_id, forgotten);
    state.put(ContextLinked{number, scope, context_id, upstream_context_id});
    state.put(forgotten);
    return true;
  });
}

bool DurableTaskStore::knows_message_id(const Scope& scope, const std::string& message_id) const {
  return state_.with([&](const State& state) { return state.table.knows_message_id(scope, message_id); });
}

Result<void> DurableTaskStore::announce(const Scope& scope, const std::string& fingerprint,
                                        MonotonicTime now) {
  const WallTime until = options_.utc() + limits_.deduplication_window;
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    Forgotten forgotten;
    const RowNumber number = state.table.deduplicate(scope, fingerprint, "", now, forgotten).message;
    state.put(forgotten);
    if (number != 0) state.put(MessageRemembered{number, scope, fingerprint, "", until});
    return {};
  });
}

std::optional<std::string> DurableTaskStore::find_duplicate(const Scope& scope,
                                                            const std::string& fingerprint,
                                                            MonotonicTime now) const {
  return state_.with([&](const State& state) { return state.table.find_duplicate(scope, fingerprint, now); });
}

std::optional<std::string> DurableTaskStore::deduplicate(const Scope& scope, const std::string& fingerprint,
                                                         const std::string& id, MonotonicTime now) {
  const WallTime until = options_.utc() + limits_.deduplication_window;
  return change([&](State& state) -> std::optional<std::string> {
    if (!state.queue.admits_small_changes()) return state.table.find_duplicate(scope, fingerprint, now);
    Forgotten forgotten;
    auto remembered = state.table.deduplicate(scope, fingerprint, id, now, forgotten);
    state.put(forgotten);
    if (remembered.message != 0)
      state.put(MessageRemembered{remembered.message, scope, fingerprint, id, until});
    return std::move(remembered.earlier);
  });
}

void DurableTaskStore::forget_message(const Scope& scope, const std::string& fingerprint) {
  change([&](State& state) {
    const auto number = state.table.forget_message(scope, fingerprint);
    if (number) state.put(MessageForgotten{*number});
    return number.has_value();
  });
}

Result<PushTarget> DurableTaskStore::put_push(const Scope& scope, const std::string& task_id,
                                              PushSubscription subscription, std::uint64_t delivered) {
  std::string payload = encode(subscription);
  return change([&](State& state) -> Result<PushTarget> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted)
      return std::unexpected(admitted.error());
    Forgotten forgotten;
    const auto put = state.table.put_push(scope, task_id, std::move(subscription), delivered, forgotten);
    if (!put) return std::unexpected(put.error());
    state.put(PushPut{put->push, put->task, delivered, std::move(payload)});
    for (const RowNumber push : forgotten.pushes) state.put(PushForgotten{push});
    return PushTarget{scope, task_id, put->push};
  });
}

Result<std::vector<PushSubscription>> DurableTaskStore::pushes(const Scope& scope,
                                                               const std::string& task_id) const {
  return state_.with([&](const State& state) { return state.table.pushes(scope, task_id); });
}

Result<void> DurableTaskStore::remove_push(const Scope& scope, const std::string& task_id,
                                           const std::string& config_id) {
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    Forgotten forgotten;
    auto removed = state.table.remove_push(scope, task_id, config_id, forgotten);
    for (const RowNumber push : forgotten.pushes) state.put(PushForgotten{push});
    return removed;
  });
}

std::optional<PushProgress> DurableTaskStore::push_progress(const PushTarget& target) const {
  return state_.with([&](const State& state) { return state.table.push_progress(target); });
}

bool DurableTaskStore::advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) {
  return change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    const bool advanced = state.table.advance_push(target, delivered, given_up);
    if (advanced) state.put(PushAdvanced{target.number, delivered, given_up});
    return advanced;
  });
}

std::vector<PushTarget> DurableTaskStore::push_targets() const {
  return state_.with([](const State& state) { return state.table.push_targets(); });
}

void DurableTaskStore::expire(MonotonicTime now) {
  const auto expire_some = [now](State& state) {
    Forgotten forgotten;
    const bool more = state.table.expire(now, forgotten);
    state.put(forgotten);
    return more;
  };
  while (change(expire_some)) continue;
}

std::size_t DurableTaskStore::size() const {
  return state_.with([](const State& state) { return state.table.size(); });
}

Sequence DurableTaskStore::written() const {
  return state_.with([](const State& state) { return state.table.written(); });
}

void DurableTaskStore::when_durable(Sequence sequence, DurabilityObserver observer) {
  const auto known = state_.with(
      [&](State& state) { return state.queue.await(std::min(sequence, state.table.written()), observer); });
  if (known) {
    observer(*known);
  } else {
    wake_.notify_one();
  }
}

Result<void> DurableTaskStore::health() const {
  return state_.with([](const State& state) -> Result<void> {
    if (state.queue.error()) return std::unexpected(*state.queue.error());
    return {};
  });
}

LedgerFigures DurableTaskStore::figures() const {
  return state_.with([](const State& state) { return state.figures; });
}

// --- the writer's thread ---

void DurableTaskStore::write_changes(const std::stop_token& stop) {
  CommitQueue::Batch batch;
  auto pause = options_.retry_min;
  while (gather(batch, stop)) {
    if (batch.changes.empty()) continue;
    if (auto written = write(batch)) {
      settle(batch);
      batch = {};
      pause = options_.retry_min;
      continue;
    } else {
      report(written.error());
    }
    if (stop.stop_requested()) return;
    state_.wait(wake_, stop, pause, [](const State&) { return false; });
    pause = std::min(2 * pause, options_.retry_max);
  }
}

// False when all is written and the store is being closed.
bool DurableTaskStore::gather(CommitQueue::Batch& batch, const std::stop_token& stop) {
  const bool failed_before = !batch.changes.empty();
  if (!failed_before) {
    state_.wait(wake_, stop, std::chrono::hours(1), [](const State& state) { return !state.queue.empty(); });
    state_.wait(wake_, stop, kGatherTime, [](const State& state) { return state.queue.is_awaited(); });
  }
  state_.with([&batch, failed_before](State& state) {
    failed_before ? state.queue.take_all(batch) : state.queue.take(batch);
  });
  return !batch.changes.empty() || !stop.stop_requested();
}

// The outermost guard of this thread.
Result<void> DurableTaskStore::write(const CommitQueue::Batch& batch) {
  try {
    return file_.write(batch.changes);
  } catch (const std::exception& exception) {
    return fail(ErrorCode::kInternal, "the ledger cannot be written: internal error; try again later");
  }
}

void DurableTaskStore::settle(const CommitQueue::Batch& batch) {
  bool was_failing = false;
  auto told = state_.with([&batch, &was_failing](State& state) {
    was_failing = state.queue.error().has_value();
    auto waiting = state.queue.settle(batch);
    state.table.set_durable(state.queue.durable());
    ++state.figures.commits;
    state.figures.changes += batch.changes.size();
    return waiting;
  });
  if (was_failing && options_.on_health) options_.on_health({});
  for (DurabilityObserver& observer : told) observer({});
}

void DurableTaskStore::report(const a2a::Error& error) {
  bool was_failing = false;
  auto told = state_.with([&error, &was_failing](State& state) {
    was_failing = state.queue.error().has_value();
    return state.queue.fail(error);
  });
  if (!was_failing && options_.on_health) options_.on_health(std::unexpected(error));
  for (DurabilityObserver& observer : told) observer(std::unexpected(error));
}

}  // namespace schemagate::store
