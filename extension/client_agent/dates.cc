#include "extension/client_agent/dates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "a2a/text/ascii.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/word_list.h"

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
  bool is_past = false;
  bool is_weekday = false;
  bool is_real = true;
};

constexpr double kDisagreed = 0.3;  // below any threshold that trusts it

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

// "sat" and "sun" are words of their own but beside what dates stand beside.
bool stands_as_day(const Utterance& sentence, std::size_t at) {
  const auto before = at > 0 ? sentence.text(at - 1) : string_view();
  const auto next = sentence.text(at + 1);
  const bool leads =
      lists("on next this from to until till coming by and", before) || !sentence.follows_on(at);
  const bool ends = at + 1 >= sentence.size() || !sentence.follows_on(at + 1) ||
                    lists("to until till at the and or morning afternoon evening", next) ||
                    day_number(next).has_value();
  return leads && ends;
}

std::optional<weekday> weekday_at(const Utterance& sentence, std::size_t at) {
  const auto word = sentence.text(at);
  if ((word == "sun" || word == "sat") && !stands_as_day(sentence, at)) return std::nullopt;
  if (word == "weds") return std::chrono::Wednesday;
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

// A day by its numbers, of the next year that has it where none is said. One that no calendar has (30
// February) is what it would count on to, and trusted by nobody.
std::optional<Found> on_day(std::optional<int> y, unsigned m, unsigned d, sys_days today, double confidence) {
  if (m < 1 || m > 12 || d < 1 || d > 31) return std::nullopt;
  const auto date = y ? checked(*y, m, d) : from_today_on(today, m, d);
  if (date) return Found{*date, 1, confidence};
  const year this_year = y ? year(*y) : year_month_day(today).year();
  return Found{.date = sys_days(this_year / month(m) / day(d)), .confidence = 0, .is_real = false};
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
  const auto y = parts.size() == 3 ? std::optional(parts[2]) : std::nullopt;
  return on_day(y, m, d, today, clear ? 0.9 : day_first ? 0.7 : 0.5);
}

std::optional<Found> numeric(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto word = sentence.text(at);
  const bool dotted = word.contains('.');
  const bool is_iso = word.size() == 10 && word[4] == '-' && word[7] == '-';
  const auto parts = numbers_of(word, is_iso ? '-' : dotted ? '.' : '/');
  const bool has_year = parts.size() == 3;
  if (has_year && parts[0] > 31) {
    if (parts[0] < 1900 || parts[1] < 1 || parts[2] < 1) return std::nullopt;
    return on_day(parts[0], static_cast<unsigned>(parts[1]), static_cast<unsigned>(parts[2]), today,
                  is_iso ? 0.99 : 0.95);
  }
  if (has_year && parts[2] > 1900) return day_and_month(parts, today, dotted);
  const bool is_scale =
      parts.size() == 2 &&
      (dotted || ((parts[1] == 10 || parts[1] == 5) && parts[0] <= parts[1]));  // 7/10 is no date
  return parts.size() == 2 && !is_scale ? day_and_month(parts, today, false) : std::nullopt;
}

// The year behind a date, and how many words it takes.
std::optional<Found> with_year(const Utterance& sentence, std::size_t at, std::size_t next, unsigned m,
                               unsigned d, sys_days today) {
  const auto y = year_at(sentence, next);
  auto found = on_day(y, m, d, today, y ? 0.98 : 0.95);
  if (found) found->words = next - at + (y ? 1 : 0);
  return found;
}

// "May 4th", "May the 4th, 2027".
std::optional<Found> month_first(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto named = month_at(sentence, at);
  if (!named) return std::nullopt;
  std::size_t next = at + 1;
  if (sentence.text(next) == "the") ++next;
  const auto number = ordinal_at(sentence, next);
  if (!number || (next < sentence.size() && !sentence.follows_on(next))) return std::nullopt;
  return with_year(sentence, at, next + number->words, static_cast<unsigned>(*named),
                   static_cast<unsigned>(number->value), today);
}

// "4 May", "the fourth of May".
std::optional<Found> day_first(const Utterance& sentence, std::size_t at, sys_days today) {
  std::size_t next = at + (sentence.text(at) == "the" ? 1 : 0);
  const auto number = ordinal_at(sentence, next);
  if (!number) return std::nullopt;
  next += number->words;
  if (sentence.text(next) == "of") ++next;
  const auto named = month_at(sentence, next);
  if (!named || !sentence.follows_on(next)) return std::nullopt;
  return with_year(sentence, at, next + 1, static_cast<unsigned>(*named),
                   static_cast<unsigned>(number->value), today);
}

std::optional<Found> written(const Utterance& sentence, std::size_t at, sys_days today) {
  auto found = month_first(sentence, at, today);
  return found ? found : day_first(sentence, at, today);
}

// "the 4th", "on 4th": of this month or the next one that has it; "of next month" says which.
std::optional<Found> day_alone(const Utterance& sentence, std::size_t at, sys_days today) {
  const std::size_t article = sentence.text(at) == "the" ? 1 : 0;
  const auto word = sentence.text(at + article);
  const auto number = day_number(word);
  if (!number || integer(word) || !a2a::text::is_digit(word.front())) return std::nullopt;
  const auto before = at > 0 ? sentence.text(at - 1) : string_view();
  const auto next = sentence.text(at + article + 1);
  const bool goes_on =
      sentence.follows_on(at + article + 1) &&
      !lists("at to until till and for from in on of with please pls thanks thx if by through", next);
  const bool is_led = lists("on from to until till", before) || (at > 0 && weekday_at(sentence, at - 1));
  if (article == 0 && (goes_on || !is_led)) return std::nullopt;
  if (goes_on &&
      lists("floor time row birthday street avenue century edition place anniversary person", next))
    return std::nullopt;
  const year_month_day now(today);
  const bool in_next = next == "of" && sentence.text(at + article + 2) == "next";
  const bool in_this = next == "of" && sentence.text(at + article + 2) == "this";
  for (int ahead = in_next ? 1 : 0; ahead < 12; ++ahead) {
    const year_month_day date = (now.year() / now.month() + months(ahead)) / day(*number);
    if (date.ok() && sys_days(date) >= today)
      return Found{sys_days(date), article + 1 + (in_next || in_this ? 3UL : 0UL), 0.85};
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

// The date that stands behind a weekday: "Monday the 4th", "Monday, May 4". One of another day of the week is
// half understood.
std::optional<Found> dated_weekday(const Utterance& sentence, std::size_t at, std::size_t named,
                                   weekday wanted, sys_days today) {
  for (const auto& read : {written, day_alone}) {
    for (std::size_t skipped = 1; skipped <= 2; ++skipped) {
      auto exact = read(sentence, named + skipped, today);
      const bool adjacent =
          skipped == 1 || sentence.text(named + 1) == "on" || sentence.text(named + 1) == "the";
      if (!exact || !adjacent) continue;
      exact->words += named + skipped - at;
      if (exact->is_real) exact->confidence = weekday(exact->date) == wanted ? 0.98 : kDisagreed;
      return exact;
    }
  }
  return std::nullopt;
}

// "Monday", "this Monday", "next Monday", "Monday next week", with the date that may stand behind it.
std::optional<Found> by_weekday(const Utterance& sentence, std::size_t at, sys_days today) {
  const auto modifier = sentence.text(at);
  const bool is_next = modifier == "next" || modifier == "following";
  const bool is_last = modifier == "last" || modifier == "past" || modifier == "previous";
  const bool modified = is_next || is_last || modifier == "this" || modifier == "coming";
  const std::size_t named = at + (modified ? 1 : 0);
  const auto wanted = weekday_at(sentence, named);
  if (!wanted) return std::nullopt;
  if (is_last) {
    const days back = weekday(today) - *wanted;
    return Found{today - (back == days(0) ? days(7) : back), 2, 0.9, true};
  }
  if (auto exact = dated_weekday(sentence, at, named, *wanted, today)) return exact;
  std::size_t end = named + 1;
  if (sentence.text(end) == "next" && sentence.text(end + 1) == "week")
    return Found{in_next_week(*wanted, today), end + 2 - at, 0.9};
  if (sentence.text(end) == "this" && sentence.text(end + 1) == "week") {
    const sys_days day = weekday(today) == *wanted ? today : next_one(*wanted, today);
    const bool is_to_come = day < next_one(std::chrono::Monday, today);
    return Found{day, end + 2 - at, is_to_come ? 0.95 : kDisagreed};
  }
  const sys_days date = is_next ? in_next_week(*wanted, today) : next_one(*wanted, today);
  // "Friday week", "Monday after next": another one than it seems.
  const bool is_later = (sentence.text(end) == "week" && sentence.follows_on(end)) ||
                        (sentence.text(end) == "after" && sentence.text(end + 1) == "next");
  if (is_later) return Found{date, end + (sentence.text(end) == "week" ? 1 : 2) - at, kDisagreed};
  const bool disputed = is_next && date - today > days(7);
  return Found{date, end - at, disputed ? 0.75 : 0.95, false, !modified};
}

std::optional<Found> relative(const Utterance& sentence, std::size_t at, sys_days today) {
  auto word = sentence.text(at);
  if (word.ends_with("'s")) word.remove_suffix(2);  // "tonight's show"
  if (lists("today tonight tonite", word)) return Found{today};
  if (lists("tomorrow tmrw tmr tommorow tomorow tommorrow 2morrow", word)) return Found{today + days(1)};
  if (word == "yesterday") return Found{today - days(1), 1, 0.95, true};
  if (word == "this" && lists("morning afternoon evening", sentence.text(at + 1))) return Found{today, 1};
  const std::size_t article = word == "the" ? 1 : 0;
  const auto beyond = sentence.text(at + article + 2);
  if (sentence.text(at + article) == "day" && sentence.text(at + article + 1) == "after" &&
      lists("tomorrow tmrw tommorow tomorow", beyond)) {
    return Found{today + days(2), article + 3};
  }
  return std::nullopt;
}

struct Interval {
  std::string_view unit;
  int count = 0;
  std::size_t words = 0;
};

// A unit of time by any of its names, and how many of the plain unit it is.
std::optional<std::pair<string_view, int>> unit_of_time(string_view word) {
  while (word.ends_with("'")) word.remove_suffix(1);
  if (word.size() > 1 && word.ends_with('s')) word.remove_suffix(1);
  if (word == "fortnight") return std::pair(string_view("week"), 2);
  if (word == "year") return std::pair(string_view("month"), 12);
  if (lists("hr h", word)) return std::pair(string_view("hour"), 1);
  if (word == "min") return std::pair(string_view("minute"), 1);
  if (lists("night day week month hour minute", word)) return std::pair(word, 1);
  return std::nullopt;
}

// The half of a unit, in whole smaller ones.
std::optional<Interval> half_of(string_view unit, int factor) {
  if (unit == "hour") return Interval{"minute", 30};
  return unit == "month" && factor == 12 ? std::optional(Interval{"month", 6}) : std::nullopt;
}

// "2.5 hours", "1.5 years", in whole smaller units.
std::optional<Interval> fraction_of(std::pair<string_view, int> unit, const NumberMention& number) {
  const bool is_hour = unit.first == "hour";
  const double count = number.value * (is_hour ? 60 : unit.second);
  if ((!is_hour && unit.second == 1) || count != static_cast<int>(count)) return std::nullopt;
  return Interval{is_hour ? "minute" : unit.first, static_cast<int>(count), number.words + 1};
}

// "half an hour", "half a year", "a quarter of an hour".
std::optional<Interval> part_at(const Utterance& sentence, std::size_t at) {
  const std::size_t start = sentence.text(at) == "a" ? at + 1 : at;
  const bool is_quarter = sentence.text(start) == "quarter" && sentence.text(start + 1) == "of" &&
                          lists("an", sentence.text(start + 2)) && sentence.text(start + 3) == "hour";
  if (is_quarter) return Interval{"minute", 15, start + 4 - at};
  if (sentence.text(start) != "half") return std::nullopt;
  const std::size_t next = start + (lists("a an", sentence.text(start + 1)) ? 2 : 1);
  const auto unit = unit_of_time(sentence.text(next));
  auto half = unit ? half_of(unit->first, unit->second) : std::nullopt;
  if (half) half->words = next + 1 - at;
  return half;
}

// "an hour and a half", "two and a half hours", behind the number.
std::optional<Interval> mixed_at(const Utterance& sentence, std::size_t at, std::size_t words, int count) {
  const std::size_t next = at + words;
  const auto says_half = [&](std::size_t from) {
    return sentence.text(from) == "and" && sentence.text(from + 1) == "a" &&
           sentence.text(from + 2) == "half";
  };
  const std::size_t unit_at = says_half(next) ? next + 3 : next;
  if (unit_at == next && !says_half(next + 1)) return std::nullopt;
  const auto unit = unit_of_time(sentence.text(unit_at));
  const auto half = unit ? half_of(unit->first, unit->second) : std::nullopt;
  if (!half) return std::nullopt;
  return Interval{half->unit, (2 * count + 1) * half->count, words + 4};
}

// "90min", "2h".
std::optional<Interval> glued_span(string_view word) {
  const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto count = integer(word.substr(0, digits));
  const auto unit = digits > 0 ? unit_of_time(word.substr(digits)) : std::nullopt;
  if (!count || !unit || *count < 1 || *count > kUnitsMax) return std::nullopt;
  return Interval{unit->first, *count * unit->second, 1};
}

// "two weeks", "a month", "a fortnight", "an hour and a half", "90 min".
std::optional<Interval> span_at(const Utterance& sentence, std::size_t at) {
  if (const auto part = part_at(sentence, at)) return part;
  if (const auto glued = glued_span(sentence.text(at))) return glued;
  auto number = number_at(sentence, at);
  if (!number && lists("a an one", sentence.text(at))) number = NumberMention{1, 1};
  if (!number || number->value <= 0 || number->value > kUnitsMax) return std::nullopt;
  const int count = static_cast<int>(number->value);
  if (const auto mixed = mixed_at(sentence, at, number->words, count)) return mixed;
  const auto unit = unit_of_time(sentence.text(at + number->words));
  if (unit && number->value != count) return fraction_of(*unit, *number);
  if (!unit) return std::nullopt;
  return Interval{unit->first, count * unit->second, number->words + 1};
}

std::optional<sys_days> later(sys_days start, const Interval& span) {
  if (span.unit == "day" || span.unit == "night") return start + days(span.count);
  if (span.unit == "week") return start + days(7 * span.count);
  if (span.unit != "month") return std::nullopt;
  year_month_day date = year_month_day(start) + months(span.count);
  if (!date.ok()) date = date.year() / date.month() / std::chrono::last;
  return sys_days(date);
}

// "in two weeks", "two weeks from now", "a week from Monday".
std::optional<Found> after_a_span(const Utterance& sentence, std::size_t at, sys_days today) {
  const bool in = sentence.text(at) == "in";
  // "for five days from Friday" is how long, and then when.
  if (!in && at > 0 && lists("for every each", sentence.text(at - 1))) return std::nullopt;
  const auto span = span_at(sentence, at + (in ? 1 : 0));
  if (!span || span->unit == "night") return std::nullopt;
  const std::size_t next = at + (in ? 1 : 0) + span->words;
  const bool is_from = sentence.text(next) == "from" || sentence.text(next) == "after";
  if (!in && !is_from) return std::nullopt;
  Found start{today, 0};
  if (is_from) {
    const auto named = relative(sentence, next + 1, today);
    const auto by_name = named ? named : by_weekday(sentence, next + 1, today);
    const bool is_now = sentence.text(next + 1) == "now";
    if (!by_name && !is_now && !in) return std::nullopt;
    if (by_name || is_now) {
      start = by_name ? *by_name : Found{today, 1};
      ++start.words;
    }
  }
  const auto date = later(start.date, *span);
  if (!date) return std::nullopt;
  // "one week from Monday" may be how long, and from when.
  const bool is_length =
      !in && !lists("a an", sentence.text(at)) && !lists("now today", sentence.text(next + 1));
  return Found{*date, next + start.words - at, is_length ? kDisagreed : 0.9};
}

std::optional<Found> date_at(const Utterance& sentence, std::size_t at, sys_days today) {
  constexpr std::array kReaders = {numeric, written, after_a_span, by_weekday, relative, day_alone};
  for (const auto& read : kReaders) {
    if (auto found = read(sentence, at, today)) return found;
  }
  return std::nullopt;
}

DateMention mention_of(std::size_t at, const Found& found) {
  return {at, at + found.words, found.date, found.confidence, found.is_past, found.is_weekday, found.is_real};
}

bool joins_days(string_view word) {
  return lists("to until till til through thru and -", word);
}

// "5 to 9 June", "5-9 June", "from the 5th to the 9th of June": the first day has the month of the second.
std::optional<std::pair<DateMention, DateMention>> days_of_one_month(const Utterance& sentence,
                                                                     std::size_t at, sys_days today) {
  const auto both = numbers_of(sentence.text(at), '-');
  std::size_t next = at + (sentence.text(at) == "the" ? 1 : 0);
  std::optional<unsigned> first;
  if (both.size() == 2 && both[0] >= 1 && both[0] < both[1] && both[1] <= 31) {
    const auto named = month_at(sentence, at + 1);
    if (!named) return std::nullopt;
    const auto one = from_today_on(today, static_cast<unsigned>(*named), static_cast<unsigned>(both[0]));
    const auto other =
        one ? from_today_on(*one, static_cast<unsigned>(*named), static_cast<unsigned>(both[1]))
            : std::nullopt;
    if (!other) return std::nullopt;
    return std::pair{DateMention{at, at + 1, *one, 0.95}, DateMention{at + 1, at + 2, *other, 0.95}};
  }
  if (const auto number = ordinal_at(sentence, next)) first = static_cast<unsigned>(number->value);
  if (!first) return std::nullopt;
  const std::size_t end = next + ordinal_at(sentence, next)->words;
  const bool dashed = sentence[std::min(end, sentence.size() - 1)].separator.contains('-');
  const std::size_t second = end + (joins_days(sentence.text(end)) ? 1 : 0);
  if ((second == end && !dashed) || (second < sentence.size() && !sentence.follows_on(second)))
    return std::nullopt;
  const auto last = day_first(sentence, second, today);
  if (!last) return std::nullopt;
  const year_month_day parts(last->date);
  const auto date = checked(static_cast<int>(parts.year()), static_cast<unsigned>(parts.month()), *first);
  if (!date || *date >= last->date) return std::nullopt;
  return std::pair{DateMention{at, end, *date, 0.95}, mention_of(second, *last)};
}

// "May 8 to 11", behind "May 8".
std::optional<DateMention> same_month(const Utterance& sentence, const DateMention& first,
                                      std::size_t first_month) {
  if (!month_at(sentence, first_month)) return std::nullopt;
  const std::size_t joint = first.last;
  const bool dashed = joint < sentence.size() && sentence[joint].separator.contains('-');
  const std::size_t at = joint + (joins_days(sentence.text(joint)) ? 1 : 0);
  if (at == joint && !dashed) return std::nullopt;
  const auto number = ordinal_at(sentence, at);
  const std::size_t end = at + (number ? number->words : 0);
  const bool goes_on =
      sentence.follows_on(end) && !lists("for in at with from on please", sentence.text(end));
  if (!number || goes_on) return std::nullopt;
  const year_month_day parts(first.date);
  const auto date = checked(static_cast<int>(parts.year()), static_cast<unsigned>(parts.month()),
                            static_cast<unsigned>(number->value));
  return date && *date > first.date ? std::optional(DateMention{at, end, *date, 0.9}) : std::nullopt;
}

constexpr std::array<string_view, 6> kSpanUnits = {"night", "day", "week", "month", "hour", "minute"};

}  // namespace

std::vector<DateMention> find_dates(const Utterance& utterance, sys_days today) {
  std::vector<DateMention> mentions;
  for (std::size_t at = 0; at < utterance.size();) {
    if (const auto pair = days_of_one_month(utterance, at, today)) {
      mentions.push_back(pair->first);
      mentions.push_back(pair->second);
      at = pair->second.last;
      continue;
    }
    const auto found = date_at(utterance, at, today);
    if (!found) {
      ++at;
      continue;
    }
    mentions.push_back(mention_of(at, *found));
    const std::size_t month = at;
    at += found->words;
    if (const auto next = same_month(utterance, mentions.back(), month)) {
      mentions.push_back(*next);
      at = next->last;
    }
  }
  return mentions;
}

std::vector<SpanOfDays> find_spans_of_days(const Utterance& utterance) {
  std::vector<SpanOfDays> spans;
  for (std::size_t at = 0; at < utterance.size(); ++at) {
    const auto span = span_at(utterance, at);
    const auto unit = span ? std::ranges::find(kSpanUnits, span->unit) : kSpanUnits.end();
    if (unit == kSpanUnits.end() || lists("old older", utterance.text(at + span->words))) continue;
    spans.push_back({at, at + span->words, span->count, *unit});
    at += span->words - 1;
  }
  return spans;
}

std::optional<sys_days> date_after(sys_days start, const SpanOfDays& span) {
  return later(start, Interval{span.unit, span.count, 1});
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
