#include "gateway/store/sqlite_store.h"

#include <algorithm>
#include <exception>
#include <utility>
#include <variant>

#include "gateway/store/not_written.h"
#include "gateway/store/task_encoding.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

// Changes that nobody waits for are gathered for so long.
constexpr std::chrono::milliseconds kGatherTime{20};
// So many tasks that cannot be read are counted and told of.
constexpr std::size_t kUnreadableMax = 1'000;

std::unexpected<a2a::Error> torn_log(const std::string& path) {
  return fail(
      ErrorCode::kInternal,
      "the last transaction in " + path +
          "-wal was not whole and is dropped: as after a loss of power, of what nobody was told; where "
          "there was none, the file is damaged and changes may be lost");
}

}  // namespace

void SqliteStore::State::put(const Forgotten& forgotten) {
  const Sequence now = table.written();
  for (const RowNumber task : forgotten.tasks) {
    queue.put_forgotten(now, TaskForgotten{task});
    unreadable.erase(task);
  }
  for (const RowNumber context : forgotten.contexts) queue.put_forgotten(now, ContextForgotten{context});
  for (const RowNumber message : forgotten.messages) queue.put_forgotten(now, MessageForgotten{message});
  for (const RowNumber push : forgotten.pushes) queue.put_forgotten(now, PushForgotten{push});
  // In its place among the changes: whoever waits for a later one knows that it is gone.
  for (const RowNumber key : forgotten.records.keys) queue.put(now, RunKeyForgotten{key});
  for (const RowNumber record : forgotten.records.records) queue.put_forgotten(now, RecordForgotten{record});
}

Result<std::unique_ptr<SqliteStore>> SqliteStore::open(LedgerOptions options, StoreLimits limits,
                                                       WallTime now) {
  auto cipher = PayloadCipher::make(options.keys);
  if (!cipher) return std::unexpected(cipher.error());
  auto readers_cipher = PayloadCipher::make(std::exchange(options.keys, {}));
  if (!readers_cipher) return std::unexpected(readers_cipher.error());
  auto file = LedgerFile::open(options.path, std::move(*cipher), options.file_bytes_max);
  if (!file) return std::unexpected(file.error());
  if (file->log_is_torn() && options.on_health) options.on_health(torn_log(options.path));
  State state{TaskTable(limits, options.cache_bytes_max), CommitQueue(options.queue_bytes_max)};
  Forgotten forgotten;
  auto loaded = file->load(state.table, now, now - limits.retention, forgotten);
  if (!loaded) return std::unexpected(loaded.error());
  (void)state.table.set_durable(0);
  state.put(forgotten);
  auto archive = TaskArchive::open(options.path, std::move(*readers_cipher));
  if (!archive) return std::unexpected(archive.error());
  Opened opened{std::move(*file), std::move(*archive), std::move(state)};
  return std::unique_ptr<SqliteStore>(new SqliteStore(std::move(options), std::move(opened)));
}

SqliteStore::SqliteStore(LedgerOptions options, Opened opened)
    : options_(std::move(options)),
      state_(std::move(opened.state)),
      file_(std::move(opened.file)),
      reader_(std::move(opened.archive), options_.reads_max),
      writer_([this](const std::stop_token& stop) { write_changes(stop); }) {}

SqliteStore::~SqliteStore() {
  close();
}

void SqliteStore::close() {
  writer_.request_stop();
  if (writer_.joinable()) {
    writer_.join();
    const bool is_all_written =
        state_.with([](const State& state) { return state.queue.empty() && !state.queue.error(); });
    LedgerFigures closed = figures();
    closed.log_is_left = !is_all_written || !file_.note_clean_stop();
    if (options_.on_closed) options_.on_closed(closed);
  }
  const a2a::Error closed{ErrorCode::kInternal, "the gateway is shutting down; try again later"};
  auto waiting = state_.with([&closed](State& state) { return state.queue.fail(closed); });
  for (DurabilityObserver& observer : waiting) observer(std::unexpected(closed));
  reader_.close();
}

// Where nobody has subscribed yet, whoever does and reads the log is told then: see tell_of_hidden().
void SqliteStore::tell_when_durable(State& state, const std::string& task_id) const {
  if (!feed_.has_subscribers(task_id)) return;
  if (TaskContent::Mark* const hidden = state.table.hidden(task_id)) hidden->is_told = true;
  DurabilityObserver tell = [this, task_id](const Result<void>&) { feed_.tell(task_id); };
  (void)state.queue.await(state.table.written(), tell);
}

// What is in the log and not durable yet was added before anybody had subscribed.
void SqliteStore::tell_of_hidden(State& state, const std::string& task_id) const {
  const TaskContent::Mark* const hidden = state.table.hidden(task_id);
  if (hidden == nullptr || hidden->is_told) return;
  tell_when_durable(state, task_id);
  wake_.notify_one();
}

Result<RunLease> SqliteStore::create(const Scope& scope, NewTask task, WallTime now) {
  TaskCreated created{.number = 0,
                      .scope = scope,
                      .id = task.task.id,
                      .context_id = task.task.context_id,
                      .at = now,
                      .payload = encode(task)};
  const std::string key = task.idempotency_key;
  std::vector<std::string> steps;
  steps.reserve(task.first_steps.size());
  for (const RunStep& step : task.first_steps) steps.push_back(encode(TaskEvent(step)));
  return change([&](State& state) -> Result<RunLease> {
    if (auto admitted = state.queue.admits_task_changes(created.payload.size()); !admitted)
      return std::unexpected(std::move(admitted.error()));
    Forgotten forgotten;
    auto made = state.table.create(scope, std::move(task), now, forgotten);
    if (!made) {
      state.put(forgotten);
      return std::unexpected(std::move(made.error()));
    }
    created.number = made->task;
    state.put(std::move(created));
    if (made->message != 0)
      state.put(MessageRemembered{made->message, scope, key, made->lease.task_id, state.table.until(now)});
    if (!steps.empty()) state.put(EventsAppended{made->task, 1, std::move(steps), now, std::nullopt});
    state.put(forgotten);
    tell_when_durable(state, made->lease.task_id);
    return std::move(made->lease);
  });
}

void SqliteStore::withdraw(const RunLease& lease) {
  const bool gone = change([&](State& state) {
    Forgotten forgotten;
    const bool withdrawn = state.table.withdraw(lease, forgotten);
    state.put(forgotten);
    return withdrawn;
  });
  if (gone) feed_.tell(lease.task_id);
}

Appended SqliteStore::append(const RunLease& lease, std::vector<TaskEvent> events, WallTime now) {
  std::vector<std::string> payloads;
  payloads.reserve(events.size());
  for (const TaskEvent& event : events) payloads.push_back(encode(event));
  return change([&](State& state) -> Appended {
    return append_to(state, lease.task_id, std::move(payloads), now, [&](Forgotten& forgotten) {
      return state.table.append(lease, std::move(events), now, forgotten);
    });
  });
}

Appended SqliteStore::note(const std::string& id, Note note, WallTime now) {
  std::vector<std::string> payloads;
  payloads.push_back(std::visit([](const auto& one) { return encode(TaskEvent(one)); }, note));
  return change([&](State& state) -> Appended {
    return append_to(state, id, std::move(payloads), now, [&](Forgotten& forgotten) {
      return state.table.note(id, std::move(note), now, forgotten);
    });
  });
}

Appended SqliteStore::append_to(State& state, const std::string& id, std::vector<std::string> payloads,
                                WallTime now, const auto& make) {
  std::size_t bytes = 0;
  for (const std::string& payload : payloads) bytes += payload.size();
  if (auto admitted = state.queue.admits_task_changes(bytes); !admitted) {
    return std::unexpected(AppendRefused(AppendRefused::Reason::kNotWritten, std::move(admitted.error())));
  }
  Forgotten forgotten;
  auto appended = make(forgotten);
  if (!appended) {
    state.put(forgotten);
    return std::unexpected(std::move(appended.error()));
  }
  state.put(
      EventsAppended{appended->task, appended->first_version, std::move(payloads), now, appended->ended});
  if (appended->context) state.put(ContextLinked{std::move(*appended->context)});
  state.put(forgotten);
  tell_when_durable(state, id);
  return {};
}

// A change that cannot be written is not waited for: what was there before is shown.
template <class T, class Read>
Deferred<T> SqliteStore::show(const Scope& scope, const std::string& id, const auto& in_memory,
                              Read read) const {
  auto found = state_.with([&](State& state) -> std::variant<Result<T>, ArchivedTask> {
    if (const auto archived = state.table.find_archived(scope, id)) return *archived;
    return in_memory(state);
  });
  if (auto* result = std::get_if<0>(&found)) return std::move(*result);
  const ArchivedTask archived = std::get<1>(found);
  auto show_it = [this, id, archived, read = std::move(read)](TaskArchive& archive) -> Result<T> {
    auto shown = guarded<std::optional<T>>(archived.number, [&] { return read(archive, archived); });
    if (!shown) return std::unexpected(std::move(shown.error()));
    const auto is_there = [&id](const State& state) { return state.table.contains(id); };
    if (!*shown || !state_.with(is_there)) return std::unexpected(task_not_found(id));
    return std::move(**shown);
  };
  return Deferred<T>::later([this, archived,
                             show_it = std::move(show_it)](Deferred<T>::Receiver receiver) mutable {
    auto job = [show_it = std::move(show_it),
                receiver = std::move(receiver)](Result<TaskArchive*> archive) mutable {
      receiver(archive ? show_it(**archive) : std::unexpected(std::move(archive.error())));
    };
    await_durable(archived.changed,
                  [this, job = std::move(job)](const Result<void>&) mutable { reader_.ask(std::move(job)); });
  });
}

Deferred<TaskRecord> SqliteStore::get(const Scope& scope, const std::string& id) const {
  return show<TaskRecord>(
      scope, id, [&](const State& state) { return state.table.get(scope, id); },
      [this, scope](TaskArchive& archive, const ArchivedTask& archived) {
        return read_record(archive, scope, archived);
      });
}

Deferred<TaskRecord> SqliteStore::get_durable(const Scope& scope, const std::string& id) const {
  const auto number = state_.with([&](const State& state) { return state.table.number_of(scope, id); });
  if (!number) return std::unexpected(task_not_found(id));
  auto read = [this, id, number = *number](TaskArchive& archive) -> Result<TaskRecord> {
    auto content =
        guarded<std::optional<TaskContent>>(number, [&archive, number] { return archive.read(number); });
    if (!content) return std::unexpected(std::move(content.error()));
    if (!*content) return std::unexpected(task_not_found(id));
    return record_of(**content, 0);
  };
  return Deferred<TaskRecord>::later(
      [this, read = std::move(read)](Deferred<TaskRecord>::Receiver receiver) mutable {
        reader_.ask(
            [read = std::move(read), receiver = std::move(receiver)](Result<TaskArchive*> archive) mutable {
              receiver(archive ? read(**archive) : std::unexpected(std::move(archive.error())));
            });
      });
}

Deferred<a2a::TaskState> SqliteStore::state(const Scope& scope, const std::string& id) const {
  return state_.with([&](const State& state) { return state.table.state(scope, id); });
}

Deferred<std::vector<TaskEvent>> SqliteStore::events_after(const Scope& scope, const std::string& id,
                                                           std::uint64_t version,
                                                           std::size_t events_max) const {
  return show<std::vector<TaskEvent>>(
      scope, id,
      [&](State& state) {
        tell_of_hidden(state, id);
        return state.table.events_after(scope, id, version, events_max);
      },
      [version, events_max](TaskArchive& archive, const ArchivedTask& archived) {
        return archive.read_events(archived.number, version, events_max);
      });
}

// What is read for a page does not enter the cache: paging through old tasks must not push out those that
// their clients poll.
Deferred<TaskList> SqliteStore::list(const Scope& scope, const TaskQuery& query) const {
  auto listing = TaskListing::start(query);
  if (!listing) return std::unexpected(std::move(listing.error()));
  state_.with([&](const State& state) { state.table.list(scope, *listing); });
  if (listing->absent().empty()) return listing->finish();
  return Deferred<TaskList>::later(
      [this, listing = std::move(*listing)](Deferred<TaskList>::Receiver receiver) mutable {
        reader_.ask([this, listing = std::move(listing),
                     receiver = std::move(receiver)](Result<TaskArchive*> archive) mutable {
          receiver(archive ? Result<TaskList>(read_page(**archive, listing))
                           : std::unexpected(std::move(archive.error())));
        });
      });
}

Deferred<RunLease> SqliteStore::acquire_run(const std::string& id) {
  return state_.with([&](State& state) { return state.table.acquire_run(id); });
}

Deferred<RunLease> SqliteStore::take_over_run(const std::string& id) {
  return state_.with([&](State& state) { return state.table.take_over_run(id); });
}

void SqliteStore::release_run(const RunLease& lease) {
  const bool left = state_.with([&](State& state) { return state.table.release_run(lease); });
  if (left) feed_.tell_unfinished();
}

Deferred<std::vector<UnfinishedTask>> SqliteStore::unfinished() const {
  return state_.with([](const State& state) { return state.table.unfinished(); });
}

void SqliteStore::link_upstream(const RunLease& lease, const UpstreamIds& upstream) {
  change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    const auto number = state.table.link_upstream(lease, upstream);
    if (number) state.put(UpstreamLinked{*number, upstream});
    return number.has_value();
  });
}

Deferred<std::string> SqliteStore::upstream_context(const Scope& scope, const std::string& context_id,
                                                    WallTime now) {
  return change([&](State& state) {
    auto found = state.table.upstream_context(scope, context_id, now);
    if (found.renewed && state.queue.admits_small_changes())
      state.put(ContextLinked{std::move(*found.renewed)});
    return std::move(found.upstream_context_id);
  });
}

void SqliteStore::link_context(const Scope& scope, const std::string& context_id,
                               const std::string& upstream_context_id, WallTime now) {
  change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    Forgotten forgotten;
    state.put(
        ContextLinked{state.table.link_context(scope, context_id, upstream_context_id, now, forgotten)});
    state.put(forgotten);
    return true;
  });
}

Deferred<RecordedMessage> SqliteStore::record_message(const Scope& scope, const std::string& key,
                                                      const std::string& task_id, NextStep next,
                                                      WallTime now) {
  return change([&](State& state) -> Result<RecordedMessage> {
    Forgotten forgotten;
    const auto admitted = state.queue.admits_task_changes();
    if (!admitted) {
      auto earlier = state.table.find_message(scope, key, now);
      if (!earlier) return std::unexpected(admitted.error());
      return RecordedMessage{.earlier = std::move(earlier)};
    }
    auto recorded = state.table.record_message(scope, key, task_id, now, forgotten);
    state.put(forgotten);
    // A task that is made next is written together with the record of its message.
    const bool is_written = recorded.has_task || next == NextStep::kAskAgent;
    if (recorded.row != 0 && is_written) {
      state.put(MessageRemembered{recorded.row, scope, key, recorded.has_task ? task_id : "",
                                  state.table.until(now)});
    }
    return std::move(recorded.message);
  });
}

void SqliteStore::forget_message(const Scope& scope, const std::string& key) {
  const auto removed = change([&](State& state) {
    auto record = state.table.forget_message(scope, key);
    if (record) state.put(MessageForgotten{record->number});
    return record;
  });
  if (removed) feed_.tell(removed->task.text());
}

Deferred<PushTarget> SqliteStore::put_push(const Scope& scope, const std::string& task_id,
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

Deferred<std::vector<KeptPush>> SqliteStore::pushes(const Scope& scope, const std::string& task_id) const {
  return state_.with([&](const State& state) { return state.table.pushes(scope, task_id); });
}

Deferred<void> SqliteStore::remove_push(const Scope& scope, const std::string& task_id,
                                        const std::string& config_id) {
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    Forgotten forgotten;
    auto removed = state.table.remove_push(scope, task_id, config_id, forgotten);
    for (const RowNumber push : forgotten.pushes) state.put(PushForgotten{push});
    return removed;
  });
}

Deferred<std::optional<PushProgress>> SqliteStore::push_progress(const PushTarget& target) const {
  return state_.with([&](const State& state) { return state.table.push_progress(target); });
}

bool SqliteStore::advance_push(const PushTarget& target, std::uint64_t delivered, bool given_up) {
  return change([&](State& state) {
    if (!state.queue.admits_small_changes()) return false;
    const bool advanced = state.table.advance_push(target, delivered, given_up);
    if (advanced) state.put(PushAdvanced{target.number, delivered, given_up});
    return advanced;
  });
}

Deferred<std::vector<PushTarget>> SqliteStore::push_targets() const {
  return state_.with([](const State& state) { return state.table.push_targets(); });
}

void SqliteStore::expire(WallTime now) {
  const auto expire_some = [now](State& state) {
    Forgotten forgotten;
    const bool more = state.table.expire(now, forgotten);
    state.put(forgotten);
    return more;
  };
  while (change(expire_some)) continue;
}

std::size_t SqliteStore::size() const {
  return state_.with([](const State& state) { return state.table.size(); });
}

EvolutionText SqliteStore::evolution(const std::string& agent) const {
  return state_.with([&](const State& state) { return state.table.evolution(agent); });
}

Result<void> SqliteStore::put_evolution(const std::string& agent, EvolutionText text) {
  return change([&](State& state) -> Result<void> {
    if (auto admitted = state.queue.admits_task_changes(); !admitted) return admitted;
    const RowNumber number = state.table.put_evolution(agent, text);
    state.put(EvolutionPut{number, agent, std::move(text)});
    return {};
  });
}

Sequence SqliteStore::written() const {
  return state_.with([](const State& state) { return state.table.written(); });
}

Deferred<void> SqliteStore::durable(Sequence sequence) {
  auto known = state_.with([sequence](const State& state) {
    return state.queue.known(std::min(sequence, state.table.written()));
  });
  if (known) return std::move(*known);
  return Deferred<void>::later(
      [this, sequence](DurabilityObserver observer) { await_durable(sequence, std::move(observer)); });
}

void SqliteStore::await_durable(Sequence sequence, DurabilityObserver observer) const {
  auto known = state_.with(
      [&](State& state) { return state.queue.await(std::min(sequence, state.table.written()), observer); });
  if (known) {
    observer(std::move(*known));
  } else {
    wake_.notify_one();
  }
}

StoreHealth SqliteStore::health() const {
  return state_.with([](const State& state) {
    StoreHealth health{.unreadable_tasks = state.unreadable.size()};
    if (state.queue.error()) health.writing = std::unexpected(*state.queue.error());
    return health;
  });
}

LedgerFigures SqliteStore::figures() const {
  return state_.with([](const State& state) { return state.figures; });
}

// --- the writer's thread ---

void SqliteStore::write_changes(const std::stop_token& stop) {
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
bool SqliteStore::gather(CommitQueue::Batch& batch, const std::stop_token& stop) {
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
Result<void> SqliteStore::write(const CommitQueue::Batch& batch) {
  try {
    return file_.write(batch.changes);
  } catch (const std::exception& exception) {
    return std::unexpected(not_written("the ledger cannot be written: internal error; try again later"));
  }
}

void SqliteStore::settle(const CommitQueue::Batch& batch) {
  bool was_failing = false;
  std::vector<ContentCache::Slot> evicted;
  auto told = state_.with([&batch, &was_failing, &evicted](State& state) {
    was_failing = state.queue.error().has_value();
    auto waiting = state.queue.settle(batch);
    evicted = state.table.set_durable(state.queue.durable());
    ++state.figures.commits;
    state.figures.changes += batch.changes.size();
    return waiting;
  });
  // Destroyed under no lock, and by the other thread: this one has the more to do.
  if (!evicted.empty()) reader_.ask([evicted = std::move(evicted)](const Result<TaskArchive*>&) {});
  for (DurabilityObserver& observer : told) observer({});
  if (!was_failing) return;
  if (options_.on_health) options_.on_health({});
  feed_.tell_all();
}

void SqliteStore::report(const a2a::Error& error) {
  bool was_failing = false;
  auto told = state_.with([&error, &was_failing](State& state) {
    was_failing = state.queue.error().has_value();
    return state.queue.fail(error);
  });
  if (!was_failing && options_.on_health) options_.on_health(std::unexpected(error));
  for (DurabilityObserver& observer : told) observer(std::unexpected(error));
}

// --- the reader's thread ---

// The outermost guard of this thread.
template <class T>
Result<T> SqliteStore::guarded(RowNumber task, const auto& work) const {
  Result<T> done = [&work]() -> Result<T> {
    try {
      return work();
    } catch (const std::exception&) {
      return fail(ErrorCode::kInternal, "internal error");
    }
  }();
  if (done) return done;
  report_damage(task, done.error());
  return fail(ErrorCode::kInternal, "a task cannot be read from the ledger; ask the gateway's operator");
}

Result<std::optional<TaskRecord>> SqliteStore::read_record(TaskArchive& archive, const Scope& scope,
                                                           const ArchivedTask& archived) const {
  auto content = archive.read(archived.number);
  if (!content) return std::unexpected(std::move(content.error()));
  if (!*content) return std::nullopt;
  TaskRecord record = record_of(**content, 0);
  auto slot = std::make_unique<TaskContent>(std::move(**content));
  // Destroyed under no lock.
  const auto evicted =
      state_.with([&](State& state) { return state.table.keep(scope, archived, std::move(slot)); });
  return record;
}

// One that is damaged does not hide the others.
TaskList SqliteStore::read_page(TaskArchive& archive, TaskListing& listing) const {
  for (const TaskListing::Absent& absent : listing.absent()) {
    const auto read = guarded<bool>(absent.number, [&]() -> Result<bool> {
      const auto content = archive.read(absent.number);
      if (!content) return std::unexpected(content.error());
      listing.put(absent, *content ? &(*content)->task : nullptr);
      return true;
    });
    if (!read) listing.put(absent, nullptr);
  }
  return listing.finish();
}

void SqliteStore::report_damage(RowNumber task, const a2a::Error& error) const {
  const bool is_new = state_.with([task](State& state) {
    return state.unreadable.size() < kUnreadableMax && state.unreadable.insert(task).second;
  });
  if (!is_new || !options_.on_health) return;
  options_.on_health(fail(ErrorCode::kInternal, "the ledger " + options_.path +
                                                    " cannot be read: task number " + std::to_string(task) +
                                                    ": " + error.message +
                                                    "; other tasks are shown, restore it from a backup"));
}

}  // namespace schemagate::store
