#include "extension/client_agent/times.h"

#include <algorithm>
#include <charconv>

#include "a2a/text/ascii.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr int kHour = 60;

std::optional<int> whole(string_view text, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool ok =
      error == std::errc() && end == text.data() + text.size() && !text.empty() && text.size() <= 2;
  return ok && value >= 0 && value <= most ? std::optional(value) : std::nullopt;
}

// A word of figures with what may be glued to it: "8pm", "20h30", "9.45".
struct Clock {
  int hour = 0;
  int minute = 0;
  HalfOfDay half = HalfOfDay::kUnsaid;
  bool has_minutes = false;
  bool is_marked = false;  // am, pm, h: a time for certain
  bool has_colon = false;
};

HalfOfDay take_half(string_view& text) {
  for (const auto& [ending, half] :
       {std::pair<string_view, HalfOfDay>{"am", HalfOfDay::kMorning}, {"pm", HalfOfDay::kAfternoon}}) {
    if (text.size() > 2 && text.ends_with(ending) && a2a::text::is_digit(text[text.size() - 3])) {
      text.remove_suffix(2);
      return half;
    }
  }
  return HalfOfDay::kUnsaid;
}

std::optional<Clock> clock_of(string_view text) {
  Clock clock;
  clock.half = take_half(text);
  clock.is_marked = clock.half != HalfOfDay::kUnsaid;
  for (string_view ending : {"hrs", "h"}) {
    if (!clock.is_marked && text.size() > ending.size() && text.ends_with(ending)) {
      text.remove_suffix(ending.size());
      clock.is_marked = true;
    }
  }
  const auto parting = text.find_first_of(":.h");
  const auto hour = whole(text.substr(0, parting), 24);
  if (!hour) return std::nullopt;
  clock.hour = *hour;
  if (parting == string_view::npos) return clock;
  const auto minutes = text.substr(parting + 1);
  const auto minute = whole(minutes, 59);
  if (!minute || minutes.size() != 2) return std::nullopt;
  clock.minute = *minute;
  clock.has_minutes = true;
  clock.has_colon = text[parting] != '.';
  clock.is_marked = clock.is_marked || text[parting] == 'h';
  return clock;
}

HalfOfDay half_of_part(string_view word) {
  if (word == "morning") return HalfOfDay::kMorning;
  return lists("afternoon evening night", word) ? HalfOfDay::kAfternoon : HalfOfDay::kUnsaid;
}

class TimeFinder {
 public:
  explicit TimeFinder(const Utterance& sentence) : sentence_(sentence) {}

  std::vector<TimeMention> find() {
    for (std::size_t at = 0; at < sentence_.size();) {
      auto time = time_at(at);
      if (!time && !mentions_.empty()) time = joined_at(at);
      if (!time) {
        ++at;
        continue;
      }
      read_half(*time);
      read_vagueness(*time);
      at = time->last;
      mentions_.push_back(*time);
    }
    share_halves();
    return mentions_;
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  std::optional<TimeMention> time_at(std::size_t at) {
    if (auto pair = dashed_at(at)) return pair;
    if (auto named = named_at(at)) return named;
    if (auto past = past_at(at)) return past;
    if (auto figures = figures_at(at)) return figures;
    if (auto spoken = spoken_at(at)) return spoken;
    return first_of_two_at(at);
  }

  std::optional<TimeMention> named_at(std::size_t at) const {
    const std::size_t twelve = word(at) == "12" ? 1 : 0;
    const auto name = word(at + twelve);
    const bool is_day = name == "day" && twelve == 0 && at > 0 && word(at - 1) == "mid";
    if (name == "noon" || name == "midday" || is_day)
      return TimeMention{at, at + twelve + 1, 12, 0, HalfOfDay::kAfternoon, true};
    if (name == "midnight") return TimeMention{at, at + twelve + 1, 0, 0, HalfOfDay::kMorning, true};
    return std::nullopt;
  }

  // "half past six", "a quarter to eight", "ten past eight", "twenty-five to nine".
  std::optional<TimeMention> past_at(std::size_t at) const {
    std::size_t next = at + (word(at) == "a" ? 1 : 0);
    int minutes = 0;
    if (word(next) == "half") {
      minutes = 30;
      ++next;
    } else if (word(next) == "quarter") {
      minutes = 15;
      ++next;
    } else if (const auto number = number_at(sentence_, at);
               number && number->value > 0 && number->value < 30) {
      minutes = static_cast<int>(number->value);
      next = at + number->words;
      if (word(next) == "minutes" || word(next) == "min") ++next;
    }
    const bool past = word(next) == "past" || word(next) == "after";
    const bool to = word(next) == "to" || word(next) == "before" || word(next) == "til";
    // "half seven"
    const auto half_of = minutes == 30 && !(past || to) ? hour_at(next) : std::nullopt;
    if (half_of && half_of->value <= 12 && ends_phrase(half_of->last))
      return TimeMention{at, half_of->last, half_of->value, 30};
    if (minutes == 0 || !(past || to)) return std::nullopt;
    const auto hour = hour_at(next + 1);
    const bool is_range = to && minutes != 15 && !lists("o'clock", word(next + 2)) && !is_word_number(at);
    if (!hour || minutes % 5 != 0 || is_range || (to && minutes == 30)) return std::nullopt;
    if (word(next) == "after" && minutes != 15) return std::nullopt;
    const int value = to ? (hour->value * 60 + 1440 - minutes) % 1440 : hour->value * 60 + minutes;
    return TimeMention{at, hour->last, value / 60 == 0 && to ? 12 : value / 60, value % 60};
  }

  bool is_word_number(std::size_t at) const {
    return !word(at).empty() && !a2a::text::is_digit(word(at).front());
  }

  struct Hour {
    int value = 0;
    std::size_t last = 0;
  };
  std::optional<Hour> hour_at(std::size_t at) const {
    if (word(at) == "noon" || word(at) == "midday") return Hour{12, at + 1};
    if (const auto clock = clock_of(word(at)); clock && !clock->has_minutes && clock->hour >= 1)
      return Hour{clock->hour, clock->half == HalfOfDay::kUnsaid ? at + 1 : at};
    const auto number = number_at(sentence_, at);
    if (!number || number->words > 1 || number->value < 1 || number->value > 24 ||
        number->value != static_cast<int>(number->value))
      return std::nullopt;
    return Hour{static_cast<int>(number->value), at + 1};
  }

  bool is_half_word(std::size_t at) const { return word(at) == "am" || word(at) == "pm"; }
  bool is_clock_word(std::size_t at) const {
    return lists("o'clock oclock h hrs hours uhr sharp", word(at)) && word(at) != "hours";
  }

  // In figures: certain by a colon or by what stands beside; a bare number only behind a preposition.
  std::optional<TimeMention> figures_at(std::size_t at) const {
    const auto clock = clock_of(word(at));
    if (!clock || word(at).empty()) return std::nullopt;
    TimeMention time{at, at + 1, clock->hour, clock->minute, clock->half, clock->has_minutes};
    const bool beside = is_half_word(at + 1) || is_clock_word(at + 1) || part_behind(at + 1) > 0;
    if (clock->has_colon || clock->is_marked || beside) return time;
    if (clock->has_minutes) return leads_time(at) && ends_phrase(at + 1) ? std::optional(time) : std::nullopt;
    return is_led(at) && ends_phrase(at + 1) && clock->hour >= 1 ? std::optional(time) : std::nullopt;
  }

  bool leads_time(std::size_t at) const {
    return at > 0 && (lists("at @ from until till by around about after before today tomorrow tmrw tonight "
                            "monday tuesday wednesday thursday friday saturday sunday may june july august "
                            "september october november december january february march april",
                            word(at - 1)) ||
                      !sentence_.follows_on(at));
  }
  bool is_led(std::size_t at) const {
    return at > 0 && (lists("at @", word(at - 1)) || sentence_[at].separator.contains('@'));
  }

  // What follows belongs to something else, so that the number stands alone.
  bool ends_phrase(std::size_t at) const {
    if (at >= sentence_.size() || !sentence_.follows_on(at)) return true;
    if (lists("per a each out of percent euros euro of", word(at))) return false;
    return lists(
        "on for with by in at to and or until till if please today tomorrow tonight this next from the under "
        "not but sharp about because so as when "
        "monday tuesday wednesday thursday friday saturday sunday i we my",
        word(at));
  }

  // "seven thirty", "eight o'clock", "three in the afternoon", "at ten".
  std::optional<TimeMention> spoken_at(std::size_t at) const {
    const auto number = number_at(sentence_, at);
    if (!number || !is_word_number(at) || word(at) == "a" || number->words != 1) return std::nullopt;
    const int hour = static_cast<int>(number->value);
    if (hour < 1 || hour > 12) return std::nullopt;
    const auto minutes = number_at(sentence_, at + 1);
    const bool has_minutes = minutes && lists("fifteen thirty forty ten twenty fifty", word(at + 1)) &&
                             sentence_.follows_on(at + 1);
    if (has_minutes && (is_led(at) || part_behind(at + 1 + minutes->words) > 0 ||
                        is_half_word(at + 1 + minutes->words) || ends_phrase(at + 1 + minutes->words))) {
      return TimeMention{at, at + 1 + minutes->words, hour, static_cast<int>(minutes->value)};
    }
    const bool beside = is_half_word(at + 1) || is_clock_word(at + 1) || part_behind(at + 1) > 0;
    if (beside || (is_led(at) && ends_phrase(at + 1))) return TimeMention{at, at + 1, hour, 0};
    return std::nullopt;
  }

  // "in the afternoon", "at night", "this evening", "tonight": how many words it takes; 0: none.
  std::size_t part_behind(std::size_t at) const {
    if (at < sentence_.size() && !sentence_.follows_on(at)) return 0;
    if (word(at) == "in" && word(at + 1) == "the" && lists("morning afternoon evening", word(at + 2)))
      return 3;
    if (word(at) == "at" && word(at + 1) == "night") return 2;
    if (word(at) == "this" && lists("morning afternoon evening", word(at + 1))) return 2;
    return lists("tonight tonite", word(at)) ? 1 : 0;
  }

  // "4-6 pm", "10-12am".
  std::optional<TimeMention> dashed_at(std::size_t at) {
    const auto text = word(at);
    const auto dash = text.find('-');
    if (dash == string_view::npos || text.find('-', dash + 1) != string_view::npos) return std::nullopt;
    const auto one = clock_of(text.substr(0, dash));
    const auto other = clock_of(text.substr(dash + 1));
    if (!one || !other) return std::nullopt;
    const bool certain = one->has_colon || other->has_colon || other->is_marked || is_half_word(at + 1) ||
                         is_clock_word(at + 1);
    if (!certain) return std::nullopt;
    mentions_.push_back({at, at, one->hour, one->minute, one->half, one->has_minutes});
    return TimeMention{at, at + 1, other->hour, other->minute, other->half, other->has_minutes};
  }

  // The bare number before a certain time: "between 4 and 6 pm", "from 10 to 11:30".
  std::optional<TimeMention> first_of_two_at(std::size_t at) {
    if (at == 0 || !lists("between from", word(at - 1))) return std::nullopt;
    const auto hour = hour_at(at);
    if (!hour || hour->last != at + 1) return std::nullopt;
    const bool joins = lists("and to until till", word(hour->last)) ||
                       sentence_[std::min(hour->last, sentence_.size() - 1)].separator.contains('-');
    const std::size_t second = hour->last + (lists("and to until till", word(hour->last)) ? 1 : 0);
    const bool is_time =
        joins && (figures_at(second) || spoken_at(second) || named_at(second) || past_at(second));
    return is_time ? std::optional(TimeMention{at, at + 1, hour->value, 0}) : std::nullopt;
  }

  // The bare number behind a certain time: "from 10:00 to 12", "between half past one and three".
  std::optional<TimeMention> joined_at(std::size_t at) const {
    const std::size_t end = mentions_.back().last;
    const bool joined = at > 0 && lists("and to until till", word(at - 1)) && end + 1 == at;
    const bool dashed = end == at && sentence_[at].separator.contains('-');
    const auto hour = joined || dashed ? hour_at(at) : std::nullopt;
    if (!hour || hour->last != at + 1 || !(ends_phrase(at + 1) || part_behind(at + 1) > 0))
      return std::nullopt;
    return TimeMention{at, at + 1, hour->value, 0};
  }

  void read_half(TimeMention& time) const {
    if (time.half != HalfOfDay::kUnsaid && time.first != time.last && word(time.last - 1) != "noon") {
      skip_part(time);
      return;
    }
    if (is_half_word(time.last)) {
      time.half = word(time.last) == "am" ? HalfOfDay::kMorning : HalfOfDay::kAfternoon;
      ++time.last;
    } else if (is_clock_word(time.last)) {
      ++time.last;
      if (is_half_word(time.last)) return read_half(time);
    }
    skip_part(time);
  }
  void skip_part(TimeMention& time) const {
    const std::size_t part = part_behind(time.last);
    if (part == 0) return;
    const auto name = word(time.last + part - 1);
    const bool is_night = name == "night" || lists("tonight tonite", name);
    if (time.half == HalfOfDay::kUnsaid) {
      const bool early = is_night && time.hour < 5;
      time.half = is_night ? (early ? HalfOfDay::kMorning : HalfOfDay::kAfternoon) : half_of_part(name);
    }
    if (!lists("tonight tonite", name) && word(time.last) != "this") time.last += part;
    if (word(time.last) == "sharp") ++time.last;
  }

  void read_vagueness(TimeMention& time) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, time.first); ++back) {
      if (lists("around about approximately roughly circa ca towards toward near", word(time.first - back)))
        time.is_vague = true;
    }
    if (lists("ish", word(time.last)) ||
        (word(time.last) == "or" && lists("so later earlier thereabouts", word(time.last + 1))))
      time.is_vague = true;
  }

  // "between 4 and 6 pm": what the second one says holds for the first where it would still be the earlier
  // one.
  void share_halves() {
    for (std::size_t i = 0; i + 1 < mentions_.size(); ++i) {
      auto& one = mentions_[i];
      const auto& other = mentions_[i + 1];
      const bool near = other.first <= one.last + 1;
      if (!near || one.half != HalfOfDay::kUnsaid || other.half == HalfOfDay::kUnsaid || one.hour > 12)
        continue;
      if (other.hour == 0 || other.hour == 24) {
        one.half = HalfOfDay::kAfternoon;  // "from six to midnight"
        continue;
      }
      one.half = one.hour % 12 < other.hour % 12 || other.hour == 12 ? other.half : HalfOfDay::kMorning;
      if (other.hour == 12 && other.half == HalfOfDay::kAfternoon) one.half = HalfOfDay::kMorning;
    }
  }

  const Utterance& sentence_;
  std::vector<TimeMention> mentions_;
};

}  // namespace

std::vector<TimeMention> find_times(const Utterance& utterance) {
  return TimeFinder(utterance).find();
}

TimeReading read_time(const TimeMention& time, const std::optional<Hours>& hours, HalfOfDay elsewhere) {
  if (time.is_vague) return {std::nullopt, "no exact time"};
  const auto fits = [&hours](int minutes) { return !hours || hours->include(minutes); };
  const auto certain = [&fits](int minutes) {
    return fits(minutes) ? TimeReading{minutes, ""} : TimeReading{std::nullopt, "outside of the hours"};
  };
  const int said = time.hour % 24 * kHour + time.minute;
  if (time.hour > 12 || time.hour == 0) return certain(said);
  const int early = time.hour % 12 * kHour + time.minute;
  const int late = early + 12 * kHour;
  if (time.half != HalfOfDay::kUnsaid) return certain(time.half == HalfOfDay::kMorning ? early : late);
  if (hours && fits(early) != fits(late)) return {fits(early) ? early : late, ""};
  if (hours && !fits(early)) return {std::nullopt, "outside of the hours"};
  if (elsewhere != HalfOfDay::kUnsaid) return certain(elsewhere == HalfOfDay::kMorning ? early : late);
  const bool is_plain = time.is_clock && time.hour >= 8;
  if (is_plain) return {said, ""};
  return {std::nullopt, "morning or evening"};
}

HalfOfDay half_of_day_in(const Utterance& utterance) {
  bool morning = false;
  bool later = false;
  std::string_view before;
  for (const Word& word : utterance.words()) {
    const bool greets = before == "good";
    before = word.text;
    if (greets) continue;
    morning = morning || lists("morning breakfast brunch", word.text);
    later = later || lists("afternoon evening dinner supper tonight tonite night", word.text);
  }
  if (morning == later) return HalfOfDay::kUnsaid;
  return morning ? HalfOfDay::kMorning : HalfOfDay::kAfternoon;
}

std::string format_time(int minutes) {
  const auto digits = [](int value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return digits(minutes / kHour % 24) + ":" + digits(minutes % kHour);
}

}  // namespace schemagate::client_agent
