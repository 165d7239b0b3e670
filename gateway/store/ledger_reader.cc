#include "gateway/store/ledger_reader.h"

#include <chrono>
#include <utility>

namespace schemagate::store {
namespace {

using a2a::ErrorCode;
using a2a::fail;

std::unexpected<a2a::Error> cannot_read(const std::string& path, const sqlite::Fault& fault) {
  return fail(ErrorCode::kInternal, "the ledger " + path + " cannot be opened for reading: " +
                                        std::string(sqlite::reason(fault)) + " (" + fault.detail + ")");
}

}  // namespace

a2a::Result<TaskArchive> TaskArchive::open(const std::string& path, PayloadCipher cipher) {
  auto database = sqlite::Database::open_for_reading(path);
  if (!database) return cannot_read(path, database.error());
  auto log = TaskLog::prepare(*database);
  if (!log) return cannot_read(path, log.error());
  auto record = database->prepare("SELECT payload FROM context_records WHERE number = ?");
  if (!record) return cannot_read(path, record.error());
  return TaskArchive(std::move(*database), std::move(cipher), std::move(*log), std::move(*record));
}

a2a::Result<std::optional<std::string>> TaskArchive::read_context_record(RowNumber number,
                                                                         const RunKey& key) {
  const auto row = record_.bind(1, number).step();
  std::optional<std::string> sealed;
  if (row && *row) sealed = record_.blob(0);
  record_.reset();
  if (!row) return not_readable(row.error());
  if (!sealed) return std::nullopt;
  return key.open(*std::move(sealed), record_place(number));
}

LedgerReader::LedgerReader(TaskArchive archive, std::size_t jobs_max)
    : jobs_max_(jobs_max),
      archive_(std::move(archive)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

LedgerReader::~LedgerReader() {
  close();
}

void LedgerReader::ask(Job job) {
  std::optional<a2a::Error> refusal;
  queue_.with([&](Queue& queue) {
    if (queue.is_closed) {
      refusal = {ErrorCode::kInternal, "the gateway is shutting down; try again later"};
    } else if (queue.jobs.size() >= jobs_max_) {
      refusal = {ErrorCode::kInternal, "the ledger is busy reading earlier tasks; try again later"};
    } else {
      queue.jobs.push_back(std::move(job));
    }
  });
  if (refusal) return job(std::unexpected(std::move(*refusal)));
  wake_.notify_one();
}

void LedgerReader::close() {
  auto waiting = queue_.with([](Queue& queue) {
    queue.is_closed = true;
    return std::exchange(queue.jobs, {});
  });
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  archive_.reset();
  for (Job& job : waiting) job(fail(ErrorCode::kInternal, "the gateway is shutting down; try again later"));
}

std::optional<LedgerReader::Job> LedgerReader::next(const std::stop_token& stop) {
  queue_.wait(wake_, stop, std::chrono::hours(1), [](const Queue& queue) { return !queue.jobs.empty(); });
  return queue_.with([](Queue& queue) -> std::optional<Job> {
    if (queue.jobs.empty()) return std::nullopt;
    Job job = std::move(queue.jobs.front());
    queue.jobs.pop_front();
    return job;
  });
}

void LedgerReader::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (auto job = next(stop)) (*job)(&*archive_);
  }
}

}  // namespace schemagate::store
