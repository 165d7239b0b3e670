// One JSON object per line on standard error. Names follow design words: a2a.method, a2a.task.state, ….
#pragma once

#include <concepts>
#include <cstddef>
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

// What a field holds: a text, or a number or truth value, which stays one in the line.
class LogValue {
 public:
  LogValue(std::string text) : text_(std::move(text)) {}
  LogValue(std::string_view text) : text_(text) {}
  LogValue(const char* text) : text_(text) {}
  LogValue(std::integral auto number) : text_(std::to_string(number)), is_text_(false) {}
  LogValue(bool flag) : text_(flag ? "true" : "false"), is_text_(false) {}

  const std::string& text() const { return text_; }
  bool is_text() const { return is_text_; }

 private:
  std::string text_;
  bool is_text_ = true;
};

using LogFields = std::vector<std::pair<std::string_view, LogValue>>;

// Appends them as members to the object that `line` has begun. A field whose text is empty is left out.
void append_fields(std::string& line, const LogFields& fields);

// Is told of lines that an operator should look at. Called from any thread, several at once; must not throw.
class LogObserver {
 public:
  virtual ~LogObserver() = default;
  // Of level warn or error, whether the log's level lets it through or not.
  virtual void on_line(std::string_view level, std::string_view event, const LogFields& fields) = 0;
  // So many lines could not be written, as nobody read them.
  virtual void on_lost(std::size_t lines) = 0;
};

// Values never hold payloads, credentials or personal data: the
// callers' duty. Control characters cannot break out of a line. Safe from any thread.
class Log {
 public:
  using Fields = LogFields;

  // `observer` outlives the log; nullptr: nobody is told.
  explicit Log(LogLevel level, LogObserver* observer = nullptr);
  ~Log();

  bool enabled(LogLevel level) const;
  void write(LogLevel level, std::string_view event, const Fields& fields) const;
  // What write() does first; all that is done of a line that is left out, one of too many that say the same
  // (line_limit.h).
  void tell_observer(LogLevel level, std::string_view event, const Fields& fields) const;

 private:
  LogObserver* const observer_;
  std::unique_ptr<spdlog::logger> logger_;
};

}  // namespace schemagate
