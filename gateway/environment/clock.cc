#include "gateway/environment/clock.h"

#include <array>

namespace schemagate {
namespace {

char* put_digits(char* out, unsigned value, int digits) {
  for (int i = digits - 1; i >= 0; --i) {
    out[i] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
  return out + digits;
}

}  // namespace

std::string format_timestamp(std::chrono::system_clock::time_point time) {
  const auto days = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(days);
  const auto since_midnight = std::chrono::floor<std::chrono::milliseconds>(time - days);
  const std::chrono::hh_mm_ss clock(since_midnight);
  std::array<char, 24> text;
  char* out = put_digits(text.data(), static_cast<unsigned>(static_cast<int>(date.year())), 4);
  *out++ = '-';
  out = put_digits(out, static_cast<unsigned>(date.month()), 2);
  *out++ = '-';
  out = put_digits(out, static_cast<unsigned>(date.day()), 2);
  *out++ = 'T';
  out = put_digits(out, static_cast<unsigned>(clock.hours().count()), 2);
  *out++ = ':';
  out = put_digits(out, static_cast<unsigned>(clock.minutes().count()), 2);
  *out++ = ':';
  out = put_digits(out, static_cast<unsigned>(clock.seconds().count()), 2);
  *out++ = '.';
  out = put_digits(out, static_cast<unsigned>(clock.subseconds().count()), 3);
  *out = 'Z';
  return {text.data(), text.size()};
}

}  // namespace schemagate
