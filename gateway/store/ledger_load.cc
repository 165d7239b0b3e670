// Reading a ledger: the half of LedgerFile that is used once.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gateway/store/ledger_file.h"
#include "gateway/store/task_encoding.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

std::unexpected<a2a::Error> not_readable(const sqlite::Fault& fault) {
  return fail(ErrorCode::kInternal, std::string(sqlite::reason(fault)) + " (" + fault.detail + ")");
}

// A damaged time must not overflow: nothing is older than a century or later than one.
WallTime time_of(std::int64_t milliseconds, WallTime now) {
  constexpr std::chrono::days kCentury{36'525};
  const WallTime time{std::chrono::milliseconds(milliseconds)};
  return std::clamp<WallTime>(time, now - kCentury, now + kCentury);
}

Scope scope_of(const sqlite::Statement& row, int first_column) {
  return {std::string(row.text(first_column)), std::string(row.text(first_column + 1))};
}

// Calls `take` with every row.
Result<void> for_each_row(sqlite::Database& database, const std::string& sql, const auto& take) {
  auto rows = database.prepare(sql);
  if (!rows) return not_readable(rows.error());
  for (;;) {
    auto row = rows->step();
    if (!row) return not_readable(row.error());
    if (!*row) return {};
    if (Result<void> taken = take(*rows); !taken) return taken;
  }
}

}  // namespace

// Tasks whose logs are being read, in any order of the tasks.
class LedgerFile::TaskRows {
 public:
  void add(TaskRow row) {
    places_.emplace(row.number, rows_.size());
    rows_.push_back({std::move(row), 0});
  }
  // Its log is passed over.
  void add_expired(RowNumber task) { expired_.insert(task); }
  // Once its log is read; empty when it is not here.
  std::string id_of(RowNumber task) const {
    const auto place = places_.find(task);
    return place == places_.end() ? std::string() : rows_[place->second].row.created.task.id;
  }
  bool is_expired(RowNumber task) const { return expired_.contains(task); }

  Result<void> add_payload(RowNumber task, std::int64_t version, std::string_view payload) {
    const auto place = places_.find(task);
    if (place == places_.end()) return fail(ErrorCode::kInternal, "it has a log whose task is missing");
    auto& [row, versions] = rows_[place->second];
    if (version != versions) return lacks_version(task, versions);
    ++versions;
    return version == 0 ? take(decode_task(payload), row.created)
                        : take(decode_event(payload), row.events.emplace_back());
  }

  // The ids stay.
  Result<void> move_to(TaskTable& table) {
    for (auto& [row, versions] : rows_) {
      if (versions == 0) return lacks_version(row.number, 0);
      TaskRow name{.number = row.number, .scope = {}, .created = {.task = {.id = row.created.task.id}}};
      if (auto restored = table.restore(std::exchange(row, std::move(name))); !restored) return restored;
    }
    return {};
  }

 private:
  template <class T>
  static Result<void> take(Result<T> decoded, T& destination) {
    if (!decoded) return std::unexpected(decoded.error());
    destination = std::move(*decoded);
    return {};
  }
  static std::unexpected<a2a::Error> lacks_version(RowNumber task, std::int64_t version) {
    return fail(ErrorCode::kInternal, "the log of task number " + std::to_string(task) +
                                          " lacks its version " + std::to_string(version));
  }

  struct Growing {
    TaskRow row;
    std::int64_t versions;  // read so far
  };
  std::vector<Growing> rows_;
  std::unordered_map<RowNumber, std::size_t> places_;
  std::unordered_set<RowNumber> expired_;
};

Result<void> LedgerFile::load(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten) {
  auto loaded = load_tasks(table, now, ended_before, forgotten);
  if (loaded) loaded = load_contexts(table);
  if (loaded) loaded = load_messages(table, now);
  if (!loaded) {
    return fail(ErrorCode::kInternal,
                "the ledger " + path_ + " cannot be read: " + loaded.error().message +
                    "; put it right, restore it from a backup, or move it away to begin with an empty one");
  }
  table.finish_restoring(forgotten);
  return {};
}

Result<void> LedgerFile::load_tasks(TaskTable& table, WallTime now, WallTime ended_before,
                                    Forgotten& forgotten) {
  TaskRows tasks;
  const auto take = [&](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    const WallTime ended_at = row.is_null(5) ? now : time_of(row.integer(5), now);
    if (!row.is_null(5) && ended_at <= ended_before) {
      forgotten.tasks.push_back(number);
      tasks.add_expired(number);
      return {};
    }
    tasks.add({.number = number,
               .scope = scope_of(row, 1),
               .upstream = {std::string(row.text(3)), std::string(row.text(4))},
               .ended_at = std::min(ended_at, now)});
    return {};
  };
  auto read =
      for_each_row(database_,
                   "SELECT number, agent, owner, upstream_task, upstream_context, ended_at FROM tasks "
                   "ORDER BY number",
                   take);
  if (read) read = load_logs(tasks);
  if (read) read = tasks.move_to(table);
  return read ? load_pushes(table, tasks, forgotten) : read;
}

// One whose task has expired goes with it.
Result<void> LedgerFile::load_pushes(TaskTable& table, const TaskRows& tasks, Forgotten& forgotten) {
  const auto take = [&](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    const std::string task_id = tasks.id_of(row.integer(1));
    if (task_id.empty()) {
      forgotten.pushes.push_back(number);
      return {};
    }
    auto payload = cipher_.open(row.text(4), std::string(row.blob(5)), place_of(number));
    if (!payload) return std::unexpected(payload.error());
    auto subscription = decode_push(*payload);
    if (!subscription) return std::unexpected(subscription.error());
    table.restore(
        task_id, number,
        {std::move(*subscription), static_cast<std::uint64_t>(row.integer(2)), row.integer(3) != 0});
    return {};
  };
  return for_each_row(
      database_,
      "SELECT number, task, delivered, given_up, key_id, payload FROM push_configs ORDER BY number", take);
}

Result<void> LedgerFile::load_logs(TaskRows& tasks) {
  const auto take = [this, &tasks](const sqlite::Statement& row) -> Result<void> {
    const RowNumber task = row.integer(0);
    if (tasks.is_expired(task)) return {};
    const std::int64_t version = row.integer(1);
    const std::string place = place_of(task, static_cast<std::uint64_t>(version));
    auto payload = cipher_.open(row.text(2), std::string(row.blob(3)), place);
    if (!payload) return std::unexpected(payload.error());
    return tasks.add_payload(task, version, *payload);
  };
  return for_each_row(database_, "SELECT task, version, key_id, payload FROM log ORDER BY number", take);
}

Result<void> LedgerFile::load_contexts(TaskTable& table) {
  const auto take = [&table](const sqlite::Statement& row) -> Result<void> {
    table.restore(ContextRow{.number = row.integer(0),
                             .scope = scope_of(row, 1),
                             .context_id = std::string(row.text(3)),
                             .upstream_context_id = std::string(row.text(4))});
    return {};
  };
  return for_each_row(database_,
                      "SELECT number, agent, owner, context, upstream_context FROM contexts ORDER BY number",
                      take);
}

Result<void> LedgerFile::load_messages(TaskTable& table, WallTime now) {
  const auto take = [&table, now](const sqlite::Statement& row) -> Result<void> {
    table.restore(MessageRow{.number = row.integer(0),
                             .scope = scope_of(row, 1),
                             .key = std::string(row.text(3)),
                             .task_id = std::string(row.text(4)),
                             .until = time_of(row.integer(5), now)});
    return {};
  };
  return for_each_row(
      database_, "SELECT number, agent, owner, fingerprint, task, until FROM messages ORDER BY number", take);
}

}  // namespace schemagate::store
