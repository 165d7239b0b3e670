#include "a2a/http/retry_after.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <string>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::http {
namespace {

using Pause = std::chrono::seconds;

constexpr Pause kLongest = std::chrono::years(1);
constexpr std::size_t kDateSize = 29;  // of that one format

std::optional<Pause> parse_date(std::string_view value, std::chrono::system_clock::time_point now) {
  if (value.size() != kDateSize) return {};
  const std::string text(value);
  std::tm fields{};
  const char* const end = ::strptime(text.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &fields);
  if (end == nullptr || *end != '\0') return {};
  // In seconds: a time_point of the clock ends in the year 2262.
  const Pause left = Pause(::timegm(&fields)) - std::chrono::floor<Pause>(now.time_since_epoch());
  return std::clamp(left, Pause(0), kLongest);
}

}  // namespace

std::optional<Pause> parse_retry_seconds(std::string_view value) {
  if (!text::is_all_digits(value)) return {};
  long long count = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (error != std::errc()) return kLongest;
  return std::min(Pause(count), kLongest);
}

std::optional<Pause> parse_retry_after(std::string_view value, std::chrono::system_clock::time_point now) {
  const auto count = parse_retry_seconds(value);
  return count ? count : parse_date(value, now);
}

}  // namespace schemagate::a2a::http
