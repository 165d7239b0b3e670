#include "gateway/observe/audit_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "a2a/json/text.h"
#include "gateway/environment/clock.h"

namespace schemagate {
namespace {

constexpr std::string_view kStandardOutput = "-";
constexpr std::chrono::seconds kLook{1};

int open_file(const std::string& path) {
  constexpr mode_t kOwnersAlone = 0600;
  return ::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kOwnersAlone);
}

// Whether the path still leads to the file that is open.
bool is_in_place(const std::string& path, int descriptor) {
  struct stat there{};
  struct stat here{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(descriptor, &here) == 0 &&
         there.st_ino == here.st_ino && there.st_dev == here.st_dev;
}

std::string line_of(const LogFields& fields) {
  std::string line = "{";
  a2a::append_string_member(line, "time", format_timestamp(std::chrono::system_clock::now()));
  append_fields(line, fields);
  return line += "}\n";
}

}  // namespace

a2a::Result<std::unique_ptr<AuditLog>> AuditLog::open(const std::string& path, const Log& log) {
  const int descriptor =
      path == kStandardOutput ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : open_file(path);
  if (descriptor < 0)
    return a2a::fail(a2a::ErrorCode::kInvalidParams,
                     "the audit log " + path + " cannot be opened: " + std::strerror(errno));
  return std::unique_ptr<AuditLog>(new AuditLog(path, descriptor, log));
}

AuditLog::AuditLog(std::string path, int descriptor, const Log& log)
    : path_(std::move(path)), log_(log), state_(State{.descriptor = descriptor}) {
  if (path_ != kStandardOutput) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

AuditLog::~AuditLog() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
    look_after_file();
  }
  state_.with([](State& state) { ::close(std::exchange(state.descriptor, -1)); });
}

void AuditLog::write(const LogFields& fields) {
  const std::string text = line_of(fields);
  enum class Outcome { kWritten, kFirstLost, kLost, kWorksAgain };
  std::uint64_t lost = 0;
  const Outcome outcome = state_.with([&](State& state) {
    const std::string line = state.is_broken ? "\n" + text : text;
    const ssize_t written = ::write(state.descriptor, line.data(), line.size());
    state.is_dirty = true;
    if (written == static_cast<ssize_t>(line.size())) {
      state.is_broken = false;
      lost = std::exchange(state.lost, 0);
      return lost == 0 ? Outcome::kWritten : Outcome::kWorksAgain;
    }
    state.is_broken = state.is_broken || written > 0;
    return state.lost++ == 0 ? Outcome::kFirstLost : Outcome::kLost;
  });
  if (outcome == Outcome::kFirstLost) log_.write(LogLevel::kError, "audit_failed", {{"file", path_}});
  if (outcome == Outcome::kWorksAgain)
    log_.write(LogLevel::kWarn, "audit_works", {{"file", path_}, {"lost", lost}});
}

// A new file is opened before the old one is closed, which it stays while none can be.
void AuditLog::look_after_file() {
  const auto [descriptor, is_dirty] = state_.with(
      [](State& state) { return std::pair(state.descriptor, std::exchange(state.is_dirty, false)); });
  if (is_dirty) ::fdatasync(descriptor);
  if (is_in_place(path_, descriptor)) return;
  const int opened = open_file(path_);
  if (opened < 0) return;
  const int old = state_.with([opened](State& state) {
    state.is_broken = false;
    return std::exchange(state.descriptor, opened);
  });
  ::fdatasync(old);
  ::close(old);
}

void AuditLog::run(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    wake.wait_for(lock, stop, kLook, [] { return false; });
    look_after_file();
  }
}

}  // namespace schemagate
