#include "extension/client_agent/against_value.h"

#include <algorithm>
#include <array>

#include "a2a/text/ascii.h"
#include "extension/client_agent/dates.h"
#include "extension/client_agent/intent.h"
#include "extension/client_agent/leftover_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/scope_words.h"
#include "extension/client_agent/times.h"
#include "extension/client_agent/value_doubts.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

bool is_named(KeyKind kind) {
  return kind == KeyKind::kPlace || kind == KeyKind::kPerson || kind == KeyKind::kBrand ||
         kind == KeyKind::kTitle || kind == KeyKind::kNamed || kind == KeyKind::kAddress;
}

class Objections {
 public:
  explicit Objections(const Draft& draft)
      : draft_(draft), parse_(draft.parse()), sentence_(draft.sentence()), times_(find_times(sentence_)) {}

  // What stands against the value that a key has.
  std::optional<Span> against_value(std::size_t index) const {
    const KeyTerms& key = draft_.key(index);
    const KeyKind kind = key.profile.kind;
    if (const auto words = against_scope(draft_, index)) return words;
    if (is_named(kind) && is_kind_only(draft_, index)) return Span{0, 0};
    if (is_numeric(kind) && !key.profile.is_limit) {
      if (const auto words = approximated(draft_, index)) return words;
    }
    if (kind == KeyKind::kSwitch) return against_switch(draft_, index);
    if (kind == KeyKind::kCount) {
      if (const auto words = beside_included(draft_, index)) return words;
      if (const auto words = added_later(draft_, index)) return words;
    }
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (!parse_.is_free(at) || is_refused(sentence_, at)) continue;
      const bool corrects = is_corrected(at);
      if (kind == KeyKind::kDate && is_day_of_another(index, at)) return Span{at, at + 1};
      if (kind == KeyKind::kDate && is_shifted(sentence_, at)) return Span{at, at + 3};
      if (kind == KeyKind::kDate && corrects && lists(kSomeDay, word(at))) return Span{at, at + 1};
      if (kind == KeyKind::kTime && (is_in_time(at) || (corrects && number_at(sentence_, at))))
        return Span{at, at + 1};
      if (is_numeric(kind) && corrects && number_at(sentence_, at)) return Span{at, at + 1};
      if (is_named(kind) && corrects && sentence_[at].is_capital && word(at) != "i" &&
          !lists(kDayWords, word(at)) && is_last_before(index, at))
        return Span{at, at + 1};
      if (is_named(kind) && (is_part_of_name(index, at) || is_behind_initial(draft_, index, at)))
        return Span{at, at + 1};
    }
    if (kind != KeyKind::kChoice) return std::nullopt;
    const auto back = taken_back(draft_, index);
    return back ? back : modified(index);
  }

 private:
  string_view word(std::size_t at) const { return sentence_.text(at); }
  bool is_in_time(std::size_t at) const {
    return std::ranges::any_of(times_,
                               [at](const TimeMention& time) { return time.first <= at && at < time.last; });
  }

  // A day that is not the one which the key has, and for no return.
  bool is_day_of_another(std::size_t index, std::size_t at) const {
    if (!lists(kDayWords, word(at)) || (at + 1 < sentence_.size() && !parse_.is_free(at + 1))) return false;
    if (at > 0 && word(at - 1) == "since") return false;
    if (word(at) == "weekend" && word(at + 1) == "of") return false;  // the days themselves follow
    if (lists("christmas easter", word(at)) && is_occasion(word(at + 1))) return false;
    const std::string& value = draft_.found(index)->value;
    const auto date = value.size() == 12 ? parse_date(string_view(value).substr(1, 10)) : std::nullopt;
    constexpr std::array kWeekdays = {string_view("sun"), string_view("mon"), string_view("tue"),
                                      string_view("wed"), string_view("thu"), string_view("fri"),
                                      string_view("sat")};
    if (date && word(at).starts_with(kWeekdays[std::chrono::weekday(*date).c_encoding()])) return false;
    const Span clause = parse_.clause_of(at);
    for (std::size_t each = clause.first; each < at; ++each) {
      if (lists("return returning back", word(each)) && draft_.key(index).profile.side != Side::kEnd)
        return false;
    }
    return true;
  }
  // Of the named values the nearest before it: that is what a correction replaces.
  bool is_last_before(std::size_t index, std::size_t at) const {
    const string_view before = sentence_.span(0, at);
    const auto place = [&](std::size_t key) {
      const auto& found = draft_.found(key);
      const auto where = found && is_named(draft_.key(key).profile.kind) && !found->evidence.empty()
                             ? before.rfind(found->evidence)
                             : string_view::npos;
      return where == string_view::npos ? 0 : where + 1;
    };
    for (std::size_t other = 0; other < draft_.keys().size(); ++other) {
      if (place(other) > place(index)) return false;
    }
    return place(index) > 0;
  }
  // "Maple Avenue 5", "18 Rose Street", "the city hall": a part of the name is left over.
  bool is_part_of_name(std::size_t index, std::size_t at) const {
    const auto number = number_at(sentence_, at);
    const std::size_t end = at + (number ? number->words : 1);
    const string_view evidence = draft_.found(index)->evidence;
    const Utterance words(evidence);
    if (words.size() == 0) return false;
    const bool behind =
        at >= words.size() && sentence_.follows_on(at) && sentence_.span(at - words.size(), at) == evidence;
    const bool before = end + words.size() <= sentence_.size() && sentence_.follows_on(end) &&
                        sentence_.span(end, end + words.size()) == evidence;
    const bool of_name =
        sentence_[at].is_capital && !lists("i please thanks", word(at)) && !lists(kDayWords, word(at));
    const bool is_kind =
        lists("hall square park centre center street road avenue bridge gate hotel", word(at));
    // "Storgatan 31, 903 26 Umea": more of the address, in a form that is not known
    const bool is_town_behind = draft_.key(index).profile.kind == KeyKind::kAddress && at >= words.size() &&
                                sentence_[at].separator == "," && (number || of_name) &&
                                sentence_.span(at - words.size(), at) == evidence;
    if (is_town_behind) return true;
    const bool is_street_before = before && draft_.key(index).profile.kind == KeyKind::kAddress && !number &&
                                  word(at).size() <= 4 && !is_empty_word(word(at)) && parse_.is_content(at) &&
                                  !is_request_verb(word(at));
    if (is_street_before) return true;
    std::size_t next = at;
    while (next > 0 && lists("the and of & at on in by", word(next - 1)) && parse_.is_free(next - 1)) --next;
    const bool in_house = lists("at on in by", word(next)) && word(next + 1) == "the";
    const bool goes_on = next < at && next >= words.size() && (lists("and of &", word(next)) || in_house) &&
                         of_name && draft_.key(index).profile.kind == KeyKind::kTitle &&
                         sentence_.span(next - words.size(), next) == evidence;
    // "Sports Hall in Wels"
    const bool in_town = of_name && at > words.size() && word(at - 1) == "in" && parse_.is_free(at - 1) &&
                         sentence_.follows_on(at) && sentence_.follows_on(at - 1) &&
                         draft_.key(index).profile.kind == KeyKind::kAddress &&
                         sentence_.span(at - 1 - words.size(), at - 1) == evidence;
    // "named Take pills": more of it, without capitals
    const bool is_called = behind && at > words.size() &&
                           lists("named called", word(at - words.size() - 1)) && parse_.is_content(at) &&
                           !parse_.is_of_template(at) && !lists(kDayWords, word(at));
    return is_called || goes_on || in_town || (behind && is_noun_behind_title(index, at)) ||
           (behind && (number || of_name || is_kind || a2a::text::is_digit(word(at).front()))) ||
           (before && (number || a2a::text::is_digit(word(at).front())) && parse_.is_free(at)) ||
           (before && of_name && !parse_.is_of_template(at) && !is_request_verb(word(at)) &&
            parse_.is_content(at) && at > 0 && sentence_[at - 1].sentence == sentence_[at].sentence);
  }
  // "the Mozart marathon": a noun that nobody knows may belong to a title.
  bool is_noun_behind_title(std::size_t index, std::size_t at) const {
    const auto noun = word(at);
    return draft_.key(index).profile.kind == KeyKind::kTitle && parse_.is_content(at) && noun.size() > 3 &&
           !parse_.is_of_template(at) && !is_everyday_word(noun) && !lists(kPraise, noun) &&
           !noun.ends_with("ing") && !noun.ends_with("ed") && !lists(kDayWords, noun) &&
           !lists("pls thanks asap standing seated either instead show concert ready back again", noun);
  }
  // "no, Emma", "or rather eleven", "actually make it the day after".
  bool is_corrected(std::size_t at) const {
    for (std::size_t back = 1; back <= std::min<std::size_t>(4, at); ++back) {
      const bool is_no = word(at - back) == "no" && sentence_.follows_on(at - back + 1);  // "card no 12"
      if (lists(kCorrections, word(at - back)) && !is_no) return true;
      if (!lists("make it that on at to the a in for i or oh of", word(at - back))) return false;
    }
    return false;
  }
  // "a home loan", where the template speaks of homes elsewhere in this key: another value may be meant.
  std::optional<Span> modified(std::size_t index) const {
    const KeyTerms& key = draft_.key(index);
    const Utterance evidence(draft_.found(index)->evidence);
    if (evidence.size() == 0) return std::nullopt;
    for (std::size_t at = 1; at < sentence_.size(); ++at) {
      if (word(at) != evidence.text(0) || !sentence_.follows_on(at)) continue;
      const bool is_counted = number_at(sentence_, at - 1).has_value() || lists("other second", word(at - 1));
      if (is_counted && is_measured(sentence_, at)) return Span{at - 1, at};  // "every two weeks": not weekly
      if (!parse_.is_free(at - 1) || lists("about for with and or of to in on at from by", word(at - 1)))
        continue;
      const bool by_name = draft_.found(index)->value.contains(word(at));
      if (by_name && is_kind_nobody_knows(at)) return Span{at - 1, at};
      const bool is_cue = word(at - 1).size() > 3 && !stands_near(key, word(at - 1), word(at)) &&
                          describes(key, word(at - 1)) &&
                          !key.profile.name_cues.contains(sentence_[at - 1].meaning);
      if (is_cue) return Span{at - 1, at};
    }
    return std::nullopt;
  }
  // "premium economy" for economy: an adjective that the template does not have.
  bool is_kind_nobody_knows(std::size_t at) const {
    const auto kind = word(at - 1);
    return parse_.is_content(at - 1) && !parse_.is_of_template(at - 1) && kind.size() > 3 &&
           !kind.contains('\'') && !lists(kPraise, kind) && !is_everyday_word(kind) &&
           !is_ordinary(sentence_, at) && !is_occasion(kind) && !is_request_verb(kind) &&
           !kind.ends_with("ing") && !kind.ends_with("ed") && !kind.ends_with("ly") &&
           !sentence_[at - 1].is_capital && !lists("asap pls thx today tomorrow", kind);
  }
  // "card: credit and debit cards"
  static bool stands_near(const KeyTerms& key, string_view text, string_view value) {
    const Utterance words(string_view(key.key->description).substr(0, kDescriptionBytesMax));
    for (std::size_t at = 0; at < words.size(); ++at) {
      for (std::size_t next = at; next < std::min(words.size(), at + 4); ++next) {
        if (next > at && !words.follows_on(next)) break;
        const bool both = (words.text(at) == text && words.text(next).starts_with(value)) ||
                          (words.text(at).starts_with(value) && words.text(next) == text);
        if (both) return true;
      }
    }
    return false;
  }

  const Draft& draft_;
  const Parse& parse_;
  const Utterance& sentence_;
  std::vector<TimeMention> times_;
};

}  // namespace

bool is_ordinary(const Utterance& sentence, std::size_t at) {
  return at > 0 && lists("normal standard regular usual ordinary", sentence.text(at - 1));
}

std::optional<Span> against_value(const Draft& draft, std::size_t index) {
  return Objections(draft).against_value(index);
}

}  // namespace schemagate::client_agent
