#include "gateway/observe/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include <chrono>
#include <mutex>

#include "a2a/json/text.h"
#include "gateway/environment/clock.h"
#include "gateway/observe/line_writer.h"

namespace schemagate {
namespace {

spdlog::level::level_enum to_spdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      return spdlog::level::off;
  }
  std::unreachable();
}

std::string_view name(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return "debug";
    case LogLevel::kInfo:
      return "info";
    case LogLevel::kWarn:
      return "warn";
    case LogLevel::kError:
      return "error";
    case LogLevel::kOff:
      return "off";
  }
  std::unreachable();
}

constexpr std::chrono::seconds kPatience{1};

std::string beginning(LogLevel level, std::string_view event) {
  std::string line = "{";
  a2a::append_string_member(line, "time", format_timestamp(std::chrono::system_clock::now()));
  a2a::append_string_member(line, "level", name(level));
  a2a::append_string_member(line, "event", event);
  return line;
}

class StandardError final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  explicit StandardError(LogObserver* observer) : observer_(observer) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (const auto lost = writer_.take_lost(); lost > 0) {
      if (observer_ != nullptr) observer_->on_lost(lost);
      std::string line = beginning(LogLevel::kWarn, "log_lines_lost");
      append_fields(line, {{"count", lost}});
      (void)writer_.write(line += '}');
    }
    (void)writer_.write({message.payload.data(), message.payload.size()});
  }
  void flush_() override {}

  LogObserver* const observer_;
  LineWriter writer_{STDERR_FILENO, kPatience};
};

void append_field(std::string& line, std::string_view field, const LogValue& value) {
  if (value.is_text()) {
    if (!value.text().empty()) a2a::append_string_member(line, field, value.text());
    return;
  }
  a2a::append_member_name(line, field);
  line += value.text();
}

}  // namespace

void append_fields(std::string& line, const LogFields& fields) {
  for (const auto& [field, value] : fields) append_field(line, field, value);
}

Log::Log(LogLevel level, LogObserver* observer)
    : observer_(observer),
      logger_(std::make_unique<spdlog::logger>("schemagate", std::make_shared<StandardError>(observer))) {
  logger_->set_level(to_spdlog(level));
}

Log::~Log() = default;

bool Log::enabled(LogLevel level) const {
  return logger_->should_log(to_spdlog(level));
}

void Log::tell_observer(LogLevel level, std::string_view event, const Fields& fields) const {
  if (observer_ != nullptr && (level == LogLevel::kWarn || level == LogLevel::kError))
    observer_->on_line(name(level), event, fields);
}

void Log::write(LogLevel level, std::string_view event, const Fields& fields) const {
  tell_observer(level, event, fields);
  if (!enabled(level)) return;
  std::string line = beginning(level, event);
  append_fields(line, fields);
  line += '}';
  logger_->log(to_spdlog(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace schemagate
