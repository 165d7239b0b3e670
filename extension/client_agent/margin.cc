#include "extension/client_agent/margin.h"

#include <algorithm>

#include "extension/client_agent/dates.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kReach = 3;  // words between a value and the "or" that belongs to it
constexpr string_view kHedges = "maybe perhaps possibly probably unsure";

bool is_in_own_words(KeyKind kind) {
  return kind == KeyKind::kFreeText || kind == KeyKind::kText || kind == KeyKind::kThing;
}

class Margins {
 public:
  explicit Margins(Draft& draft) : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()) {
    for (const DateMention& date : find_dates(sentence_, {})) dates_.push_back({date.first, date.last});
    for (const TimeMention& time : find_times(sentence_)) times_.push_back({time.first, time.last});
  }

  void run() {
    for (std::size_t i = 0; i < draft_.keys().size(); ++i) {
      const KeyKind kind = draft_.key(i).profile.kind;
      const auto place = draft_.place(i);
      if (!place || is_in_own_words(kind)) continue;
      const bool is_name = kind == KeyKind::kPerson || kind == KeyKind::kPlace || kind == KeyKind::kBrand;
      if (const auto second = is_name ? joined_to(*place) : std::nullopt) {
        draft_.doubt(i, *second, "two names");
      } else if (const auto words = kind == KeyKind::kSwitch ? std::nullopt : alternative_to(kind, *place)) {
        draft_.doubt(i, *words, "one of two");
      } else if (const auto hedge = hedged(*place)) {
        draft_.doubt(i, *hedge, "not certain");
      } else if (const auto rival = is_numeric(kind) ? rival_number(*place) : std::nullopt) {
        draft_.doubt(i, *rival, "another number is left over");
      } else if (const auto other = kind == KeyKind::kDate ? rival_date(i, *place) : std::nullopt) {
        draft_.doubt(i, *other, "another date is left over");
      }
    }
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }

  // "X or Y", on either side of what was found.
  std::optional<Span> alternative_to(KeyKind kind, Span place) const {
    for (std::size_t at = place.last; at < place.last + kReach && sentence_.follows_on(at); ++at) {
      if (lists("in on at to for from by with and", word(at))) break;  // of something else
      if (word(at) != "or") continue;
      const bool is_fixed = lists("rather so thereabouts more less later earlier", word(at + 1));
      if (!is_fixed && may_be(kind, at + 1)) return Span{place.last, at + 2};
      break;
    }
    for (std::size_t at = place.first;
         at-- > 0 && place.first - at <= kReach && sentence_.follows_on(at + 1);) {
      // "2 to 3 cm"
      if (word(at) == "to" && is_numeric(kind) && at > 0 && number_at(sentence_, at - 1) &&
          !is_in(dates_, place.first))
        return Span{at - 1, at + 1};
      if (word(at) == "or")
        return at > 0 && may_be(kind, at - 1) ? std::optional(Span{at - 1, at + 1}) : std::nullopt;
      const bool is_half = kind == KeyKind::kChoice && word(at) == "and" && at + 1 == place.first && at > 0 &&
                           sentence_.follows_on(at) && parse_.is_free(at - 1) && parse_.is_content(at - 1) &&
                           !parse_.is_of_template(at - 1);
      if (is_half) return Span{at - 1, at + 1};  // "black and white" for white
      if (!lists("in on at to for from by a an the even maybe about around size number", word(at))) break;
    }
    return std::nullopt;
  }
  // "Ada and Carl Weber" for one name.
  std::optional<Span> joined_to(Span place) const {
    const std::size_t next = place.last + 1;
    const bool is_joined = lists("and &", word(place.last)) && sentence_.follows_on(place.last) &&
                           next < sentence_.size() && sentence_.follows_on(next) &&
                           sentence_[next].is_capital && !lists("i i'm i'd i'll i've", word(next)) &&
                           parse_.is_free(next) && !is_in(dates_, next);
    return is_joined ? std::optional(Span{next, next + 1}) : std::nullopt;
  }
  // Whether such a key may hold what stands there.
  bool may_be(KeyKind kind, std::size_t at) const {
    for (std::size_t next = at; next < std::min(sentence_.size(), at + kReach); ++next) {
      if (next > at && !sentence_.follows_on(next)) return false;
      if (number_at(sentence_, next)) return true;
      if (is_numeric(kind)) continue;
      if (is_in(dates_, next) || is_in(times_, next)) return true;
      if (kind != KeyKind::kDate && kind != KeyKind::kTime && !is_empty_word(word(next)) &&
          !is_light_word(word(next)))
        return true;
    }
    return false;
  }

  // "maybe on Monday", "ten, perhaps".
  std::optional<Span> hedged(Span place) const {
    for (std::size_t at = place.first; at-- > 0 && place.first - at <= 2 && sentence_.follows_on(at + 1);) {
      const bool is_polite = word(at) == "possibly" && at > 0 && lists("you i we", word(at - 1));
      if (lists(kHedges, word(at)) && !is_polite) return Span{at, at + 1};
    }
    const bool is_behind = lists(kHedges, word(place.last)) &&
                           (place.last + 1 >= sentence_.size() || !sentence_.follows_on(place.last + 1));
    return is_behind ? std::optional(Span{place.last, place.last + 1}) : std::nullopt;
  }

  // A number that stands alone and that nobody has taken, in the sentence of the one that was.
  std::optional<Span> rival_number(Span place) const {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      const auto number = parse_.is_free(at) ? number_at(sentence_, at) : std::nullopt;
      if (!number || sentence_[at].sentence != sentence_[place.first].sentence || is_in(dates_, at) ||
          is_in(times_, at) || word(at) == "one")
        continue;
      const std::size_t end = at + number->words;
      const bool is_beside =
          (end == place.first && sentence_.follows_on(end)) || (at == place.last && sentence_.follows_on(at));
      if (is_beside) return Span{at, end};  // figures that belong together
      const bool counts_something = end < sentence_.size() && sentence_.follows_on(end) &&
                                    (word(end) == "of" || !is_empty_word(word(end)));
      const bool is_label = at > 0 && sentence_.follows_on(at) && !is_empty_word(word(at - 1));
      const bool is_between = at > 0 && (word(at - 1) == "between" ||
                                         (at > 2 && word(at - 1) == "and" && word(at - 3) == "between"));
      if (!counts_something && !is_label && !is_between && !is_heard({at, end})) return Span{at, end};
    }
    return std::nullopt;
  }

  // A date that nobody has taken, but not that of a way back or of what the request is for.
  std::optional<Span> rival_date(std::size_t key, Span place) const {
    for (const Span date : dates_) {
      const bool is_left = (date.first >= place.last || date.last <= place.first) &&
                           parse_.is_free(date.first) && !is_refused(sentence_, date.first) &&
                           sentence_[date.first].sentence == sentence_[place.first].sentence;
      const bool is_since = date.first > 0 && word(date.first - 1) == "since";
      const bool is_explained =
          is_since || is_of_another_matter(date.first) || is_weekday_of(key, date) || is_heard(date);
      if (is_left && !is_explained) return date;
    }
    return std::nullopt;
  }
  bool is_of_another_matter(std::size_t at) const {
    const Span clause = parse_.clause_of(at);
    for (std::size_t each = clause.first; each < at; ++each) {
      if (lists("return returning back", word(each)) || is_occasion(word(each))) return true;
    }
    return false;
  }
  // "on Friday, the 18th"
  bool is_weekday_of(std::size_t key, Span date) const {
    const std::string& value = draft_.found(key)->value;
    const auto found = value.size() == 12 ? parse_date(string_view(value).substr(1, 10)) : std::nullopt;
    const auto words = found ? find_dates(sentence_, *found) : std::vector<DateMention>();
    return std::ranges::any_of(words, [&](const DateMention& each) {
      return each.first == date.first && each.is_weekday &&
             std::chrono::weekday(each.date) == std::chrono::weekday(*found);
    });
  }

  // It is known to be meant for another key, though not surely.
  bool is_heard(Span words) const {
    const auto text = sentence_.span(words.first, words.last);
    return std::ranges::any_of(draft_.heard(),
                               [text](const HeardFor& heard) { return heard.words.contains(text); });
  }

  static bool is_in(const std::vector<Span>& spans, std::size_t at) {
    return std::ranges::any_of(spans, [at](Span span) { return span.first <= at && at < span.last; });
  }

  Draft& draft_;
  const Parse& parse_;
  const Utterance& sentence_;
  std::vector<Span> dates_;
  std::vector<Span> times_;
};

}  // namespace

void doubt_without_margin(Draft& draft) {
  Margins(draft).run();
}

}  // namespace schemagate::client_agent
