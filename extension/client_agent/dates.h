// Dates in a sentence: "next Monday", "in two weeks", "4th of May", "2026-05-04". English.
//
//   const Utterance sentence("fly next Monday, back on 2026-05-13");
//   for (const DateMention& each : find_dates(sentence, today)) format_date(each.date);
//
// Pure; safe from any thread. What day it is today is the caller's to say.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

// A date and the words that name it.
struct DateMention {
  std::size_t first = 0;  // words [first, last)
  std::size_t last = 0;
  std::chrono::sys_days date;
  double confidence = 1;    // less where people read it differently: "next Friday" on a Thursday, "5/4"
  bool is_past = false;     // "yesterday", "last Monday"
  bool is_weekday = false;  // a weekday and no more: of which week, the sentence may say elsewhere
  bool is_real = true;      // false: "30 February", which no calendar has; never trusted
};

// In the order of the sentence; they do not overlap. A date is taken whole or, where its parts disagree
// ("Monday, 13 May" on another day), with a confidence below the threshold. A weekday is the next one after
// today; "next" one is that of the next week, which begins on Monday; a date without year is the next one
// from today on. "5 to 9 June" are two.
std::vector<DateMention> find_dates(const Utterance& utterance, std::chrono::sys_days today);

// "two nights", "a week", "ten days": a length of time, not a date.
struct SpanOfDays {
  std::size_t first = 0;  // words [first, last)
  std::size_t last = 0;
  int count = 0;
  std::string_view unit;  // "night", "day", "week", "month", "hour", "minute"; of static data
};
std::vector<SpanOfDays> find_spans_of_days(const Utterance& utterance);

// A span of days, weeks or months later; nullopt for hours and minutes.
std::optional<std::chrono::sys_days> date_after(std::chrono::sys_days start, const SpanOfDays& span);

// YYYY-MM-DD.
std::string format_date(std::chrono::sys_days date);
// nullopt for other forms and for what is no date of the calendar.
std::optional<std::chrono::sys_days> parse_date(std::string_view text);

}  // namespace schemagate::client_agent
