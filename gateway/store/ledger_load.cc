// Reading a ledger: the half of LedgerFile that is used once.
#include <algorithm>
#include <utility>

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

Result<std::vector<TaskEvent>> decode_events(const std::vector<std::string>& payloads) {
  std::vector<TaskEvent> events;
  events.reserve(payloads.size() - 1);
  for (std::size_t version = 1; version < payloads.size(); ++version) {
    auto event = decode_event(payloads[version]);
    if (!event) return std::unexpected(event.error());
    events.push_back(std::move(*event));
  }
  return events;
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

// Walks the log in the order of the tasks.
class LedgerFile::LogReader {
 public:
  LogReader(sqlite::Statement rows, PayloadCipher& cipher) : rows_(std::move(rows)), cipher_(cipher) {}

  Result<void> advance() {
    auto row = rows_.step();
    if (!row) return not_readable(row.error());
    has_row_ = *row;
    return {};
  }

  Result<void> skip(RowNumber task) {
    while (is_at(task)) {
      if (auto next = advance(); !next) return next;
    }
    return {};
  }

  // The payloads of one task, from version 0 on.
  Result<std::vector<std::string>> read(RowNumber task) {
    std::vector<std::string> payloads;
    while (is_at(task) && std::cmp_equal(rows_.integer(1), payloads.size())) {
      const std::string place = place_of(task, payloads.size());
      auto payload = cipher_.open(rows_.text(2), std::string(rows_.blob(3)), place);
      if (!payload) return std::unexpected(payload.error());
      payloads.push_back(std::move(*payload));
      if (auto next = advance(); !next) return std::unexpected(next.error());
    }
    if (payloads.empty() || is_at(task)) return lacks_row(task, payloads.size());
    return payloads;
  }

  Result<void> expect_end() const {
    if (has_row_) return fail(ErrorCode::kInternal, "it has a log whose task is missing");
    return {};
  }

 private:
  bool is_at(RowNumber task) const { return has_row_ && rows_.integer(0) == task; }
  static std::unexpected<a2a::Error> lacks_row(RowNumber task, std::size_t version) {
    return fail(ErrorCode::kInternal, "the log of task number " + std::to_string(task) +
                                          " lacks its version " + std::to_string(version));
  }

  sqlite::Statement rows_;
  PayloadCipher& cipher_;
  bool has_row_ = false;
};

Result<void> LedgerFile::load(TaskTable& table, const Moment& now, WallTime ended_before,
                              Forgotten& forgotten) {
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

Result<void> LedgerFile::load_tasks(TaskTable& table, const Moment& now, WallTime ended_before,
                                    Forgotten& forgotten) {
  auto rows = database_.prepare("SELECT task, version, key_id, payload FROM log ORDER BY task, version");
  if (!rows) return not_readable(rows.error());
  LogReader log(std::move(*rows), cipher_);
  if (auto first = log.advance(); !first) return first;
  const auto take = [&](const sqlite::Statement& row) -> Result<void> {
    const RowNumber number = row.integer(0);
    const WallTime ended_at = row.is_null(5) ? now.wall : time_of(row.integer(5), now.wall);
    if (!row.is_null(5) && ended_at <= ended_before) {
      forgotten.tasks.push_back(number);
      return log.skip(number);
    }
    auto payloads = log.read(number);
    if (!payloads) return std::unexpected(payloads.error());
    auto task = decode_task(payloads->front());
    if (!task) return std::unexpected(task.error());
    auto events = decode_events(*payloads);
    if (!events) return std::unexpected(events.error());
    return table.restore(TaskRow{.number = number,
                                 .scope = scope_of(row, 1),
                                 .task = std::move(*task),
                                 .upstream = {std::string(row.text(3)), std::string(row.text(4))},
                                 .events = std::move(*events),
                                 .ended_at = now.monotonic_of(std::min(ended_at, now.wall))});
  };
  auto taken =
      for_each_row(database_,
                   "SELECT number, agent, owner, upstream_task, upstream_context, ended_at FROM tasks "
                   "ORDER BY number",
                   take);
  return taken ? log.expect_end() : taken;
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

Result<void> LedgerFile::load_messages(TaskTable& table, const Moment& now) {
  const auto take = [&table, &now](const sqlite::Statement& row) -> Result<void> {
    table.restore(MessageRow{.number = row.integer(0),
                             .scope = scope_of(row, 1),
                             .fingerprint = std::string(row.text(3)),
                             .task_id = std::string(row.text(4)),
                             .until = now.monotonic_of(time_of(row.integer(5), now.wall))});
    return {};
  };
  return for_each_row(
      database_, "SELECT number, agent, owner, fingerprint, task, until FROM messages ORDER BY number", take);
}

}  // namespace schemagate::store
