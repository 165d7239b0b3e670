#include "gateway/cli/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

namespace schemagate::cli {
namespace {

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fdatasync(file) == 0 || errno == EINVAL;  // what is no file of a disk cannot be synced
}

// What an earlier run has left there, killed in between, is in nobody's use.
bool write_new(const std::string& path, std::string_view text) {
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return false;
  const bool done = write_all(file, text);
  return ::close(file) == 0 && done;
}

}  // namespace

a2a::client::Outcome<void> write_whole_file(const std::string& path, std::string_view text) {
  const std::string fresh = path + ".new";
  if (write_new(fresh, text) && std::rename(fresh.c_str(), path.c_str()) == 0) return {};
  ::unlink(fresh.c_str());
  return a2a::client::failed(a2a::client::Cause::kArgument, path + ": cannot be written");
}

}  // namespace schemagate::cli
