#include "extension/client_agent/dates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "extension/client_agent/numbers.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;
using std::chrono::day;
using std::chrono::days;
using std::chrono::month;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::weekday;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr std::array<string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                 "may",       "june",     "july",     "august",
                                                 "september", "october",  "november", "december"};
constexpr std::array<string_view, 7> kWeekdays = {"sunday",   "monday", "tuesday", "wednesday",
                                                  "thursday", "friday", "saturday"};
constexpr int kUnitsMax = 1000;  // "in 1000 days"

// A date and how many words name it.
struct Found {
  sys_days date;
  std::size_t words = 1;
  double confidence = 0.95;
};

template <std::size_t Size>
std::optional<unsigned> index_of(const std::array<string_view, Size>& names, string_view word) {
  for (std::size_t at = 0; at < Size; ++at) {
    const bool short_form = word.size() >= 3 && word.size() <= 5 && names[at].starts_with(word);
    if (names[at] == word || short_form) return static_cast<unsigned>(at);
  }
  return std::nullopt;
}

std::optional<month> month_at(const Utterance& sentence, std::size_t at) {
  const auto index = index_of(kMonths, sentence.text(at));
  return index ? std::optional(month(*index + 1)) : std::nullopt;
}

std::optional<weekday> weekday_at(const Utterance& sentence, std::size_t at) {
  const auto word = sentence.text(at);
  if (word == "sun" || word == "sat") return std::nullopt;  // words of their own
  const auto index = index_of(kWeekdays, word.substr(0, word.find('\'')));
  return index ? std::optional(weekday(*index)) : std::nullopt;
}

std::optional<int> integer(string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<int> year_at(const Utterance& sentence, std::size_t at) {
  const auto value = integer(sentence.text(at));
  return value && *value >= 1900 && *value < 2200 ? value : std::nullopt;
}

std::optional<sys_days> checked(int y, unsigned m, unsigned d) {
  const year_month_day date{year(y), month(m), day(d)};
  return date.ok() ? std::optional(sys_days(date)) : std::nullopt;
}

std::optional<sys_days> from_today_on(sys_days today, unsigned m, unsigned d) {
  const int this_year = static_cast<int>(year_month_day(today).year());
  for (int y = this_year; y < this_year + 9; ++y) {  // 29 February may be eight years away
    const auto date = checked(y, m, d);
    if (date && *date >= today) return date;
  }
  return std::nullopt;
}

// The numbers of "2026-05-04", "5/13", "4.5.2026".
std::vector<int> numbers_of(string_view text, char separator) {
  std::vector<int> numbers;
  while (numbers.size() < 4) {
    const auto end = text.find(separator);
    const auto value = integer(text.substr(0, end));
    if (!value) return {};
    numbers.push_back(*value);
    if (end == string_view::npos) return numbers;
    text.remove_prefix(end + 1);
  }
  return {};
}

// Day and month in either order: certain only when one of them is no month, or both are the same.
std::optional<Found> day_and_month(std::vector<int> parts, sys_days today, bool day_first) {
  if (parts[0] < 1 || parts[1] < 1) return std::nullopt;
  const bool clear = parts[0] > 12 || parts[1] > 12 || parts[0] == parts[1];
  if (parts[0] > 12 || (day_first && parts[1] <= 12)) std::swap(parts[0], parts[1]);
  const auto m = static_cast<unsigned>(parts[0]);
  const auto d = static_cast<unsigned>(parts[1]);
  const auto date = parts.size() == 3 ? checked(parts[2], m, d) : from_today_on(today, m, d);
  if (!date) return std::nullopt;
  return Found{*date, 1, clear ? 0.9 : day_first ? 0.7 : 0.5};
}

std::optional<Found> numeric(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto word = sentence.text(at);
  if (const auto date = parse_date(word)) return Found{*date, 1, 0.99};
  const bool dotted = word.contains('.');
  const auto parts = numbers_of(word, dotted ? '.' : '/');
  const bool has_year = parts.size() == 3;
  if (has_year && parts[0] > 31) {
    const auto date = parts[1] < 1 || parts[2] < 1 ? std::nullopt
                                                   : checked(parts[0], static_cast<unsigned>(parts[1]),
                                                             static_cast<unsigned>(parts[2]));
    return date ? std::optional(Found{*date, 1, 0.95}) : std::nullopt;
  }
  if (has_year && parts[2] > 1900) return day_and_month(parts, today, dotted);
  const bool is_scale = parts.size() == 2 && (dotted || parts[1] == 10 || parts[1] == 5);  // 7/10 is no date
  return parts.size() == 2 && !is_scale ? day_and_month(parts, today, false) : std::nullopt;
}

std::optional<Found> written(const Utterance& sentence, std::size_t at, sys_days today) {
  std::size_t next = at;
  auto named = month_at(sentence, next);
  if (named) {
    ++next;
    if (sentence.text(next) == "the") ++next;
  }
  const auto day_of_month = day_number(sentence.text(next));
  if (!day_of_month) return std::nullopt;
  ++next;
  if (!named) {
    if (sentence.text(next) == "of") ++next;
    named = month_at(sentence, next++);
  }
  if (!named) return std::nullopt;
  const auto y = year_at(sentence, next);
  const auto m = static_cast<unsigned>(*named);
  const auto date = y ? checked(*y, m, *day_of_month) : from_today_on(today, m, *day_of_month);
  if (!date) return std::nullopt;
  return Found{*date, next - at + (y ? 1 : 0), y ? 0.98 : 0.95};
}

// "the 4th": of this month or the next one that has it.
std::optional<Found> day_alone(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto word = sentence.text(at + 1);
  const auto number = day_number(word);
  if (sentence.text(at) != "the" || !number || integer(word) || word.size() > 4) return std::nullopt;
  const year_month_day now(today);
  for (int ahead = 0; ahead < 12; ++ahead) {
    const year_month_day date = (now.year() / now.month() + months(ahead)) / day(*number);
    if (date.ok() && sys_days(date) >= today) return Found{sys_days(date), 2, 0.85};
  }
  return std::nullopt;
}

sys_days next_one(weekday wanted, sys_days today) {
  const days ahead = wanted - weekday(today);
  return today + (ahead == days(0) ? days(7) : ahead);
}

sys_days in_next_week(weekday wanted, sys_days today) {
  const sys_days monday = next_one(std::chrono::Monday, today);
  return monday + (wanted - std::chrono::Monday);
}

// "Monday", "this Monday", "next Monday", with the date that may stand behind it.
std::optional<Found> by_weekday(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto modifier = sentence.text(at);
  const bool is_next = modifier == "next" || modifier == "following";
  const bool modified = is_next || modifier == "this" || modifier == "coming";
  const std::size_t named = at + (modified ? 1 : 0);
  const auto wanted = weekday_at(sentence, named);
  if (!wanted) return std::nullopt;
  for (const auto& read : {written, day_alone}) {
    for (std::size_t skipped = 1; skipped <= 2; ++skipped) {
      auto exact = read(sentence, named + skipped, today);
      const bool adjacent =
          skipped == 1 || sentence.text(named + 1) == "the" || sentence.text(named + 1) == "on";
      if (!exact || !adjacent || weekday(exact->date) != *wanted) continue;
      return Found{exact->date, named + skipped + exact->words - at, 0.98};
    }
  }
  const sys_days date = is_next ? in_next_week(*wanted, today) : next_one(*wanted, today);
  const bool disputed = is_next && date - today > days(7);
  return Found{date, named + 1 - at, disputed ? 0.75 : 0.95};
}

std::optional<Found> relative(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto word = sentence.text(at);
  if (word == "today" || word == "tonight") return Found{today};
  if (word == "tomorrow") return Found{today + days(1)};
  const std::size_t article = word == "the" ? 1 : 0;
  if (sentence.text(at + article) == "day" && sentence.text(at + article + 1) == "after" &&
      sentence.text(at + article + 2) == "tomorrow") {
    return Found{today + days(2), article + 3};
  }
  return std::nullopt;
}

struct Interval {
  std::string_view unit;
  int count = 0;
  std::size_t words = 0;
};

// "two weeks", "a month", "a fortnight".
std::optional<Interval> span_at(const Utterance& sentence, std::size_t at) {
  auto number = number_at(sentence, at);
  if (!number && (sentence.text(at) == "a" || sentence.text(at) == "one")) number = NumberMention{1, 1};
  if (!number || number->value < 1 || number->value > kUnitsMax) return std::nullopt;
  auto unit = sentence.text(at + number->words);
  if (unit.ends_with("'")) unit.remove_suffix(1);
  if (unit.ends_with('s')) unit.remove_suffix(1);
  int count = static_cast<int>(number->value);
  if (unit == "fortnight") count *= 2;
  return Interval{unit == "fortnight" ? "week" : unit, count, number->words + 1};
}

std::optional<sys_days> later(sys_days start, const Interval& span) {
  if (span.unit == "day") return start + days(span.count);
  if (span.unit == "week") return start + days(7 * span.count);
  if (span.unit != "month") return std::nullopt;
  year_month_day date = year_month_day(start) + months(span.count);
  if (!date.ok()) date = date.year() / date.month() / std::chrono::last;
  return sys_days(date);
}

// "in two weeks", "two weeks from now", "a week from Monday".
std::optional<Found> after_a_span(const Utterance& sentence, std::size_t at, sys_days today) {
  const bool in = sentence.text(at) == "in" || sentence.text(at) == "within";
  const auto span = span_at(sentence, at + (in ? 1 : 0));
  if (!span) return std::nullopt;
  const std::size_t next = at + (in ? 1 : 0) + span->words;
  const bool is_from = sentence.text(next) == "from" || sentence.text(next) == "after";
  if (!in && !is_from) return std::nullopt;
  Found start{today, 0};
  if (is_from) {
    const auto named = relative(sentence, next + 1, today);
    const auto by_name = named ? named : by_weekday(sentence, next + 1, today);
    if (!by_name && sentence.text(next + 1) != "now") return std::nullopt;
    start = by_name ? *by_name : Found{today, 1};
    ++start.words;
  }
  const auto date = later(start.date, *span);
  if (!date) return std::nullopt;
  return Found{*date, next + start.words - at, 0.9};
}

std::optional<Found> date_at(const Utterance& sentence, std::size_t at, sys_days today) {
  constexpr std::array kReaders = {numeric, written, after_a_span, by_weekday, relative, day_alone};
  for (const auto& read : kReaders) {
    if (auto found = read(sentence, at, today)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::vector<DateMention> find_dates(const Utterance& utterance, sys_days today) {
  std::vector<DateMention> mentions;
  for (std::size_t at = 0; at < utterance.size();) {
    const auto found = date_at(utterance, at, today);
    if (!found) {
      ++at;
      continue;
    }
    mentions.push_back({at, at + found->words, found->date, found->confidence});
    at += found->words;
  }
  return mentions;
}

std::string format_date(sys_days date) {
  const year_month_day parts(date);
  const auto digits = [](unsigned value, std::size_t width) {
    std::string text = std::to_string(value);
    return std::string(width - std::min(width, text.size()), '0') + text;
  };
  return digits(static_cast<unsigned>(static_cast<int>(parts.year())), 4) + "-" +
         digits(static_cast<unsigned>(parts.month()), 2) + "-" +
         digits(static_cast<unsigned>(parts.day()), 2);
}

std::optional<sys_days> parse_date(string_view text) {
  const auto parts = numbers_of(text, '-');
  if (text.size() != 10 || parts.size() != 3 || parts[0] < 1900 || parts[1] < 1 || parts[2] < 1)
    return std::nullopt;
  return checked(parts[0], static_cast<unsigned>(parts[1]), static_cast<unsigned>(parts[2]));
}

}  // namespace schemagate::client_agent
