// Who was allowed what and who was not, and by which rule: a file of its own, one JSON object per line.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "a2a/error.h"
#include "gateway/observe/log.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// Lines are whole and in their order, and only ever appended. They are on the disk after a second or so, and
// when the log goes. A file that was renamed or removed is left as it is and a new one begun, within a
// second, too. What cannot be written (the disk is full) is lost: the first time, and when it works again, is
// told in the ordinary log, with how many were. Safe from any thread; a line is one write() of the system.
class AuditLog {
 public:
  // "-": standard output, which is neither synchronised nor begun anew. A new file is for its owner alone.
  // `log` must outlive it. Errors: kInvalidParams, when the file cannot be opened.
  static a2a::Result<std::unique_ptr<AuditLog>> open(const std::string& path, const Log& log);
  ~AuditLog();
  AuditLog(const AuditLog&) = delete;
  AuditLog& operator=(const AuditLog&) = delete;

  // `fields` hold no payload and no credentials: the caller's duty. The line begins with the time.
  void write(const LogFields& fields);

 private:
  struct State {
    int descriptor = -1;
    bool is_dirty = false;
    bool is_broken = false;  // the last line is not whole
    std::uint64_t lost = 0;
  };

  AuditLog(std::string path, int descriptor, const Log& log);
  void run(const std::stop_token& stop);
  void look_after_file();

  const std::string path_;
  const Log& log_;
  store::Guarded<State> state_;
  std::jthread thread_;
};

}  // namespace schemagate
