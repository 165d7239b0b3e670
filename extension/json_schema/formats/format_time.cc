// Formats of RFC 3339.
#include "a2a/text/ascii.h"
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {
namespace {

int days_in(int year, int month) {
  if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

bool take_date(TextCursor& text) {
  const int year = text.take_digits(4);
  if (year < 0 || !text.take('-')) return false;
  const int month = text.take_digits(2);
  if (month < 1 || month > 12 || !text.take('-')) return false;
  const int day = text.take_digits(2);
  return day >= 1 && day <= days_in(year, month);
}

// Minutes east of UTC.
bool take_offset(TextCursor& text, int& minutes) {
  if (text.take('Z') || text.take('z')) return true;
  const int sign = text.take('+') ? 1 : text.take('-') ? -1 : 0;
  if (sign == 0) return false;
  const int hour = text.take_digits(2);
  if (hour < 0 || hour > 23 || !text.take(':')) return false;
  const int minute = text.take_digits(2);
  if (minute < 0 || minute > 59) return false;
  minutes = sign * (hour * 60 + minute);
  return true;
}

bool take_time(TextCursor& text) {
  const int hour = text.take_digits(2);
  if (hour < 0 || hour > 23 || !text.take(':')) return false;
  const int minute = text.take_digits(2);
  if (minute < 0 || minute > 59 || !text.take(':')) return false;
  const int second = text.take_digits(2);
  if (second < 0 || second > 60) return false;
  if (text.take('.') && text.skip_digits() == 0) return false;
  int offset = 0;
  if (!take_offset(text, offset)) return false;
  constexpr int kDay = 24 * 60;
  const int utc = ((hour * 60 + minute - offset) % kDay + kDay) % kDay;
  return second < 60 || utc == kDay - 1;
}

// Amounts whose units follow one another in `units`, none left out between two; at least one. Stops before
// what is no such amount.
bool take_amounts(TextCursor& text, std::string_view units) {
  bool any = false;
  while (a2a::text::is_digit(text.peek())) {
    TextCursor amount = text;
    amount.skip_digits();
    const auto at = units.find(amount.peek());
    if (amount.at_end() || at == units.npos || (any && at != 0)) return false;
    amount.take(amount.peek());
    text = amount;
    units.remove_prefix(at + 1);
    any = true;
  }
  return any;
}

}  // namespace

bool is_date(std::string_view text) {
  TextCursor cursor(text);
  return take_date(cursor) && cursor.at_end();
}

bool is_time(std::string_view text) {
  TextCursor cursor(text);
  return take_time(cursor) && cursor.at_end();
}

bool is_date_time(std::string_view text) {
  TextCursor cursor(text);
  return take_date(cursor) && (cursor.take('T') || cursor.take('t')) && take_time(cursor) && cursor.at_end();
}

bool is_duration(std::string_view text) {
  TextCursor cursor(text);
  if (!cursor.take('P')) return false;
  if (text.ends_with('W')) return cursor.skip_digits() > 0 && cursor.take('W') && cursor.at_end();
  const bool date = take_amounts(cursor, "YMD");
  if (cursor.at_end()) return date;
  return cursor.take('T') && take_amounts(cursor, "HMS") && cursor.at_end();
}

}  // namespace schemagate::json_schema
