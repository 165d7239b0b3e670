#include "extension/client_agent/intent.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "extension/client_agent/clause_signs.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/numbers.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

class IntentReader {
 public:
  IntentReader(const Utterance& sentence, const schema_interaction::SchemaTemplate& schema)
      : clauses_(sentence, schema), sentence_(sentence) {}

  IntentReading read() {
    for (std::size_t at = 0; at < sentence_.size();) {
      std::size_t end = at + 1;
      while (end < sentence_.size() && sentence_[end].sentence == sentence_[at].sentence) ++end;
      read_sentence(at, end);
      at = end;
    }
    return result();
  }

 private:
  string_view word(std::size_t at) const { return clauses_.word(at); }
  bool is(std::size_t at, string_view list) const { return clauses_.is(at, list); }
  std::string said(const Sign& sign) const {
    return std::string(sentence_.span(sign.first, std::min(sign.last, sentence_.size())));
  }

  // Signs of one purpose are told by the first of them; a request before a refusal makes that a wish about
  // how.
  IntentReading result() const {
    const auto first = [this](Purpose purpose) { return std::ranges::find(signs_, purpose, &Sign::purpose); };
    const auto of = [this](auto sign, bool is_explicit = true) {
      return IntentReading{{sign->purpose, said(*sign)}, is_explicit};
    };
    const auto none = signs_.end();
    const auto request = first(Purpose::kRequest);
    if (withdrawn_) return {{Purpose::kRefusal, said(*withdrawn_)}, true};
    if (const auto sign = first(Purpose::kCancellation); sign != none) return of(sign);
    if (const auto sign = first(Purpose::kRefusal); sign != none && (request == none || sign < request))
      return of(sign);
    if (const auto sign = first(Purpose::kOtherMatter); sign != none && (request == none || sign < request))
      return of(sign);
    if (request != none) return {{Purpose::kRequest, said(*request)}, true};
    for (const Purpose purpose : {Purpose::kPossibility, Purpose::kQuestion, Purpose::kPast}) {
      if (const auto sign = first(purpose); sign != none) return of(sign);
    }
    if (negated_ && !fragment_) return {{Purpose::kRefusal, said(*negated_)}, true};
    if (fragment_) return {{Purpose::kRequest, ""}, false};
    const auto statement = first(Purpose::kStatement);
    return statement == none ? IntentReading{{Purpose::kStatement, ""}, false} : of(statement);
  }

  std::size_t skip_openers(std::size_t at, std::size_t end) const {
    while (at < end && is(at, kOpeners)) ++at;
    return at;
  }

  // "I'm Tom Reed, …": who asks.
  std::size_t skip_introduction(std::size_t at, std::size_t end) const {
    const std::size_t name = at + (word(at) == "i'm" ? 1 : is(at, "i this") && is(at + 1, "am is") ? 2 : 0);
    if (name == at || name >= end || !sentence_[name].is_capital) return at;
    std::size_t next = name + 1;
    while (next < end && next < name + 3 && sentence_.follows_on(next) && sentence_[next].is_capital) ++next;
    return next < end && sentence_[next].separator.starts_with(',') ? next : at;
  }

  bool opens_clause_at(std::size_t at) const {
    if (word(at) == "so" && is(at + 1, "kind good nice")) return false;
    if (is(at, "kind good nice") && word(at - 1) == "so") return false;
    if (is(at, "and") && is(at + 1, "i me") && at > 0 && is_companion(word(at - 1)))
      return false;  // "my son and I"
    return !sentence_.follows_on(at) || is(at, "and but so because then") || word(at - 1) == "and" ||
           word(at - 1) == "but" || word(at - 1) == "so" || sentence_[at].separator.contains("-");
  }

  void read_sentence(std::size_t begin, std::size_t end) {
    const bool asks = sentence_.behind(end - 1).contains('?');
    const std::size_t before = signs_.size();
    if (const auto sign = opening_sign(begin, end)) {
      signs_.push_back(*sign);
      return;
    }
    const std::size_t start = skip_introduction(skip_openers(begin, end), end);
    if (start == end) return;
    const bool thinks_first =
        word(start) == "let" && is(start + 1, "me us") && is(start + 2, "check ask think talk consult sleep");
    if (thinks_first || opens_possibility(start, end)) {
      signs_.push_back({Purpose::kPossibility, start, std::min(end, start + 4)});
      return;
    }
    bool begins = true;
    for (std::size_t at = start; at < end; begins = false) {
      std::size_t clause_end = at + 1;
      while (clause_end < end && !opens_clause_at(clause_end)) ++clause_end;
      const std::size_t said = skip_openers(at, end);
      if (const auto taken_back = clauses_.withdrawal_at(said, end)) {
        withdrawn_ = taken_back;
        return;
      }
      if (const auto closing = clauses_.closing_at(said, end)) {
        signs_.push_back(*closing);
        return;
      }
      if (const auto sign = clause_sign(skip_openers(at, clause_end), clause_end, asks, begins)) add(*sign);
      at = clause_end;
    }
    if (signs_.size() > before) return;
    if (const auto order = clauses_.negated_order_at(start, end); order && !has_break(start, end)) {
      negated_ = order;
    } else if (const auto sign = statement_in(start, end)) {
      signs_.push_back(*sign);
    } else if (asks && is(start, "any some anything")) {
      signs_.push_back({Purpose::kQuestion, start, std::min(end, start + 3)});
    } else {
      fragment_ = true;
    }
  }

  // What is asked for later is not taken back.
  void add(const Sign& sign) {
    if (sign.purpose == Purpose::kRequest) withdrawn_.reset();
    signs_.push_back(sign);
  }

  // "Thanks for …", "No table for us": before anything is passed over as politeness.
  std::optional<Sign> opening_sign(std::size_t at, std::size_t end) const {
    const bool thanks =
        is(at, "thank thanks") && (word(at + 1) == "for" || (word(at + 1) == "you" && word(at + 2) == "for"));
    // "Not at the moment", "Not yet"
    const bool declines = word(at) == "not" && is(at + 1, "at now yet today really right for") &&
                          (at + 2 >= end || is(at + 2, "the this now moment"));
    const bool is_unwanted = word(at) == "not" && is(at + 1, "interested needed required wanted");
    if (declines || is_unwanted) return Sign{Purpose::kRefusal, at, std::min(end, at + 4)};
    if (thanks) return Sign{Purpose::kStatement, at, std::min(end, at + 3)};
    const bool none = word(at) == "no" && at + 1 < end && sentence_.follows_on(at + 1) &&
                      (is(at + 1, kBookingNouns) || clauses_.is_of_scenario(at + 1));
    const bool no_more = word(at) == "no" && word(at + 1) == "more" && at + 2 < end &&
                         (is(at + 2, kBookingNouns) || clauses_.is_of_scenario(at + 2));
    if (no_more) return Sign{Purpose::kRefusal, at, at + 3};
    const bool unneeded = word(at) == "no" && at + 2 < end && is(at + 2, "needed required necessary") &&
                          is(at + 1, "technician repair driver collection pickup");
    return none || unneeded ? std::optional(Sign{Purpose::kRefusal, at, at + 2}) : std::nullopt;
  }

  // "If …", "Maybe …", but not "if possible".
  bool opens_possibility(std::size_t at, std::size_t end) const {
    if (is(at, "maybe perhaps suppose supposing possibly assuming")) return true;
    if (word(at) == "in" && word(at + 1) == "case") return true;
    const bool waits = word(at) == "once" && is(at + 1, kSubjects);  // "Once I get my visa, …"
    if (waits) return true;
    const bool asks = sentence_.behind(end - 1).contains('?');
    if (!asks && is(at, "should had were") && is(at + 1, kSubjects)) return true;
    if (word(at) != "if") return false;
    const bool is_polite =
        is(at + 1, "possible you") && (word(at + 1) == "possible" || is(at + 2, "can could don't would"));
    return !is_polite && at < end;
  }

  std::optional<Sign> clause_sign(std::size_t at, std::size_t end, bool asks, bool begins) const {
    if (at >= end) return std::nullopt;
    if (auto sign = clauses_.cancellation_in(at, end)) return sign;
    if (auto sign = clauses_.refusal_at(at, end)) return sign;
    if (auto sign = clauses_.possibility_in(at, end)) return sign;
    if (auto sign = clauses_.question_at(at, end, asks, begins)) return sign;
    if (auto sign = clauses_.wish_in(at, end)) return sign;
    const bool is_order = !begins && is(at, "visit appointment pickup collection delivery") &&
                          clauses_.has_day(at, end) &&
                          is(at + 1, "on at for tomorrow today from next please");
    if (is_order) return Sign{Purpose::kRequest, at, std::min(end, at + 2)};
    return clauses_.imperative_at(at, end);
  }

  std::optional<Sign> statement_in(std::size_t at, std::size_t end) const {
    std::optional<std::size_t> finite;
    bool past = false;
    for (std::size_t next = at; next < end; ++next) {
      const bool has_object = is(next + 1, "a an the my our his her their us");
      const bool participle = word(next).size() > 4 && word(next).ends_with("ed") && next > at &&
                              (is(next - 1, kSubjects) || is(next - 1, "who which never") || has_object);
      // "a vacuum cleaner that has lost suction": of the thing, not of the speaker
      const bool describes = is(next, "that which") && next > at + 1 && sentence_.follows_on(next) &&
                             !finite && is(next + 1, kFinite);
      if (describes) break;
      const bool is_of_clock = word(next) == "am" && next > at && word(next - 1) != "i";
      if (is_of_clock) continue;
      if (!finite && (is(next, kFinite) || participle)) finite = next;
      const bool is_broken = word(next) == "broke" && is(next - 1, "is are it's");
      past = past || participle || (is(next, kPastWords) && !is_broken) ||
             (word(next) == "last" &&
              is(next + 1, "week month year night time summer winter spring autumn weekend"));
    }
    if (!finite && end > at + 2 && word(end - 2) == "last" && word(end - 1) == "time")
      return Sign{Purpose::kPast, end - 2, end};
    const bool has_subject =
        is(at, kSubjects) || is(at, "my our your his her their this that these there everybody");
    if (!finite && !has_subject) return std::nullopt;
    // "Two of us, coach is fine", "a van, it is for nine": what stands before the verb's clause asks on its
    // own.
    if (finite && !has_subject && (has_break(at, *finite) || says_fine(*finite))) return std::nullopt;
    if (!finite && has_break(at, end) && !is(at, kSubjects)) return std::nullopt;
    return Sign{past ? Purpose::kPast : Purpose::kStatement, at, std::min(end, at + 4)};
  }

  bool has_break(std::size_t at, std::size_t end) const {
    for (std::size_t next = at + 1; next <= end && next < sentence_.size(); ++next) {
      if (!sentence_.follows_on(next) && sentence_[next].sentence == sentence_[at].sentence) return true;
    }
    return false;
  }
  bool says_fine(std::size_t at) const { return is(at + 1, "fine ok okay enough good"); }

  const ClauseReader clauses_;
  const Utterance& sentence_;
  std::vector<Sign> signs_;
  std::optional<Sign> negated_;    // counts where nothing else asks for anything
  std::optional<Sign> withdrawn_;  // takes back what was asked for before
  bool fragment_ = false;
};

}  // namespace

bool is_request_verb(string_view word) {
  return lists(kRequestVerbs, word);
}

IntentReading read_intent(const Utterance& utterance, const schema_interaction::SchemaTemplate& schema) {
  return IntentReader(utterance, schema).read();
}

}  // namespace schemagate::client_agent
