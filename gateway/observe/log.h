// One JSON object per line on standard error. Names follow design words: a2a.method, a2a.task.state, ….
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spdlog {
class logger;
}

namespace schemagate {

enum class LogLevel { kDebug, kInfo, kWarn, kError, kOff };

// Values never hold payloads, credentials or personal data: the callers' duty. Control characters cannot
// break out of a line. Safe from any thread.
class Log {
 public:
  using Fields = std::vector<std::pair<std::string_view, std::string>>;

  explicit Log(LogLevel level);
  ~Log();

  bool enabled(LogLevel level) const;
  void write(LogLevel level, std::string_view event, const Fields& fields) const;

 private:
  std::unique_ptr<spdlog::logger> logger_;
};

}  // namespace schemagate
