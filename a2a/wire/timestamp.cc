#include "a2a/wire/timestamp.h"

#include <chrono>

namespace schemagate::a2a::wire {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;
using Instant = std::chrono::sys_time<milliseconds>;

// Takes pieces off the front of a text; after the first that does not fit, everything fails.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool done() const { return !failed_ && rest_.empty(); }
  bool failed() const { return failed_; }
  char peek() const { return rest_.empty() ? '\0' : rest_.front(); }

  bool take(std::string_view any_of) {
    if (rest_.empty() || !any_of.contains(rest_.front())) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(std::string_view any_of) { failed_ = !take(any_of) || failed_; }

  // Exactly `digits` digits, at most `max`.
  int number(int digits, int max) {
    int value = 0;
    for (int i = 0; i < digits; ++i) value = value * 10 + digit();
    failed_ = failed_ || value > max;
    return failed_ ? 0 : value;
  }

  // One or more digits after the point; what is finer than a millisecond is cut.
  milliseconds fraction() {
    int value = 0;
    int digits = 0;
    do {
      const int next = digit();
      if (digits < 3) value = value * 10 + next;
      ++digits;
    } while (!failed_ && peek() >= '0' && peek() <= '9');
    for (; digits < 3; ++digits) value *= 10;
    return milliseconds(value);
  }

 private:
  int digit() {
    const char c = peek();
    if (c < '0' || c > '9') {
      failed_ = true;
      return 0;
    }
    rest_.remove_prefix(1);
    return c - '0';
  }

  std::string_view rest_;
  bool failed_ = false;
};

std::optional<Instant> scan_date(Scanner& scanner) {
  const int year = scanner.number(4, 9999);
  scanner.expect("-");
  const int month = scanner.number(2, 12);
  scanner.expect("-");
  const int day = scanner.number(2, 31);
  const std::chrono::year_month_day date(std::chrono::year{year},
                                         std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)});
  if (scanner.failed() || !date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

milliseconds scan_time(Scanner& scanner) {
  milliseconds time = hours(scanner.number(2, 23));
  scanner.expect(":");
  time += minutes(scanner.number(2, 59));
  if (!scanner.take(":")) return time;
  time += seconds(scanner.number(2, 60));  // 60: a leap second
  return scanner.take(".,") ? time + scanner.fraction() : time;
}

milliseconds scan_offset(Scanner& scanner) {
  if (scanner.done() || scanner.take("Zz")) return milliseconds(0);
  const bool west = scanner.peek() == '-';
  scanner.expect("+-");
  milliseconds offset = hours(scanner.number(2, 23));
  if (scanner.take(":") || !scanner.done()) offset += minutes(scanner.number(2, 59));
  return west ? -offset : offset;
}

void put_digits(char* at, unsigned value, int digits) {
  for (int i = digits - 1; i >= 0; --i, value /= 10) at[i] = static_cast<char>('0' + value % 10);
}

std::optional<std::string> format(Instant instant) {
  const auto day = std::chrono::floor<std::chrono::days>(instant);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(instant - day);
  const int year = static_cast<int>(date.year());
  if (year < 1 || year > 9999) return std::nullopt;
  std::string text = "0000-00-00T00:00:00.000Z";
  put_digits(&text[0], static_cast<unsigned>(year), 4);
  put_digits(&text[5], static_cast<unsigned>(date.month()), 2);
  put_digits(&text[8], static_cast<unsigned>(date.day()), 2);
  put_digits(&text[11], static_cast<unsigned>(time.hours().count()), 2);
  put_digits(&text[14], static_cast<unsigned>(time.minutes().count()), 2);
  put_digits(&text[17], static_cast<unsigned>(time.seconds().count()), 2);
  put_digits(&text[20], static_cast<unsigned>(time.subseconds().count()), 3);
  return text;
}

}  // namespace

std::optional<std::string> to_utc(std::string_view text) {
  Scanner scanner(text);
  const auto date = scan_date(scanner);
  if (!date) return std::nullopt;
  scanner.expect("Tt ");
  const milliseconds time = scan_time(scanner);
  const milliseconds offset = scan_offset(scanner);
  if (!scanner.done()) return std::nullopt;
  return format(*date + time - offset);
}

}  // namespace schemagate::a2a::wire
