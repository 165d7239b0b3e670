#include "gateway/store/task_log.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "gateway/store/task_encoding.h"

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;
using a2a::Result;

// A statement that is left in the middle of its rows would hold on to what it reads.
class Reset {
 public:
  explicit Reset(sqlite::Statement& statement) : statement_(statement) {}
  ~Reset() { statement_.reset(); }
  Reset(const Reset&) = delete;
  Reset& operator=(const Reset&) = delete;

 private:
  sqlite::Statement& statement_;
};

std::string log_of(RowNumber task) {
  return "the log of task number " + std::to_string(task);
}

std::unexpected<a2a::Error> lacks_version(RowNumber task, std::int64_t version) {
  return fail(ErrorCode::kInternal, log_of(task) + " lacks its version " + std::to_string(version));
}

template <class T>
Result<void> put(Result<T> decoded, T& destination) {
  if (!decoded) return std::unexpected(std::move(decoded.error()));
  destination = std::move(*decoded);
  return {};
}

}  // namespace

std::string log_place(RowNumber task, std::uint64_t version) {
  return "log " + std::to_string(task) + ' ' + std::to_string(version);
}

std::unexpected<a2a::Error> not_readable(const sqlite::Fault& fault) {
  return fail(ErrorCode::kInternal, std::string(sqlite::reason(fault)) + " (" + fault.detail + ")");
}

sqlite::Result<TaskLog> TaskLog::prepare(sqlite::Database& database) {
  auto names = database.prepare(
      "SELECT id, upstream_task, upstream_context, context, versions, "
      "checksum IS NULL OR checksum = row_checksum(number, id, agent, owner, created_at, ended_at, "
      "upstream_task, upstream_context, context, state, status_time, bytes, versions) "
      "FROM tasks WHERE number = ?");
  if (!names) return std::unexpected(names.error());
  auto log = database.prepare(
      "SELECT version, key_id, payload, "
      "checksum IS NULL OR checksum = row_checksum(task, version, key_id, payload) "
      "FROM log WHERE task = ? AND version >= ? ORDER BY version LIMIT ?");
  if (!log) return std::unexpected(log.error());
  TaskLog prepared;
  prepared.names_ = std::move(*names);
  prepared.log_ = std::move(*log);
  return prepared;
}

// The first statement is reset last: as long as it is not, both read the same moment.
Result<std::optional<TaskContent>> TaskLog::read(RowNumber task, PayloadCipher& cipher) {
  const Reset end(names_);
  auto names = read_names(task);
  if (!names) return std::unexpected(names.error());
  if (!*names) return std::nullopt;
  auto content = read_log(task, std::move(**names), cipher);
  if (!content) return std::unexpected(content.error());
  return std::move(*content);
}

Result<std::optional<TaskLog::Names>> TaskLog::read_names(RowNumber task) {
  const auto row = names_.bind(1, task).step();
  if (!row) return not_readable(row.error());
  if (!*row) return std::nullopt;
  if (names_.integer(5) == 0)
    return fail(ErrorCode::kInternal, "the row of task number " + std::to_string(task) + " is damaged");
  return Names{std::string(names_.text(0)),
               {std::string(names_.text(1)), std::string(names_.text(2))},
               std::string(names_.text(3)),
               names_.integer(4)};
}

Result<TaskContent> TaskLog::read_log(RowNumber task, Names names, PayloadCipher& cipher) {
  NewTask created;
  std::vector<TaskEvent> events;
  std::int64_t rows = 0;
  auto read = for_each_version(task, 0, INT64_MAX, cipher, [&](std::string_view payload) {
    return rows++ == 0 ? put(decode_task(payload), created)
                       : put(decode_event(payload), events.emplace_back());
  });
  if (!read) return std::unexpected(std::move(read.error()));
  if (rows == 0 || rows <= names.versions) return lacks_version(task, rows);
  if (created.task.id != names.id)
    return fail(ErrorCode::kInternal, log_of(task) + " is that of another task");
  return content_of(std::move(created), std::move(names.upstream), std::move(events));
}

Result<std::optional<std::vector<TaskEvent>>> TaskLog::read_events(RowNumber task, std::uint64_t version,
                                                                   std::size_t events_max,
                                                                   PayloadCipher& cipher) {
  const Reset end(names_);
  auto names = read_names(task);
  if (!names) return std::unexpected(std::move(names.error()));
  if (!*names) return std::nullopt;
  constexpr std::uint64_t kMost = UINT32_MAX;
  std::vector<TaskEvent> events;
  auto read = for_each_version(
      task, static_cast<std::int64_t>(std::min(version, kMost) + 1),
      static_cast<std::int64_t>(std::min(events_max, kMost)), cipher,
      [&events](std::string_view payload) { return put(decode_event(payload), events.emplace_back()); });
  if (!read) return std::unexpected(std::move(read.error()));
  const auto last = static_cast<std::int64_t>(std::min(version, kMost) + events.size());
  if (events.size() < events_max && last < (*names)->versions) return lacks_version(task, last + 1);
  for (TaskEvent& event : events) give_names(event, (*names)->id, (*names)->context_id);
  return events;
}

Result<void> TaskLog::for_each_version(RowNumber task, std::int64_t first, std::int64_t rows_max,
                                       PayloadCipher& cipher, const auto& take) {
  const Reset end(log_);
  log_.bind(1, task).bind(2, first).bind(3, rows_max);
  for (std::int64_t expected = first;; ++expected) {
    const auto row = log_.step();
    if (!row) return not_readable(row.error());
    if (!*row) return {};
    if (log_.integer(0) != expected) return lacks_version(task, expected);
    if (log_.integer(3) == 0)
      return fail(ErrorCode::kInternal,
                  log_of(task) + " is damaged in its version " + std::to_string(expected));
    auto payload = cipher.open(log_.text(1), std::string(log_.blob(2)),
                               log_place(task, static_cast<std::uint64_t>(expected)));
    if (!payload) return std::unexpected(std::move(payload.error()));
    if (Result<void> taken = take(*payload); !taken) return taken;
  }
}

}  // namespace schemagate::store
