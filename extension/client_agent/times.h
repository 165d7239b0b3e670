// Times of day in a sentence: "19:30", "8 pm", "half past six", "a quarter to eight in the evening", "noon".
//
//   for (const TimeMention& each : find_times(Utterance("between 4 and 6 pm"))) …  // 4 and 6, both pm
//
// English. Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "extension/client_agent/key_profile.h"
#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

enum class HalfOfDay { kUnsaid, kMorning, kAfternoon };

// A clock time and the words that name it.
struct TimeMention {
  std::size_t first = 0;  // words [first, last)
  std::size_t last = 0;
  int hour = 0;  // as said: 0 to 24
  int minute = 0;
  HalfOfDay half = HalfOfDay::kUnsaid;
  bool is_clock = false;  // in figures: "9:30"
  bool is_vague = false;  // "around 8"
};

// In the order of the sentence. A bare number is one only behind "at", "by", "until", and beside another
// time.
std::vector<TimeMention> find_times(const Utterance& utterance);

// The minutes from midnight that a time means, or two candidates where nothing tells the halves of the day
// apart: the words beside it, the hours that are possible, or what the sentence says elsewhere ("dinner").
// `hours` may be nullopt.
struct TimeReading {
  std::optional<int> minutes;  // nullopt: not certain
  std::string why;             // it is not
};
TimeReading read_time(const TimeMention& time, const std::optional<Hours>& hours, HalfOfDay elsewhere);

// What the sentence says of the half of the day without a clock: "dinner", "tonight", "tomorrow morning".
HalfOfDay half_of_day_in(const Utterance& utterance);

// HH:MM.
std::string format_time(int minutes);

}  // namespace schemagate::client_agent
