#include <algorithm>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

// When tables are given, where the template has no hours: nobody dines at seven in the morning.
constexpr Hours kMeals{.opening = 11 * 60, .closing = 23 * 60};

// A time with what the words before it make of it.
struct Timed {
  TimeMention mention;
  Side side = Side::kNone;  // not before, not after
  std::size_t cue = 0;      // first word that belongs to it
};

class TimeMapper {
 public:
  explicit TimeMapper(Draft& draft) : draft_(draft), sentence_(draft.sentence()) {
    for (const TimeMention& mention : find_times(sentence_)) {
      if (!draft.parse().is_free(mention.first)) continue;
      if (is_refused(sentence_, mention.first)) {
        refused_.push_back(mention);
        continue;
      }
      const auto correction = correction_before(sentence_, mention.first);
      if (correction && !times_.empty()) {
        draft.parse().take({times_.back().mention.first, times_.back().mention.last});
        draft.parse().take({*correction, mention.first});
        times_.pop_back();
      }
      times_.push_back(with_cue(mention));
    }
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) relate(times_[i], times_[i + 1]);
    if (times_.size() == 1) take_refused();
    if (times_.empty() && draft.open(KeyKind::kTime).size() == 2) find_bare_window();
  }

  void run() {
    if (times_.size() > 1 && times_[0].side == Side::kStart && times_[1].side == Side::kEnd) hear_lengths();
    const auto keys = draft_.open(KeyKind::kTime);
    if (keys.empty() || times_.empty()) return;
    if (keys.size() == 1) return map_single(keys[0]);
    std::optional<std::size_t> start;
    std::optional<std::size_t> end;
    for (const std::size_t key : keys) {
      const Side side = draft_.key(key).profile.side;
      if (side == Side::kStart && !start) start = key;
      if (side == Side::kEnd && !end) end = key;
    }
    if (keys.size() == 2 && !(start && end)) {
      start = keys[0];
      end = keys[1];
    }
    if (start && end) map_window(*start, *end);
    if (start && end) give_end_by_length(*start, *end);
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "3 pm, not 2 pm": what is not wanted, beside what is, says nothing more.
  void take_refused() {
    for (const TimeMention& each : refused_) {
      std::size_t first = each.first;
      while (first > 0 && lists("not at instead of rather than", word(first - 1))) --first;
      draft_.parse().take({first, each.last});
    }
  }

  // "from 1 pm to 9 pm" says how long, too.
  void hear_lengths() {
    for (const std::size_t key : draft_.open(KeyKind::kDuration)) {
      if (lists("hour hours minute minutes", draft_.key(key).profile.unit))
        draft_.hear(key, {times_[0].cue, times_[1].mention.last}, "from and to, but no length");
    }
  }

  Timed with_cue(const TimeMention& mention) const {
    Timed timed{.mention = mention, .cue = mention.first};
    const std::size_t floor = times_.empty() ? 0 : times_.back().mention.last;
    for (std::size_t back = 1; back <= 3 && mention.first >= floor + back; ++back) {
      const std::size_t at = mention.first - back;
      if (back > 1 && !sentence_.follows_on(at + 1)) break;
      const bool negated = at > 0 && lists("not no never", word(at - 1));
      if (timed.side == Side::kNone && lists("after earliest earlier", word(at))) timed.side = Side::kStart;
      if (timed.side == Side::kNone && back == 1 && lists("from", word(at))) timed.side = Side::kStart;
      if (timed.side == Side::kNone && lists("before by until till latest later", word(at)))
        timed.side = negated && word(at) == "before" ? Side::kStart : Side::kEnd;
      const bool belongs = lists(
          "after before by until till from not at no later than earlier earliest latest between around about "
          "the",
          word(at));
      if (!belongs) break;
      timed.cue = at;
    }
    return timed;
  }

  void relate(Timed& one, Timed& other) const {
    const std::size_t from = one.mention.last;
    const std::size_t gap = other.mention.first >= from ? other.mention.first - from : 0;
    const bool dashed =
        gap == 0 && (one.mention.first == one.mention.last ||
                     sentence_[other.mention.first].separator.find_first_of("-\xe2") != string_view::npos);
    const bool joined = gap == 1 && lists("to until till and", word(from));
    if (!dashed && !joined) return;
    if (joined && word(from) == "and" && !(one.mention.first > 0 && word(one.mention.first - 1) == "between"))
      return;
    one.side = Side::kStart;
    other.side = Side::kEnd;
  }

  // "from 9 to 11", "Wednesday 10 to 12", where a beginning and an end are asked for.
  void find_bare_window() {
    for (std::size_t at = 1; at + 2 < sentence_.size(); ++at) {
      const auto one = number_at(sentence_, at);
      const std::size_t joint = at + (one ? one->words : 0);
      const bool is_led = lists("from between", word(at - 1)) || !draft_.parse().is_free(at - 1);
      const bool is_joined =
          lists("to till until", word(joint)) || (word(joint) == "and" && word(at - 1) == "between");
      const auto other = one && is_led && is_joined ? number_at(sentence_, joint + 1) : std::nullopt;
      if (!other || !draft_.parse().is_free(at) || !draft_.parse().is_free(joint + 1)) continue;
      const std::size_t last = joint + 1 + other->words;
      if (!is_hour(one->value) || !is_hour(other->value) || !ends_window(last)) continue;
      const auto [from, to] = window_of(static_cast<int>(one->value), static_cast<int>(other->value));
      times_ = {{TimeMention{at, joint, from.first, 0, from.second}, Side::kStart,
                 at - (lists("from between", word(at - 1)) ? 1 : 0)},
                {TimeMention{joint + 1, last, to.first, 0, to.second}, Side::kEnd, joint}};
      return;
    }
  }
  static bool is_hour(double value) { return value >= 1 && value <= 24 && value == static_cast<int>(value); }
  bool ends_window(std::size_t at) const {
    return at >= sentence_.size() || !sentence_.follows_on(at) || !draft_.parse().is_free(at) ||
           lists("on with for in at please tomorrow today and we i", word(at));
  }
  using Said = std::pair<int, HalfOfDay>;
  // "9 to 11" is in the morning, "10 to 2" over noon, "2 to 4" may be either.
  static std::pair<Said, Said> window_of(int from, int to) {
    using enum HalfOfDay;
    const bool over_noon = from >= 7 && from <= 12 && to < from;
    const bool till_noon = from >= 8 && from < to && to <= 12;
    if (!over_noon && !till_noon) return {{from, kUnsaid}, {to, kUnsaid}};
    return {{from, from == 12 ? kAfternoon : kMorning}, {to, over_noon || to == 12 ? kAfternoon : kMorning}};
  }

  // "at four, for one hour"
  void give_end_by_length(std::size_t start, std::size_t end) {
    if (!draft_.found(start) || !draft_.is_open(end) || !draft_.open(KeyKind::kDuration).empty()) return;
    const auto spans = find_spans_of_days(sentence_);
    const bool is_plain = spans.size() == 1 && lists("hour minute", spans[0].unit) &&
                          draft_.parse().is_free(spans[0].first) && spans[0].first > 0 &&
                          word(spans[0].first - 1) == "for";
    if (!is_plain) return;
    const int minutes = start_minutes_ + spans[0].count * (spans[0].unit == "hour" ? 60 : 1);
    if (minutes >= 24 * 60) return;
    draft_.give(end, json_text(format_time(minutes)), 0.85, {spans[0].first, spans[0].last});
    draft_.parse().take({spans[0].first - 1, spans[0].first});
  }

  TimeReading reading(std::size_t key, const Timed& timed) const {
    const auto& hours = draft_.key(key).profile.hours;
    const bool breakfasts = std::ranges::any_of(
        sentence_.words(), [](const Word& each) { return lists("breakfast brunch morning", each.text); });
    const bool is_of_meal = !hours && !breakfasts && timed.mention.half == HalfOfDay::kUnsaid &&
                            timed.mention.hour <= 12 &&
                            draft_.parse().is_word_of_template(meaning_of("restaurant"));
    return read_time(timed.mention, is_of_meal ? std::optional(kMeals) : hours, half_of_day_in(sentence_));
  }

  void give(std::size_t key, const Timed& timed) {
    const Span words{timed.mention.first, std::max(timed.mention.last, timed.mention.first + 1)};
    const TimeReading read = reading(key, timed);
    if (!read.minutes) return draft_.hear(key, words, read.why);
    draft_.give(key, json_text(format_time(*read.minutes)), 0.9, words);
    if (draft_.key(key).profile.side != Side::kEnd) start_minutes_ = *read.minutes;
    draft_.parse().take({timed.cue, timed.mention.last});
  }

  void map_single(std::size_t key) {
    const KeyProfile& profile = draft_.key(key).profile;
    const Side wanted = profile.is_earliest ? Side::kStart : profile.side;
    const bool is_range = times_.size() > 1 && times_[0].side == Side::kStart && times_[1].side == Side::kEnd;
    const Timed& first = times_.front();
    const bool asks_from = wanted == Side::kStart && (word(first.cue) == "from" || profile.is_earliest);
    const bool is_bound = first.side == Side::kEnd     ? wanted != Side::kEnd
                          : first.side == Side::kStart ? !asks_from
                                                       : wanted == Side::kEnd;  // "at 3 pm" for an end
    const auto meant = reading(key, first).minutes;
    const bool same =
        std::ranges::all_of(times_, [&](const Timed& each) { return reading(key, each).minutes == meant; });
    if (is_range || is_bound || !same)
      return draft_.hear(key, {first.cue, times_.back().mention.last},
                         is_range || is_bound ? "no exact time" : "several times");
    give(key, first);
  }

  void map_window(std::size_t start, std::size_t end) {
    bool from = false;
    bool to = false;
    for (const Timed& each : times_) {
      if (each.side == Side::kStart && !from) {
        give(start, each);
        from = true;
      } else if (each.side == Side::kEnd && !to) {
        give(end, each);
        to = true;
      } else if (begins_by_itself(start, each)) {
        give(start, each);
      } else if (draft_.is_open(start)) {
        draft_.hear(start, {each.mention.first, each.mention.last}, "a time, but no window");
      }
    }
  }

  // "at 3 pm" for the beginning of a meeting, but not for a window in which something comes.
  bool begins_by_itself(std::size_t start, const Timed& timed) const {
    const KeyProfile& profile = draft_.key(start).profile;
    const bool is_window = profile.is_earliest || profile.cues.contains("window") ||
                           profile.cues.contains("slot") || profile.cues.contains("between");
    return times_.size() == 1 && timed.side == Side::kNone && profile.side == Side::kStart && !is_window &&
           draft_.is_open(start);
  }

  Draft& draft_;
  const Utterance& sentence_;
  std::vector<Timed> times_;
  std::vector<TimeMention> refused_;
  int start_minutes_ = 0;  // of the day, once the beginning is found
};

}  // namespace

void map_times(Draft& draft) {
  TimeMapper(draft).run();
}

}  // namespace schemagate::client_agent
