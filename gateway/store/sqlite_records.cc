// The context records of SqliteStore: an index in memory, what they hold in the file.
#include <exception>
#include <utility>

#include "gateway/store/sqlite_store.h"

namespace schemagate::store {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

Result<void> SqliteStore::put_record(ContextRecord record, WallTime now) {
  const auto content = std::make_shared<const std::string>(std::exchange(record.content, {}));
  return change([&](State& state) { return put_record(state, record, content, now); });
}

Result<void> SqliteStore::put_record(State& state, const ContextRecord& record, const RecordContent& content,
                                     WallTime now) {
  if (auto admitted = state.queue.admits_task_changes(content->size()); !admitted) return admitted;
  Forgotten forgotten;
  auto put = state.table.put_record(record, content, RecordTable::Keep::kIndex, now, forgotten);
  state.put(forgotten);
  if (!put) return std::unexpected(std::move(put.error()));
  if (put->is_new_key) state.put(RunKeyPut{put->key.number, record.run, put->key.key});
  state.put(RecordPut{put->number, put->key, record.id, record.until, content});
  return {};
}

Result<SqliteStore::Filled> SqliteStore::fill_record(const std::string& id, std::string content,
                                                     WallTime now) {
  const auto filling = std::make_shared<const std::string>(std::move(content));
  return change([&](State& state) -> Result<Filled> {
    const auto record = state.table.record_to_fill(id, now);
    if (!record) return record.error();
    auto put = put_record(state, *record, filling, now);
    return put ? Result<Filled>(Filled::kFilled) : std::unexpected(std::move(put.error()));
  });
}

Deferred<std::optional<ContextRecord>> SqliteStore::record(const std::string& id, WallTime now) const {
  auto entry = state_.with([&](const State& state) -> std::optional<RecordTable::Entry> {
    const auto* found = state.table.find_record(id, now);
    return found == nullptr ? std::nullopt : std::optional(*found);
  });
  if (!entry) return FoundRecord();
  return Deferred<FoundRecord>::later([this, id = std::string(id), entry = *std::move(entry),
                                       now](Deferred<FoundRecord>::Receiver receiver) mutable {
    const Sequence changed = entry.changed;
    auto job = [this, id = std::move(id), entry = std::move(entry), now,
                receiver = std::move(receiver)](Result<TaskArchive*> archive) mutable {
      receiver(archive ? read_context_record(**archive, id, entry, now)
                       : std::unexpected(std::move(archive.error())));
    };
    await_durable(changed, [this, job = std::move(job)](const Result<void>& written) mutable {
      if (!written) return job(std::unexpected(written.error()));
      reader_.ask(std::move(job));
    });
  });
}

// The outermost guard of the reader's thread.
Result<SqliteStore::FoundRecord> SqliteStore::read_context_record(TaskArchive& archive, const std::string& id,
                                                                  const RecordTable::Entry& entry,
                                                                  WallTime now) const try {
  auto content = archive.read_context_record(entry.number, *entry.key.key);
  // Forgotten, or replaced, meanwhile: what was read is not what is there.
  const bool is_there = state_.with([&](const State& state) {
    const auto* found = state.table.find_record(id, now);
    return found != nullptr && found->number == entry.number && found->changed == entry.changed;
  });
  if (!is_there) return FoundRecord();
  if (!content || !*content) {
    report_damage(entry.number,
                  content ? a2a::Error{ErrorCode::kInternal, "it is missing"} : content.error());
    return fail(ErrorCode::kInternal, "a context record cannot be read from the ledger");
  }
  return ContextRecord{id, entry.run, *std::move(*content), entry.until};
} catch (const std::exception& exception) {
  return fail(ErrorCode::kInternal, "internal error");
}

void SqliteStore::drop_record(const std::string& id) {
  change([&](State& state) {
    Forgotten forgotten;
    state.table.drop_record(id, forgotten);
    state.put(forgotten);
    return true;
  });
}

void SqliteStore::purge_run(const std::string& run) {
  change([&](State& state) {
    Forgotten forgotten;
    state.table.purge_run(run, forgotten);
    state.put(forgotten);
    return true;
  });
}

}  // namespace schemagate::store
