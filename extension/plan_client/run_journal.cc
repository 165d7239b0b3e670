#include "extension/plan_client/run_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>

namespace schemagate::plan_client {
namespace {

using a2a::client::Cause;
using a2a::client::failed;
using a2a::client::Outcome;

constexpr std::size_t kFileBytesMax = std::size_t{4} << 30;

std::unexpected<a2a::client::Failure> system_failure(const std::string& path) {
  return failed(Cause::kArgument, path + ": " + std::strerror(errno));
}

Outcome<int> lock(int file, const std::string& path) {
  if (::flock(file, LOCK_EX | LOCK_NB) == 0) return file;
  ::close(file);
  return failed(Cause::kArgument, path + ": another process is at work on this run");
}

}  // namespace

RunJournal::RunJournal(RunJournal&& other) noexcept
    : file_(std::exchange(other.file_, -1)), is_dirty_(other.is_dirty_) {}

RunJournal::~RunJournal() {
  if (file_ >= 0) ::close(file_);
}

Outcome<RunJournal> RunJournal::create(const std::string& path, const RunHeader& header) {
  const int file =
      ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0 && errno == EEXIST)
    return failed(Cause::kArgument, path + ": is there already; go on with it by: run resume " + path);
  if (file < 0) return system_failure(path);
  const auto locked = lock(file, path);
  if (!locked) return std::unexpected(locked.error());
  RunJournal journal(file);
  if (auto done = journal.append(agent_context::write_header(header)); !done)
    return std::unexpected(done.error());
  return journal;
}

Outcome<LoadedRun> RunJournal::load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return failed(Cause::kArgument, path + ": cannot be opened");
  LoadedRun loaded;
  std::string line;
  for (std::size_t number = 1; std::getline(in, line) && !in.eof(); ++number) {
    const std::string place = path + ": line " + std::to_string(number);
    if (number == 1) {
      auto header = agent_context::read_header(line);
      if (!header) return failed(Cause::kArgument, place + ": this is no state file of a run");
      loaded.header = *std::move(header);
    } else {
      auto event = agent_context::read_event(line);
      if (!event) return failed(Cause::kArgument, place + ": " + event.error().message);
      loaded.events.push_back(*std::move(event));
    }
    loaded.size += line.size() + 1;
    if (loaded.size > kFileBytesMax) return failed(Cause::kArgument, path + ": larger than 4 GiB");
  }
  if (loaded.size == 0) return failed(Cause::kArgument, path + ": this is no state file of a run");
  return loaded;
}

Outcome<RunJournal> RunJournal::reopen(const std::string& path, std::size_t size) {
  const int file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return system_failure(path);
  const auto locked = lock(file, path);
  if (!locked) return std::unexpected(locked.error());
  RunJournal journal(file);
  if (::ftruncate(file, static_cast<off_t>(size)) != 0) return system_failure(path);
  return journal;
}

Outcome<void> RunJournal::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = ::write(file_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR) return system_failure("the state file");
    if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
  }
  is_dirty_ = true;
  return {};
}

Outcome<void> RunJournal::sync() {
  if (!std::exchange(is_dirty_, false)) return {};
  if (::fdatasync(file_) != 0 && errno != EINVAL) return system_failure("the state file");
  return {};
}

}  // namespace schemagate::plan_client
