// A day with a time of day as one value: "2026-05-04T09:30:00Z". Both have to be said.
#include <algorithm>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;
using std::chrono::sys_days;

constexpr double kSure = 0.6;
constexpr int kDayMinutes = 24 * 60;

bool is_of_day(const SpanOfDays& span) {
  return span.unit == "hour" || span.unit == "minute";
}

class MomentMapper {
 public:
  MomentMapper(Draft& draft, sys_days today) : draft_(draft), sentence_(draft.sentence()) {
    for (const DateMention& mention : find_dates(sentence_, today)) add(dates_, mention);
    for (const TimeMention& mention : find_times(sentence_)) add(times_, mention);
    std::erase_if(dates_, [today](const DateMention& each) {
      return each.is_past || (each.is_real && each.date < today);
    });
  }

  void run(const std::vector<std::size_t>& keys) {
    if (dates_.empty() && times_.empty()) return;
    if (dates_.empty()) return hear_all(keys, span_of(times_), "no day");
    if (times_.empty()) return hear_all(keys, span_of(dates_), "no time");
    if (keys.size() == 1) return map_single(keys[0]);
    if (keys.size() == 2) return map_window(keys);
    hear_all(keys, span_of(dates_), "several days and times");
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // What is corrected later, or not wanted, is no mention.
  template <class Mention>
  void add(std::vector<Mention>& mentions, const Mention& mention) {
    if (!draft_.parse().is_free(mention.first) || is_refused(sentence_, mention.first)) return;
    if (const auto cue = correction_before(sentence_, mention.first); cue && !mentions.empty()) {
      draft_.parse().take({mentions.back().first, mentions.back().last});
      draft_.parse().take({*cue, mention.first});
      mentions.pop_back();
    }
    mentions.push_back(mention);
  }

  template <class Mention>
  static Span span_of(const std::vector<Mention>& mentions) {
    return {mentions.front().first, mentions.back().last};
  }

  void hear_all(const std::vector<std::size_t>& keys, Span words, const std::string& why) {
    for (const std::size_t key : keys) draft_.hear(key, words, why);
  }

  void map_single(std::size_t key) {
    const bool one_day =
        std::ranges::all_of(dates_, [this](const DateMention& each) { return each.date == dates_[0].date; });
    if (!one_day) return draft_.hear(key, span_of(dates_), "several days");
    if (times_.size() > 1) return draft_.hear(key, span_of(times_), "several times");
    const Side bound = bound_of(times_[0]);
    if (bound != Side::kNone && bound != draft_.key(key).profile.side)
      return draft_.hear(key, span_of(times_), "no exact time");
    give(key, dates_[0], times_[0]);
  }

  // "from 4 May, 9:00 to 6 May, 17:00", "on 4 May from 9 to 11", "on 4 May at 9, for two hours".
  void map_window(const std::vector<std::size_t>& keys) {
    const bool swapped = draft_.key(keys[0]).profile.side == Side::kEnd;
    const std::size_t start = keys[swapped ? 1 : 0];
    const std::size_t end = keys[swapped ? 0 : 1];
    const bool pairs = times_.size() == 2 && dates_.size() <= 2;
    if (pairs) {
      give(start, dates_.front(), times_[0]);
      give(end, dates_.back(), times_[1]);
      return;
    }
    if (dates_.size() != 1 || times_.size() != 1)
      return hear_all(keys, span_of(dates_), "several days and times");
    const std::optional<int> from = give(start, dates_[0], times_[0]);
    if (from) give_end(end, *from);
  }

  void give_end(std::size_t key, int from) {
    const auto spans = find_spans_of_days(sentence_);
    if (spans.size() != 1 || !is_of_day(spans[0]) || !draft_.parse().is_free(spans[0].first)) return;
    const int minutes = from + spans[0].count * (spans[0].unit == "hour" ? 60 : 1);
    const sys_days date = dates_[0].date + std::chrono::days(minutes / kDayMinutes);
    draft_.give(key, written(key, date, minutes % kDayMinutes), 0.85, {spans[0].first, spans[0].last});
  }

  // The words before a time that make a bound of it.
  Side bound_of(const TimeMention& time) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, time.first); ++back) {
      const auto before = word(time.first - back);
      if (lists("after from since", before)) return Side::kStart;
      if (lists("before until till by latest", before)) return Side::kEnd;
      if (!lists("at the about than", before)) break;
    }
    return Side::kNone;
  }

  // The minutes from midnight that were given; nullopt: the key is only heard.
  std::optional<int> give(std::size_t key, const DateMention& date, const TimeMention& time) {
    const Span words{std::min(date.first, time.first), std::max(date.last, time.last)};
    const auto reading = read_time(time, draft_.key(key).profile.hours, half_of_day_in(sentence_));
    if (date.confidence < kSure || !reading.minutes) {
      const std::string about_day = date.is_real ? "may be another day" : "no such day";
      draft_.hear(key, words, date.confidence < kSure ? about_day : reading.why);
      return std::nullopt;
    }
    const std::string evidence = draft_.parse().text({date.first, date.last});
    draft_.give(key, Match{written(key, date.date, *reading.minutes), date.confidence * 0.95, evidence});
    take(date.first, date.last);
    take(time.first, std::max(time.last, time.first + 1));
    return reading.minutes;
  }
  void take(std::size_t first, std::size_t last) {
    while (first > 0 && sentence_.follows_on(first) && draft_.parse().is_free(first - 1) &&
           lists("on at from after for the to until before by starting", word(first - 1)))
      --first;
    draft_.parse().take({first, last});
  }

  std::string written(std::size_t key, sys_days date, int minutes) const {
    return json_text(format_date(date) + "T" + format_time(minutes) + draft_.key(key).profile.time_tail);
  }

  Draft& draft_;
  const Utterance& sentence_;
  std::vector<DateMention> dates_;
  std::vector<TimeMention> times_;
};

}  // namespace

void map_moments(Draft& draft, sys_days today) {
  const auto keys = draft.open(KeyKind::kDateTime);
  if (!keys.empty()) MomentMapper(draft, today).run(keys);
}

}  // namespace schemagate::client_agent
