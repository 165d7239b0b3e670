#include "gateway/observe/line_writer.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>
#include <utility>

namespace schemagate {
namespace {

bool is_file(int descriptor) {
  struct stat status{};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

LineWriter::LineWriter(int descriptor, std::chrono::milliseconds patience)
    : descriptor_(descriptor), patience_(patience), always_has_room_(is_file(descriptor)) {}

bool LineWriter::write(std::string_view line) {
  std::string text = is_cut_ ? "\n" : "";
  text.append(line).append(1, '\n');
  const bool is_written = put(text);
  if (!is_written) ++lost_;
  return is_written;
}

std::size_t LineWriter::take_lost() {
  if (lost_ == 0 || !has_room({})) return 0;
  return std::exchange(lost_, 0);
}

bool LineWriter::has_room(std::chrono::milliseconds wait) const {
  if (always_has_room_) return true;
  pollfd room{.fd = descriptor_, .events = POLLOUT, .revents = 0};
  return ::poll(&room, 1, static_cast<int>(wait.count())) == 1 && (room.revents & POLLOUT) != 0;
}

// A pipe that has room takes PIPE_BUF bytes at once.
bool LineWriter::put(std::string_view text) {
  const std::size_t size = text.size();
  while (!text.empty()) {
    is_stuck_ = !has_room(is_stuck_ ? std::chrono::milliseconds() : patience_);
    if (is_stuck_) break;
    const auto written = ::write(descriptor_, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written < 0 && errno != EINTR) break;
    text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
  }
  if (text.size() < size) is_cut_ = !text.empty();
  return text.empty();
}

}  // namespace schemagate
