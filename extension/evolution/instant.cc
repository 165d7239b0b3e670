#include "extension/evolution/instant.h"

#include <charconv>
#include <chrono>
#include <cmath>

#include "a2a/text/ascii.h"

namespace schemagate::evolution {
namespace {

// Reads the text piece by piece; after a mistake everything fails.
struct Cursor {
  std::string_view text;
  bool good = true;

  int number(std::size_t digits) {
    int value = 0;
    good = good && text.size() >= digits && a2a::text::is_all_digits(text.substr(0, digits));
    if (!good) return 0;
    std::from_chars(text.data(), text.data() + digits, value);
    text.remove_prefix(digits);
    return value;
  }
  bool mark(std::string_view marks) {
    if (!good || text.empty() || !a2a::text::is_one_of(text.front(), marks)) return false;
    text.remove_prefix(1);
    return true;
  }
  void need(std::string_view marks) { good = mark(marks) && good; }
};

std::string padded(int value, std::size_t digits) {
  std::string text = std::to_string(value);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Milliseconds of a fraction of any length.
int fraction(Cursor& cursor) {
  int value = 0;
  int scale = 100;
  bool any = false;
  while (!cursor.text.empty() && a2a::text::is_digit(cursor.text.front())) {
    value += (cursor.text.front() - '0') * scale;
    scale /= 10;
    cursor.text.remove_prefix(1);
    any = true;
  }
  cursor.good = cursor.good && any;
  return value;
}

Instant offset(Cursor& cursor) {
  if (cursor.mark("Zz")) return 0;
  const bool behind = cursor.mark("-");
  if (!behind) cursor.need("+");
  const int hours = cursor.number(2);
  cursor.need(":");
  const int minutes = cursor.number(2);
  cursor.good = cursor.good && hours < 24 && minutes < 60;
  return (behind ? -1 : 1) * (hours * kHour + minutes * kMinute);
}

}  // namespace

Instant days(double count) {
  return static_cast<Instant>(std::llround(count * static_cast<double>(kDay)));
}

std::string to_rfc3339(Instant at) {
  using namespace std::chrono;
  const sys_time<milliseconds> time{milliseconds(at)};
  const auto day = floor<std::chrono::days>(time);
  const year_month_day date(day);
  const hh_mm_ss<milliseconds> clock(time - day);
  return padded(static_cast<int>(date.year()), 4) + "-" +
         padded(static_cast<int>(unsigned{date.month()}), 2) + "-" +
         padded(static_cast<int>(unsigned{date.day()}), 2) + "T" +
         padded(static_cast<int>(clock.hours().count()), 2) + ":" +
         padded(static_cast<int>(clock.minutes().count()), 2) + ":" +
         padded(static_cast<int>(clock.seconds().count()), 2) + "." +
         padded(static_cast<int>(clock.subseconds().count()), 3) + "Z";
}

std::optional<Instant> from_rfc3339(std::string_view text) {
  Cursor cursor{text};
  const int year = cursor.number(4);
  cursor.need("-");
  const int month = cursor.number(2);
  cursor.need("-");
  const int day = cursor.number(2);
  cursor.need("Tt ");
  const int hour = cursor.number(2);
  cursor.need(":");
  const int minute = cursor.number(2);
  cursor.need(":");
  const int second = cursor.number(2);
  const int milliseconds = cursor.mark(".") ? fraction(cursor) : 0;
  const Instant shift = offset(cursor);
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!cursor.good || !cursor.text.empty() || !date.ok() || hour > 23 || minute > 59 || second > 60)
    return std::nullopt;
  const auto midnight = std::chrono::sys_days(date).time_since_epoch().count();
  return midnight * kDay + hour * kHour + minute * kMinute + second * kSecond + milliseconds - shift;
}

}  // namespace schemagate::evolution
