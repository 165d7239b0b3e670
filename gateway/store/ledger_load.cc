// Reading a ledger: the half of LedgerFile that is used once.
#include <algorithm>
#include <cstdint>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include "gateway/store/ledger_file.h"
#include "gateway/store/task_encoding.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

// A damaged time must not overflow: nothing is older than a century or later than one.
WallTime time_of(std::int64_t milliseconds, WallTime now) {
  constexpr std::chrono::days kCentury{36'525};
  const WallTime time{std::chrono::milliseconds(milliseconds)};
  return std::clamp<WallTime>(time, now - kCentury, now + kCentury);
}

Scope scope_of(const sqlite::Statement& row, int first_column) {
  return {std::string(row.text(first_column)), std::string(row.text(first_column + 1))};
}

// The column, behind `columns`, that says whether a row is what was written.
std::string and_whole(const std::string& columns, const std::string& all) {
  return "SELECT " + columns + ", checksum IS NULL OR checksum = row_checksum(" + all + ") ";
}

// Refuses a row that is not what was written: `take` gets the others. `whole` is the column that says so.
auto unless_damaged(std::string_view table, int whole, const auto& take) {
  return [table, whole, &take](const sqlite::Statement& row) -> Result<void> {
    if (row.integer(whole) != 0) return take(row);
    return fail(ErrorCode::kInternal, "the row of " + std::string(table) + " number " +
                                          std::to_string(row.integer(0)) + " is damaged");
  };
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

// Columns of `tasks` as load_tasks() asks for them.
enum TaskColumn {
  kNumber,
  kAgent,
  kOwner,
  kEndedAt,
  kContext,
  kState,
  kStatusTime,
  kBytes,
  kVersions,
  kId,
  kNamed,
  kWholeTask
};

std::string task_rows() {
  return and_whole(
             "number, agent, owner, ended_at, context, state, status_time, bytes, versions, id, "
             "upstream_task <> ''",
             "number, id, agent, owner, created_at, ended_at, upstream_task, upstream_context, context, "
             "state, status_time, bytes, versions") +
         "FROM tasks ORDER BY number";
}

Result<EndedTask> ended_in(const sqlite::Statement& row) {
  const auto state = static_cast<a2a::TaskState>(row.integer(kState));
  const auto numbers = {row.integer(kStatusTime), row.integer(kBytes), row.integer(kVersions)};
  const bool fits = row.integer(kState) >= 0 && row.integer(kState) <= UINT8_MAX && a2a::is_terminal(state) &&
                    std::ranges::min(numbers) >= 0 && row.integer(kVersions) <= UINT32_MAX;
  if (!fits) {
    return fail(ErrorCode::kInternal,
                "the row of task number " + std::to_string(row.integer(kNumber)) + " is damaged");
  }
  return EndedTask{state, static_cast<std::uint64_t>(row.integer(kStatusTime)),
                   static_cast<std::size_t>(row.integer(kBytes)),
                   static_cast<std::uint64_t>(row.integer(kVersions))};
}

std::optional<EndedTask> ended_with(const TaskContent& content) {
  if (!a2a::is_terminal(content.task.status.state)) return std::nullopt;
  return EndedTask{content.task.status.state, position_of(content.task.status.timestamp, 0).timestamp,
                   payload_bytes(content), content.events.size()};
}

// On a connection of its own.
Result<RestoredMessages> load_messages(const std::string& path, RestoredMessages messages, WallTime now) {
  auto database = sqlite::Database::open_for_reading(path);
  if (!database) return not_readable(database.error());
  const auto take = [&messages, now](const sqlite::Statement& row) -> Result<void> {
    MessageRow message{.number = row.integer(0),
                       .scope = scope_of(row, 1),
                       .key = row.text(3),
                       .task_id = row.text(4),
                       .until = time_of(row.integer(5), now)};
    // Its caller can ask again only now.
    if (message.task_id.empty()) message.until = messages.table.until(now);
    messages.add(message);
    return {};
  };
  const std::string columns = "number, agent, owner, fingerprint, task, until";
  auto read = for_each_row(*database, and_whole(columns, columns) + "FROM messages ORDER BY number",
                           unless_damaged("message", 6, take));
  if (!read) return std::unexpected(std::move(read.error()));
  messages.table.sort();
  return messages;
}

// So many tasks of an older version are completed in one transaction.
constexpr std::size_t kCompletedAtOnce = 500;

}  // namespace

Result<void> LedgerFile::load(TaskTable& table, WallTime now, WallTime ended_before, Forgotten& forgotten) {
  // At the same time: they take about as long as the tasks.
  auto messages = std::async(std::launch::async, load_messages, path_, table.no_messages(), now);
  auto loaded = load_tasks(table, now, ended_before, forgotten);
  if (loaded) loaded = load_contexts(table, now);
  if (loaded) loaded = load_evolutions(table);
  if (loaded) loaded = load_run_keys(table);
  if (loaded) loaded = load_records(table, now, forgotten);
  auto read = messages.get();
  if (loaded && !read) loaded = std::unexpected(std::move(read.error()));
  if (!loaded) {
    return fail(ErrorCode::kInternal,
                "the ledger " + path_ + " cannot be read: " + loaded.error().message +
                    "; put it right, restore it from a backup, or move it away to begin with an empty one");
  }
  table.restore(std::move(*read));
  table.finish_restoring(forgotten);
  return {};
}

Result<void> LedgerFile::load_tasks(TaskTable& table, WallTime now, WallTime ended_before,
                                    Forgotten& forgotten) {
  std::vector<WholeRow> whole;
  const auto take = [&](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(kNumber);
    std::optional<WallTime> ended_at;
    if (!row.is_null(kEndedAt)) ended_at = std::min(time_of(row.integer(kEndedAt), now), now);
    if (ended_at && *ended_at <= ended_before) {
      forgotten.tasks.push_back(number);
      return {};
    }
    if (!ended_at || row.is_null(kState)) {
      whole.push_back({number, scope_of(row, kAgent), ended_at, !row.is_null(kContext)});
      return {};
    }
    auto ended = ended_in(row);
    if (!ended) return std::unexpected(std::move(ended.error()));
    return table.restore(EndedRow{number, scope_of(row, kAgent), row.text(kId), row.text(kContext), *ended,
                                  *ended_at, row.integer(kNamed) != 0});
  };
  auto read = for_each_row(database_, task_rows(), unless_damaged("task", kWholeTask, take));
  for (std::size_t next = 0; read && next < whole.size(); next += kCompletedAtOnce) {
    const std::size_t size = std::min(kCompletedAtOnce, whole.size() - next);
    read = load_whole(table, std::span(whole).subspan(next, size), now);
  }
  if (read) read = reserve_numbers(table);
  return read ? load_pushes(table, forgotten) : read;
}

Result<void> LedgerFile::load_whole(TaskTable& table, std::span<WholeRow> rows, WallTime now) {
  const sqlite::RollBack roll_back(statements_.rollback);
  if (auto begun = statements_.begin.run(); !begun) return not_readable(begun.error());
  for (WholeRow& row : rows) {
    if (auto loaded = load_whole(table, row, now); !loaded) return loaded;
  }
  auto committed = statements_.commit.run();
  return committed ? Result<void>() : not_readable(committed.error());
}

Result<void> LedgerFile::load_whole(TaskTable& table, WholeRow& row, WallTime now) {
  auto read = log_.read(row.number, cipher_);
  if (!read) return std::unexpected(std::move(read.error()));
  TaskContent& content = **read;
  std::optional<EndedTask> ended;
  if (row.ended_at) ended = ended_with(content);
  if (ended || !row.is_complete) {
    if (auto completed = complete(row.number, content.task.context_id, ended); !completed)
      return not_readable(completed.error());
  }
  if (!ended) {
    return table.restore(
        TaskRow{row.number, std::move(row.scope), std::move(content), row.ended_at.value_or(now)});
  }
  return table.restore(EndedRow{row.number, std::move(row.scope), content.task.id, content.task.context_id,
                                *ended, *row.ended_at, !content.upstream.task_id.empty()});
}

// Also of a log whose task is missing, which nobody reads.
Result<void> LedgerFile::reserve_numbers(TaskTable& table) {
  const auto take = [&table](const sqlite::Statement& row) -> Result<void> {
    if (!row.is_null(0)) table.reserve_number(row.integer(0));
    return {};
  };
  auto read = for_each_row(database_, "SELECT max(task) FROM log", take);
  return read ? for_each_row(database_, "SELECT max(number) FROM tasks", take) : read;
}

// One whose task has expired goes with it.
Result<void> LedgerFile::load_pushes(TaskTable& table, Forgotten& forgotten) {
  const auto take = [&](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    const std::string task_id(row.text(1));
    if (row.is_null(1) || !table.contains(task_id)) {
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
      "SELECT push_configs.number, tasks.id, delivered, given_up, key_id, payload, "
      "push_configs.checksum IS NULL OR push_configs.checksum = "
      "row_checksum(push_configs.number, task, delivered, given_up, key_id, payload) "
      "FROM push_configs LEFT JOIN tasks ON tasks.number = push_configs.task ORDER BY push_configs.number",
      unless_damaged("push config", 6, take));
}

Result<void> LedgerFile::load_evolutions(TaskTable& table) {
  const auto take = [this, &table](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    auto text = cipher_.open(row.text(2), std::string(row.blob(3)), evolution_place(number));
    if (!text) return std::unexpected(text.error());
    table.restore_evolution(std::string(row.text(1)), number,
                            std::make_shared<const std::string>(*std::move(text)));
    return {};
  };
  const std::string columns = "number, agent, key_id, payload";
  return for_each_row(database_, and_whole(columns, columns) + "FROM evolutions ORDER BY number",
                      unless_damaged("evolution", 4, take));
}

Result<void> LedgerFile::load_run_keys(TaskTable& table) {
  const auto take = [this, &table](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    auto bytes = cipher_.open(row.text(2), std::string(row.blob(3)), run_key_place(number));
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    auto key = RunKey::read(*std::move(bytes));
    if (!key) return std::unexpected(std::move(key.error()));
    table.restore_run_key(std::string(row.text(1)), {number, *std::move(key)});
    return {};
  };
  const std::string columns = "number, run, key_id, payload";
  return for_each_row(database_, and_whole(columns, columns) + "FROM run_keys ORDER BY number",
                      unless_damaged("run key", 4, take));
}

// Not what they hold.
Result<void> LedgerFile::load_records(TaskTable& table, WallTime now, Forgotten& forgotten) {
  const auto take = [&table, &forgotten, now](const sqlite::Statement& row) -> Result<void> {
    const RecordRow record{.number = row.integer(0),
                           .key = row.integer(1),
                           .until = time_of(row.integer(3), now),
                           .bytes = static_cast<std::size_t>(std::max<std::int64_t>(row.integer(4), 0))};
    table.restore_record(std::string(row.text(2)), record, forgotten);
    return {};
  };
  const std::string columns = "number, run_key, id, until, bytes";
  return for_each_row(database_, and_whole(columns, columns) + "FROM context_records ORDER BY number",
                      unless_damaged("context record", 5, take));
}

// One of an older version has no time: it is used now.
Result<void> LedgerFile::load_contexts(TaskTable& table, WallTime now) {
  const auto take = [&table, now](const sqlite::Statement& row) -> Result<void> {
    table.restore(
        ContextRow{.number = row.integer(0),
                   .scope = scope_of(row, 1),
                   .context_id = std::string(row.text(3)),
                   .upstream_context_id = std::string(row.text(4)),
                   .until = row.is_null(5) ? table.context_until(now) : time_of(row.integer(5), now)});
    return {};
  };
  const std::string columns = "number, agent, owner, context, upstream_context, until";
  return for_each_row(database_, and_whole(columns, columns) + "FROM contexts ORDER BY number",
                      unless_damaged("context", 6, take));
}

}  // namespace schemagate::store
