#include <algorithm>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/draft.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;
using std::chrono::days;
using std::chrono::sys_days;

constexpr double kSure = 0.6;
constexpr std::size_t kCueReach = 4;
// Never of what is to come, as "delivered on Monday" may be.
constexpr string_view kHappened = "bought got received happened took came broke began went saw";

// A date with what the words before it say of it.
struct Dated {
  DateMention mention;
  Side side = Side::kNone;
  bool goes_back = false;    // of the way home
  bool leaves = false;       // "leaving Saturday": the end of a stay, the beginning of a journey
  bool is_usable = true;     // wanted, and not corrected later
  bool is_vague = false;     // "around the 5th"
  bool has_been = false;     // "received on Saturday"
  bool is_latest = false;    // "by Friday", "not after the 5th": vague but for a key that asks for just that
  bool is_earliest = false;  // "not before Friday"
  std::size_t cue = 0;       // first word that belongs to it
  double bonus = 0;          // stands where the request is made
};

class DateMapper {
 public:
  DateMapper(Draft& draft, sys_days today) : draft_(draft), sentence_(draft.sentence()), today_(today) {
    for (const DateMention& mention : find_dates(sentence_, today)) {
      if (draft.parse().is_free(mention.first)) add(mention);
    }
    for (std::size_t i = 0; i + 1 < dates_.size(); ++i) relate(dates_[i], dates_[i + 1]);
    for (const SpanOfDays& span : find_spans_of_days(sentence_)) {
      // "60 euros a night" is a price for one, "for a night" a stay.
      if (lists("a an", word(span.first)) && follows_amount(span.first)) continue;
      const bool is_date = std::ranges::any_of(dates_, [&span](const Dated& each) {
        return span.first < each.mention.last && each.mention.first < span.last;
      });
      if (!is_date && draft.parse().is_free(span.first)) spans_.push_back(span);
    }
  }

  void run() {
    for (const std::size_t key : draft_.open(KeyKind::kDate)) {
      if (draft_.key(key).profile.is_birth) map_birth(key);
    }
    auto keys = draft_.open(KeyKind::kDate);
    std::erase_if(keys, [this](std::size_t key) { return draft_.key(key).profile.is_birth; });
    map(keys);
    for (const std::size_t key : keys) {
      if (draft_.is_open(key)) hear_vaguely(key);
    }
  }

 private:
  void map(const std::vector<std::size_t>& keys) {
    std::optional<std::size_t> start;
    std::optional<std::size_t> end;
    for (const std::size_t key : keys) {
      const Side side = draft_.key(key).profile.side;
      if (keys.size() == 1) return map_single(key);
      if (side == Side::kEnd && !end) end = key;
      if (side != Side::kEnd && !start) start = key;
    }
    if (keys.size() != 2) return map_by_cues(keys);
    if (!start || !end) {
      if (!is_period()) return map_by_cues(keys);
      start = keys[0];
      end = keys[1];
    }
    map_stay(*start, *end);
  }

  // Two days, or one with how long or from when: in the order of the keys, where these do not say more.
  bool is_period() const {
    const auto dates = usable(false);
    const bool has_side = dates.size() == 1 && dates[0].side != Side::kNone;
    return dates.size() == 2 || has_side ||
           (dates.size() == 1 && (!spans_.empty() || night_before(dates[0])));
  }
  // "for the night of the 4th of July"
  std::optional<std::size_t> night_before(const Dated& dated) const {
    std::size_t at = dated.mention.first;
    while (at > 0 && sentence_.follows_on(at) && lists("the of on", word(at - 1))) --at;
    const bool is_night =
        at > 1 && at < dated.mention.first && word(at - 1) == "night" && lists("the one a", word(at - 2));
    return is_night ? std::optional(at - 1) : std::nullopt;
  }

  bool follows_amount(std::size_t first) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(2, first); ++back) {
      if (number_at(sentence_, first - back) ||
          lists("euro euros eur dollars pounds once twice times", word(first - back)))
        return true;
    }
    return false;
  }

  // Of the dates that have been, the one that is said to be a birthday.
  void map_birth(std::size_t key) {
    for (Dated& each : dates_) {
      bool is_birth = false;
      for (std::size_t back = 1; back <= std::min(kCueReach, each.mention.first); ++back)
        is_birth = is_birth || lists("born birth birthday dob", word(each.mention.first - back));
      if (!is_birth || each.mention.date >= today_) continue;
      each.is_usable = false;
      return give(key, each, each.mention.date);
    }
  }

  // "as soon as possible", "next week", "in June": some day, but which?
  void hear_vaguely(std::size_t key) {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!draft_.parse().is_free(at)) continue;
      const bool soon = word(at) == "soon" && at > 0 && word(at - 1) == "as" && word(at + 1) == "as";
      if (soon) return draft_.hear(key, {at - 1, at + 3}, "no exact day");
      const bool period = lists("next this coming", word(at)) &&
                          lists("week weekend month year spring summer autumn winter", word(at + 1));
      if (period) return draft_.hear(key, {at, at + 2}, "no exact day");
      if (lists("asap weekend whenever", word(at))) return draft_.hear(key, {at, at + 1}, "no exact day");
      const bool month =
          at > 0 && lists("in of during", word(at - 1)) &&
          lists("january february march april may june july august september october november december",
                word(at));
      if (month) return draft_.hear(key, {at, at + 1}, "no exact day");
    }
  }

  string_view word(std::size_t at) const { return sentence_.text(at); }

  void add(const DateMention& mention) {
    Dated dated{.mention = mention, .cue = mention.first};
    read_cues(dated);
    dated.is_usable = !is_refused(sentence_, mention.first);
    if (!dated.is_usable) take_refusal(mention);
    if (const auto cue = correction_before(sentence_, mention.first); cue && !dates_.empty()) {
      dates_.back().is_usable = false;
      draft_.parse().take({dates_.back().mention.first, dates_.back().mention.last});
      draft_.parse().take({*cue, mention.first});
    }
    // "the week of 11 May", but not "the morning of" that day nor "the weekend of 16 and 17 May"
    const bool is_two = word(mention.first + 1) == "and" && day_number(word(mention.first + 2)).has_value();
    if (mention.first > 1 && word(mention.first - 1) == "of" &&
        lists("week weekend", word(mention.first - 2)) && !is_two)
      dated.is_vague = true;
    if (is_of_occasion(mention.first) || leaves_open()) dated.is_vague = true;
    dates_.push_back(dated);
  }

  // "before my exam on 20 November": the day of something else.
  bool is_of_occasion(std::size_t first) const {
    std::size_t at = first;
    while (at > 0 && lists("on the is", word(at - 1))) --at;
    if (at == 0 || !is_occasion(word(at - 1)) || !sentence_.follows_on(at)) return false;
    std::size_t before = at - 1;
    while (before > 0 && lists("my our the his her their a next big", word(before - 1))) --before;
    // "on Thursday for a meeting on Friday": that of the request has been said
    return before > 0 &&
           (lists("before after", word(before - 1)) || (word(before - 1) == "for" && !dates_.empty()));
  }
  // "between 10 and 14 October, whichever day is cheapest": one of them.
  bool leaves_open() const {
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      if (lists("whichever any either some", word(at)) && lists("day date", word(at + 1))) return true;
    }
    return false;
  }

  void take_refusal(const DateMention& mention) {
    std::size_t from = mention.first;
    while (from > 0 && lists("on at from to for in the of not instead rather than except", word(from - 1)))
      --from;
    draft_.parse().take({from, mention.last});
  }

  void read_cues(Dated& dated) const {
    const std::size_t first = dated.mention.first;
    const std::size_t floor = dates_.empty() ? 0 : dates_.back().mention.last;
    bool is_adjacent = true;
    for (std::size_t back = 1; back <= kCueReach && first >= floor + back; ++back) {
      const std::size_t at = first - back;
      if (sentence_[at].sentence != sentence_[first].sentence) break;
      const auto cue = word(at);
      if (is_thing(at)) break;
      if (lists("back return returning inbound", cue)) dated.goes_back = true;
      const bool is_of_date = draft_.parse().are_in_one_clause(at, first);
      if (is_of_date && (lists(kHappened, cue) || (back <= 2 && lists("was were had", cue))))
        dated.has_been = true;
      if (!is_adjacent) continue;
      const bool is_next = back == 1 || word(at + 1) == "the";
      if (is_next) read_bound(dated, at);
      if (is_next && cue == "since") dated.has_been = true;
      if (is_next && lists("around about approximately roughly circa before after by latest earliest", cue))
        dated.is_vague = true;
      const bool opens = back == 1 + on_behind(at) &&
                         (at == 0 || !sentence_.follows_on(at) || lists("and then", word(at - 1)));
      const bool into = (word(at + 1) == "in" && lists("check checking checks move moving", cue)) ||
                        (cue == "in" && opens && on_behind(at) == 1);
      const bool out = (word(at + 1) == "out" && lists("check checking checks move moving", cue)) ||
                       (cue == "out" && opens);
      const bool up = cue == "up" && follows_verb(at, "pick picking picked collect");
      const bool off = cue == "off" && follows_verb(at, "drop dropping dropped");
      if (off) dated.side = Side::kEnd;
      if (up || into || lists("from starting arriving arrive beginning since checkin start", cue))
        dated.side = Side::kStart;
      if (out || lists("until till til through thru ending back return returning checkout leaving leave "
                       "depart departing",
                       cue))
        dated.side = Side::kEnd;
      dated.leaves = dated.leaves || lists("leaving leave depart departing", cue);
      if (back == 1 && cue == "to" && !dates_.empty()) dated.side = Side::kEnd;
      is_adjacent = lists("on the in out at of early it them", cue) && dated.side == Side::kNone;
      if (dated.side != Side::kNone) dated.cue = at;
    }
  }

  // "pick it up", "dropping the car off"
  bool follows_verb(std::size_t at, string_view verbs) const {
    const auto is_own = [](const KeyTerms& key) {
      return key.profile.name_cues.contains(meaning_of("drop")) ||
             key.profile.name_cues.contains(meaning_of("pick"));
    };
    if (std::ranges::any_of(draft_.keys(), is_own)) return false;  // their own words say which is the first
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, at) && sentence_.follows_on(at + 1 - back);
         ++back) {
      if (lists(verbs, word(at - back))) return true;
    }
    return false;
  }

  // "by", "not after", "no later than", "latest"; "not before", "earliest".
  void read_bound(Dated& dated, std::size_t at) const {
    const auto earlier = at > 0 ? word(at - 1) : string_view();
    const bool is_not = lists("not no never", earlier);
    const bool comes_by = word(at) == "by" && lists("come drop stop swing pop pass", earlier);
    dated.is_latest = (lists("by latest", word(at)) && !comes_by) || (word(at) == "after" && is_not) ||
                      (word(at) == "than" && earlier == "later");
    dated.is_earliest = word(at) == "earliest" || (word(at) == "before" && is_not) ||
                        (word(at) == "than" && earlier == "earlier");
    if (dated.is_latest || dated.is_earliest) dated.is_vague = true;
  }

  // "in on 11 May, out on 11 August": one more word between.
  std::size_t on_behind(std::size_t at) const { return word(at + 1) == "on" ? 1 : 0; }

  // "my tax return": what the template itself speaks of elsewhere goes nowhere back.
  bool is_thing(std::size_t at) const {
    if (word(at) != "return" || at == 0 || !sentence_.follows_on(at)) return false;
    const bool is_noun = !lists("to and i we or then a with", word(at - 1));
    return is_noun && std::ranges::any_of(draft_.keys(), [this, at](const KeyTerms& key) {
             return key.profile.kind != KeyKind::kDate && key.profile.cues.contains(sentence_[at].meaning);
           });
  }

  void relate(Dated& one, Dated& other) {
    const std::size_t gap = other.mention.first - one.mention.last;
    const auto joint = word(one.mention.last);
    if (gap == 1 && joint == "or") one.is_vague = other.is_vague = true;
    const bool dashed =
        gap == 0 && sentence_[other.mention.first].separator.find_first_of("-\xe2") != string_view::npos;
    const bool between =
        gap == 1 && joint == "and" && one.mention.first > 0 && word(one.mention.first - 1) == "between";
    if (gap == 0 && other.mention.last - other.mention.first == 1 && word(one.mention.first).contains('-') &&
        !word(one.mention.first).contains("-0"))
      other.side = Side::kEnd;
    if (dashed || between || (gap == 1 && joint == "to")) {
      other.side = Side::kEnd;
      one.side = Side::kStart;
    }
  }

  bool is_sure(const Dated& dated) const { return dated.mention.confidence >= kSure && !dated.is_vague; }
  // What a bound says is just what some keys ask for.
  bool is_sure(std::size_t key, Dated dated) const {
    const KeyProfile& profile = draft_.key(key).profile;
    const bool is_asked =
        (dated.is_latest && profile.is_deadline) || (dated.is_earliest && profile.is_earliest);
    if (is_asked) dated.is_vague = false;
    return is_sure(dated);
  }

  std::vector<Dated> usable(bool with_past) const {
    std::vector<Dated> dates;
    for (const Dated& each : dates_) {
      const bool is_over = each.mention.is_past || (each.mention.is_real && each.mention.date < today_);
      const bool is_past = is_over || each.has_been;
      if (each.is_usable && (with_past || !is_past) && !is_repeated(each)) dates.push_back(each);
    }
    return dates;
  }

  // "Friday …, May 8", where that is one.
  bool is_repeated(const Dated& dated) const {
    using std::chrono::weekday;
    return dated.mention.is_weekday && std::ranges::any_of(dates_, [&](const Dated& other) {
             return !other.mention.is_weekday && other.is_usable &&
                    weekday(other.mention.date) == weekday(dated.mention.date) &&
                    other.mention.date > dated.mention.date &&
                    other.mention.date - dated.mention.date <= days(21);
           });
  }

  void give(std::size_t key, const Dated& dated, sys_days date, double factor = 1) {
    const Span words{dated.mention.first, dated.mention.last};
    if (!is_sure(key, dated)) return draft_.hear(key, words, why_unsure(dated));
    std::size_t first = dated.cue;
    if (first > 0 && lists("on for from starting", word(first - 1)) && sentence_.follows_on(first)) --first;
    draft_.give(key, json_text(format_date(date)), dated.mention.confidence * factor, words);
    draft_.parse().take({first, dated.mention.last});
  }

  static std::string why_unsure(const Dated& dated) {
    if (!dated.mention.is_real) return "no such day";
    return dated.is_vague ? "no exact day" : "may be another day";
  }

  void hear_all(std::size_t key, const std::vector<Dated>& dates, const std::string& why) {
    draft_.hear(key, {dates.front().mention.first, dates.back().mention.last}, why);
  }

  void map_single(std::size_t key) {
    const KeyProfile& profile = draft_.key(key).profile;
    auto dates = usable(profile.allows_past);
    if (dates.empty()) return;
    const bool wants_back =
        profile.side == Side::kEnd &&
        (profile.name_cues.contains(meaning_of("return")) ||
         profile.name_cues.contains(meaning_of("inbound")) || std::ranges::any_of(dates, &Dated::goes_back));
    std::erase_if(dates, [&](const Dated& each) { return each.goes_back != wants_back; });
    if (dates.empty()) return;
    const bool is_range = dates.size() == 2 && dates[1].side == Side::kEnd;
    if (is_range && profile.side != Side::kEnd && give_with_length(key, dates)) return;
    const bool begins = profile.side == Side::kStart && dates[0].side == Side::kStart;
    if (is_range && begins) return give(key, dates[0], dates[0].mention.date);
    if (is_range && profile.side != Side::kEnd) return hear_all(key, dates, "several days");
    if (is_range) return give(key, dates[1], dates[1].mention.date);
    if (dates.size() > 1 && !choose(dates)) return hear_all(key, dates, "several dates");
    const bool begins_something =
        dates[0].side == Side::kStart || (dates[0].side == Side::kNone && !spans_.empty());
    if (profile.side == Side::kEnd && begins_something)  // "for three days from Tuesday"
      return hear_all(key, dates, "the beginning, not the end");
    if (ends_something(dates[0]) &&
        !(profile.side == Side::kEnd || profile.is_deadline || profile.is_last_day))
      return hear_all(key, dates, "the end, not the day");
    sys_days date = dates[0].mention.date;
    if (profile.allows_past && date > today_) date = latest(dates[0].mention);
    give(key, dates[0], date);
  }

  // "until 20 October", where no end is asked for.
  bool ends_something(const Dated& dated) const {
    std::size_t at = dated.mention.first;
    while (at > 0 && lists("the", word(at - 1))) --at;
    return at > 0 && lists("until till", word(at - 1));
  }

  // "from 12 to 15 June", for a day of arrival and a number of nights.
  bool give_with_length(std::size_t key, const std::vector<Dated>& dates) {
    const auto lengths = draft_.open(KeyKind::kDuration);
    if (lengths.size() != 1 || !spans_.empty() || !is_sure(dates[0]) || !is_sure(dates[1])) return false;
    if (!lists("night nights day days", draft_.key(lengths[0]).profile.unit)) return false;
    sys_days end = dates[1].mention.date;
    while (dates[1].mention.is_weekday && end <= dates[0].mention.date) end += days(7);
    const auto count = static_cast<double>((end - dates[0].mention.date).count());
    if (count < 1) return false;
    give(key, dates[0], dates[0].mention.date);
    const Span words{dates[1].mention.first, dates[1].mention.last};
    if (!fits(draft_.key(lengths[0]), count)) {
      draft_.hear(lengths[0], words, "out of range");
    } else {
      draft_.give(lengths[0], number_json(count), 0.85, words);
    }
    return true;
  }

  // Of several dates the one beside the words of the request: "a wedding on the 23rd, so I need a flight on
  // the 22nd".
  bool choose(std::vector<Dated>& dates) const {
    const bool same = std::ranges::all_of(
        dates, [&](const Dated& each) { return each.mention.date == dates[0].mention.date; });
    if (same) return true;
    std::vector<Dated> asked;
    for (const Dated& each : dates) {
      if (stands_in_request(each.mention.first)) asked.push_back(each);
    }
    if (asked.size() != 1) return false;
    dates = asked;
    return true;
  }

  bool stands_in_request(std::size_t first) const {
    for (std::size_t at = first; at-- > 0 && sentence_[at].sentence == sentence_[first].sentence;) {
      if (lists("need want book reserve like please collect send come make get schedule arrange", word(at)))
        return true;
      if (lists("so but because", word(at)) || (word(at) == "and" && !sentence_.follows_on(at))) return false;
    }
    return false;
  }

  sys_days latest(const DateMention& mention) const {
    if (mention.is_weekday) return mention.date - days(7);
    const std::chrono::year_month_day parts(mention.date);
    const std::chrono::year_month_day before = parts - std::chrono::years(1);
    return before.ok() && mention.confidence < 0.98 ? sys_days(before) : mention.date;
  }

  void map_stay(std::size_t start, std::size_t end) {
    auto dates = usable(false);
    if (dates.empty()) return hear_spans(end);
    drop_occasion(dates);
    const auto& end_cues = draft_.key(end).profile.name_cues;
    if (end_cues.contains(meaning_of("return")) || end_cues.contains(meaning_of("inbound"))) {
      for (Dated& each : dates) each.side = each.leaves ? Side::kStart : each.side;
    }
    if (dates.size() > 2) {
      hear_all(start, dates, "several dates");
      hear_all(end, dates, "several dates");
      return;
    }
    if (draft_.key(end).profile.is_deadline) {
      for (Dated& each : dates) each.side = each.is_latest ? Side::kEnd : each.side;
    }
    if (dates.size() == 2 && (dates[0].side == Side::kEnd) && dates[1].side != Side::kEnd)
      std::swap(dates[0], dates[1]);
    if (dates.size() == 1 && dates[0].side == Side::kEnd) return give(end, dates[0], dates[0].mention.date);
    give(start, dates[0], dates[0].mention.date);
    if (dates.size() == 2) return give_end(end, dates[0], dates[1]);
    if (draft_.found(start)) give_length(end, dates[0]);
  }

  // "a wedding on the 23rd, so I need a flight on the 22nd": that of the wedding is neither.
  void drop_occasion(std::vector<Dated>& dates) const {
    if (dates.size() != 2 || !stands_in_request(dates[1].mention.first)) return;
    const std::size_t first = dates[0].mention.first;
    if (stands_in_request(first)) return;
    for (std::size_t at = first; at-- > 0 && sentence_[at].sentence == sentence_[first].sentence;) {
      if (!is_occasion(word(at))) continue;
      dates.erase(dates.begin());
      return;
    }
  }

  void give_end(std::size_t end, const Dated& from, Dated to) {
    sys_days date = to.mention.date;
    while (to.mention.is_weekday && date <= from.mention.date) date += days(7);
    if (date < from.mention.date && is_bare_day(to)) date = same_day_after(date, from.mention.date);
    if (date < from.mention.date) to.mention.confidence = 0;
    give(end, to, date);
  }

  // "the 19th": of the month that follows from the date before it.
  bool is_bare_day(const Dated& dated) const {
    const std::size_t last = dated.mention.last - 1;
    return last <= dated.mention.first + 1 && !dated.mention.is_weekday &&
           day_number(word(last)).has_value() && word(last).size() > 2;
  }
  static sys_days same_day_after(sys_days date, sys_days start) {
    for (int ahead = 1; ahead <= 12; ++ahead) {
      const auto moved = std::chrono::year_month_day(date) + std::chrono::months(ahead);
      if (moved.ok() && sys_days(moved) > start) return sys_days(moved);
    }
    return date;
  }

  void give_length(std::size_t end, const Dated& from) {
    std::vector<SpanOfDays> lengths;
    for (const SpanOfDays& span : spans_) {
      if (date_after(from.mention.date, span)) lengths.push_back(span);
    }
    for (std::size_t at = 0; at + 1 < sentence_.size(); ++at) {
      const bool same_day = word(at) == "same" && word(at + 1) == "day" && lengths.empty();
      if (same_day) return draft_.give(end, json_text(format_date(from.mention.date)), 0.8, {at, at + 2});
    }
    if (const auto night = night_before(from); night && lengths.empty())
      return draft_.give(end, json_text(format_date(from.mention.date + days(1))), 0.85,
                         {*night, *night + 1});
    if (lengths.size() != 1) return;
    const std::size_t next = lengths[0].last;
    const bool is_vague =
        (lengths[0].first > 0 && lists("about around roughly least most or", word(lengths[0].first - 1))) ||
        (word(next) == "or" && lists("so two three more less thereabouts", word(next + 1)));
    const Span words{lengths[0].first, lengths[0].last};
    if (is_vague) return draft_.hear(end, words, "no exact length");
    if (const auto better = bare_correction(sentence_, draft_.parse(), lengths[0].last)) {
      const bool is_plain = !better->is_of_another && better->value >= 1 && better->value <= 366 &&
                            better->value == static_cast<int>(better->value);
      if (!is_plain) return draft_.hear(end, words, "no exact length");
      lengths[0].count = static_cast<int>(better->value);
      draft_.parse().take(better->words);
    }
    draft_.give(end, json_text(format_date(last_of(end, from.mention.date, lengths[0]))), 0.9, words);
  }
  // Three days from Monday end on Thursday, but Wednesday is the last of them.
  sys_days last_of(std::size_t end, sys_days start, const SpanOfDays& span) const {
    const bool is_last = draft_.key(end).profile.is_last_day && span.unit != "night";
    return *date_after(start, span) - days(is_last ? 1 : 0);
  }

  void hear_spans(std::size_t end) {
    if (spans_.size() == 1) draft_.hear(end, {spans_[0].first, spans_[0].last}, "from an unknown day");
  }

  // Three dates and more: only what stands beside a key's own words.
  void map_by_cues(const std::vector<std::size_t>& keys) {
    for (const Dated& each : usable(true)) {
      std::optional<std::size_t> best;
      for (std::size_t back = 1; back <= kCueReach && each.mention.first >= back && !best; ++back) {
        for (const std::size_t key : keys) {
          if (draft_.is_open(key) &&
              draft_.key(key).profile.name_cues.contains(sentence_[each.mention.first - back].meaning))
            best = key;
        }
      }
      if (best) {
        give(*best, each, each.mention.date);
        continue;
      }
      for (const std::size_t key : keys) {
        const Span words{each.mention.first, each.mention.last};
        if (draft_.is_open(key)) draft_.hear(key, words, "may be meant for another key");
      }
    }
  }

  Draft& draft_;
  const Utterance& sentence_;
  sys_days today_;
  std::vector<Dated> dates_;
  std::vector<SpanOfDays> spans_;
};

}  // namespace

void map_dates(Draft& draft, sys_days today) {
  DateMapper(draft, today).run();
}

void hear_days_gone(Draft& draft, sys_days today) {
  for (const KeyKind kind : {KeyKind::kDate, KeyKind::kDateTime}) {
    for (const std::size_t key : draft.open(kind)) {
      if (!draft.key(key).key->required) continue;
      for (const DateMention& each : find_dates(draft.sentence(), today)) {
        const bool is_gone = each.is_real && (each.is_past || each.date < today);
        if (is_gone && draft.is_open(key) && draft.parse().is_free(each.first))
          draft.hear(key, {each.first, each.last}, "a day that is over");
      }
    }
  }
}

}  // namespace schemagate::client_agent
