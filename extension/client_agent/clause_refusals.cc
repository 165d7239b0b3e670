// Cancellations, refusals, possibilities.
#include <algorithm>

#include "extension/client_agent/clause_signs.h"
#include "extension/client_agent/intent_words.h"
#include "extension/client_agent/numbers.h"

namespace schemagate::client_agent {

using std::string_view;

std::optional<Sign> ClauseReader::cancellation_in(std::size_t at, std::size_t end) const {
  for (std::size_t verb = at; verb < end; ++verb) {
    const bool is_said =
        verb > at && ((word(verb) == "money" && word(verb + 1) == "back" && is(verb - 1, "my our")) ||
                      (word(verb) == "money" && verb > at + 1 && word(verb - 2) == "back"));
    const bool is_refund =
        is_said && !vocabulary_.contains(meaning_of("refund")) && !vocabulary_.contains(meaning_of("return"));
    if (is_refund) return Sign{Purpose::kCancellation, verb, verb + 2};
    const bool opens = verb == at || is(verb - 1, "to please you i we must and just");
    if (!opens) continue;
    if (is(verb, "cancel cancelling undo withdraw scrap revoke") && !is_negated(verb, at))
      return Sign{Purpose::kCancellation, verb, std::min(end, verb + 3)};
    const bool gives_notice = is(verb, "give hand") && is(verb + 1, "notice in") &&
                              (word(verb + 1) == "notice" || has(verb, end, "notice"));
    if (gives_notice || (is(verb, "terminate quit end discontinue") && is(verb + 1, "my our the")))
      return Sign{Purpose::kCancellation, verb, std::min(end, verb + 3)};
    if (word(verb) == "call" && (word(verb + 1) == "off" || word(end - 1) == "off"))
      return Sign{Purpose::kCancellation, verb, std::min(end, verb + 3)};
    const bool changes = is(verb,
                            "change move postpone reschedule shift amend modify rearrange delay swap push "
                            "extend prolong upgrade skip omit");
    const bool takes_off = is(verb, "take strike cross remove drop") && takes_off_list(verb + 1, end);
    if (takes_off) return Sign{Purpose::kCancellation, verb, std::min(end, verb + 4)};
    const bool gives_back =
        is(verb, "return refund resell sell") && !scenario_.contains(sentence_[verb].meaning);
    const bool of_mine =
        is(verb + 1, gives_back ? "my our" : "my our the that it") && names_booking(verb + 2, end);
    const bool to_another = changes && is(verb + 1, "my our") &&
                            !scenario_.contains(sentence_[verb].meaning) && has(verb + 2, end, "to") &&
                            names_any(verb + 2, end);
    if (to_another || ((changes || gives_back) && of_mine))
      return Sign{Purpose::kCancellation, verb, std::min(end, verb + 3)};
  }
  return std::nullopt;
}

// "… off the list", "… from your calendar".
bool ClauseReader::takes_off_list(std::size_t at, std::size_t end) const {
  for (; at + 2 < end; ++at) {
    if (is(at, "off from") && is(at + 1, "the your my our") &&
        is(at + 2, "list calendar books schedule diary system agenda register waitlist"))
      return true;
  }
  return false;
}

bool ClauseReader::is_negated(std::size_t at, std::size_t begin) const {
  for (std::size_t back = 1; back <= 3 && at >= begin + back; ++back) {
    if (is(at - back, "don't dont not never no won't")) return true;
  }
  return false;
}

bool ClauseReader::names_booking(std::size_t at, std::size_t end) const {
  return names(at, end, [this](std::size_t next) {
    return is(next, kBookingNouns) || scenario_.contains(sentence_[next].meaning);
  });
}

// "my eye test": something of the template.
bool ClauseReader::names_any(std::size_t at, std::size_t end) const {
  return names(at, end, [this](std::size_t next) { return vocabulary_.contains(sentence_[next].meaning); });
}

bool ClauseReader::is_action(std::size_t at) const {
  return is(at,
            "book reserve order make buy purchase schedule arrange rent hire send collect pick come fetch "
            "get "
            "register enroll sign proceed do go bother confirm take place ship start submit process") ||
         (at < sentence_.size() && scenario_.contains(sentence_[at].meaning));
}

// "Don't book …", "I don't need a table", "no need to come".
std::optional<Sign> ClauseReader::refusal_at(std::size_t at, std::size_t end) const {
  const bool is_nobodys = is(at, "nobody noone") && is(at + 1, "needs has must should needed");
  if (is_nobodys) return Sign{Purpose::kRefusal, at, std::min(end, at + 4)};
  std::size_t verb = at;
  if (is(verb, kSubjects)) ++verb;
  if (is(verb, "would will")) ++verb;
  const bool two = is(verb, "do did would will") && word(verb + 1) == "not";
  const bool one = is(verb, "don't dont never wouldn't won't not");
  const std::size_t next = verb + (two ? 2 : 1);
  if (two || (one && next < end)) {
    const bool stays_away =
        word(next) == "come" && (next + 1 >= end || is(next + 1, "today tomorrow tonight this any here"));
    const bool is_how = word(next) == "make" && is(next + 1, "it them") && next + 2 < end;  // "brighter"
    const bool imperative =
        verb == at && !is_how && !is(verb, "won't wouldn't") &&
        (stays_away || (is_action(next) && !(is(next, "make take get do go come") &&
                                             !names_booking(next + 1, end) && !is(next + 1, "anything"))));
    // "I wouldn't go even if it were free"
    const bool stays =
        verb > at && word(verb) == "wouldn't" && is(next, "go come fly see book stay eat rent");
    if (stays) return Sign{Purpose::kRefusal, at, std::min(end, next + 1)};
    const bool unwanted = verb > at && is(next, "want need require wish like care") &&
                          !is(next, "care like") && refuses_object(next + 1, end);
    if (imperative || unwanted) return Sign{Purpose::kRefusal, at, std::min(end, next + 2)};
  }
  const bool has_need =
      (word(at) == "no" && word(at + 1) == "need") || (word(at) == "need" && at > 0 && word(at - 1) == "no");
  // "no need for breakfast" refuses a feature.
  const std::size_t needed = at + (word(at) == "no" ? 2 : 1);
  const bool no_need = has_need && (word(needed) != "for" || refuses_object(needed + 1, end));
  const bool after_all = is(at, kSubjects) && is(at + 1, "won't don't wont dont") && word(at + 2) == "need" &&
                         end > at + 3 && word(end - 1) == "all" && word(end - 2) == "after";
  if (after_all) return Sign{Purpose::kRefusal, at, std::min(end, at + 3)};
  const bool no_longer = is(at, kSubjects) && word(at + 1) == "no" && word(at + 2) == "longer";
  if (no_need || no_longer) return Sign{Purpose::kRefusal, at, std::min(end, at + 4)};
  if (word(at) == "stop" && at + 1 < end) return Sign{Purpose::kRefusal, at, std::min(end, at + 3)};
  return std::nullopt;
}

// "Don't locate my parcel": whatever the verb, unless a key is called so ("don't blur it").
std::optional<Sign> ClauseReader::negated_order_at(std::size_t at, std::size_t end) const {
  const bool two = word(at) == "do" && word(at + 1) == "not";
  const std::size_t verb = at + (two ? 2 : 1);
  if ((!two && !is(at, "don't dont never")) || verb + 1 >= end) return std::nullopt;
  const bool is_setting = key_names_.contains(sentence_[verb].meaning) || is(verb, "make let have be");
  const bool is_remark = is(verb, "forget worry hesitate mind know think care like want need");
  if (is_setting || is_remark) return std::nullopt;
  return Sign{Purpose::kRefusal, at, std::min(end, verb + 3)};
}

// "a table", "to book": the thing itself, not one of its features.
bool ClauseReader::refuses_object(std::size_t at, std::size_t end) const {
  while (at < end && is(at, "a an any the to you another your")) ++at;
  return at >= end || is(at, kBookingNouns) || is_action(at) || scenario_.contains(sentence_[at].meaning);
}

std::optional<Sign> ClauseReader::possibility_in(std::size_t at, std::size_t end) const {
  for (std::size_t next = at; next < end; ++next) {
    const bool may = word(next) == "may" && next > at && is(next - 1, kSubjects) && !digit_at(next + 1);
    const bool might = word(next) == "might" && next > at && !is(next - 1, "that");
    const bool thinking =
        is(next, "thinking considering contemplating") && is(next + 1, "of about to whether a");
    const bool undecided = is(next, "undecided unsure") ||
                           (word(next) == "some" && word(next + 1) == "day") || word(next) == "someday" ||
                           (word(next) == "who" && word(next + 1) == "knows");
    const bool maybe = is(next, "maybe perhaps") && next == at;
    const bool would = next > at && is(next, "would i'd we'd") && has(next, end, "if") &&
                       !is(next + 1, "like love be appreciate prefer");
    if (may || might || thinking || undecided || maybe || would)
      return Sign{Purpose::kPossibility, may || might ? next - 1 : next, std::min(end, next + 2)};
  }
  return std::nullopt;
}

bool ClauseReader::digit_at(std::size_t at) const {
  return at < sentence_.size() && !word(at).empty() && day_number(word(at)).has_value();
}

bool ClauseReader::has(std::size_t at, std::size_t end, string_view list) const {
  for (; at < end; ++at) {
    if (is(at, list)) return true;
  }
  return false;
}

bool ClauseReader::has_day(std::size_t at, std::size_t end) const {
  return has(at, end,
             "today tomorrow tonight noon monday tuesday wednesday thursday friday saturday sunday january "
             "february march april june july august september october november december");
}

}  // namespace schemagate::client_agent
