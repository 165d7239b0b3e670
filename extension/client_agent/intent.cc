#include "extension/client_agent/intent.h"

#include <algorithm>
#include <optional>
#include <set>

#include "extension/client_agent/description.h"
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
      : sentence_(sentence) {
    add_words(scenario_, schema.scenario);
    for (const auto& key : schema.keys) {
      add_words(key_names_, key.name);
      add_words(vocabulary_, string_view(key.description).substr(0, kDescriptionBytesMax));
    }
    vocabulary_.insert(scenario_.begin(), scenario_.end());
    vocabulary_.insert(key_names_.begin(), key_names_.end());
  }

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
  struct Sign {
    Purpose purpose = Purpose::kStatement;
    std::size_t first = 0;
    std::size_t last = 0;
  };
  using Words = std::set<std::string, std::less<>>;

  static void add_words(Words& words, string_view text) {
    for (std::string& meaning : meanings_of(text)) words.insert(std::move(meaning));
  }
  string_view word(std::size_t at) const { return sentence_.text(at); }
  bool is(std::size_t at, string_view list) const { return lists(list, word(at)); }
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
    if (const auto sign = first(Purpose::kCancellation); sign != none) return of(sign);
    if (const auto sign = first(Purpose::kRefusal); sign != none && (request == none || sign < request))
      return of(sign);
    if (const auto sign = first(Purpose::kOtherMatter); sign != none && (request == none || sign < request))
      return of(sign);
    if (request != none) return {{Purpose::kRequest, said(*request)}, true};
    for (const Purpose purpose : {Purpose::kPossibility, Purpose::kQuestion, Purpose::kPast}) {
      if (const auto sign = first(purpose); sign != none) return of(sign);
    }
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
    if (opens_possibility(start, end)) {
      signs_.push_back({Purpose::kPossibility, start, std::min(end, start + 4)});
      return;
    }
    bool begins = true;
    for (std::size_t at = start; at < end; begins = false) {
      std::size_t clause_end = at + 1;
      while (clause_end < end && !opens_clause_at(clause_end)) ++clause_end;
      if (const auto sign = clause_sign(skip_openers(at, clause_end), clause_end, asks, begins))
        signs_.push_back(*sign);
      at = clause_end;
    }
    if (signs_.size() > before) return;
    if (const auto sign = statement_in(start, end)) {
      signs_.push_back(*sign);
    } else if (asks && is(start, "any some anything")) {
      signs_.push_back({Purpose::kQuestion, start, std::min(end, start + 3)});
    } else {
      fragment_ = true;
    }
  }

  // "Thanks for …", "No table for us": before anything is passed over as politeness.
  std::optional<Sign> opening_sign(std::size_t at, std::size_t end) const {
    const bool thanks =
        is(at, "thank thanks") && (word(at + 1) == "for" || (word(at + 1) == "you" && word(at + 2) == "for"));
    if (thanks) return Sign{Purpose::kStatement, at, std::min(end, at + 3)};
    const bool none = word(at) == "no" && at + 1 < end && sentence_.follows_on(at + 1) &&
                      (is(at + 1, kBookingNouns) || scenario_.contains(sentence_[at + 1].meaning));
    const bool unneeded = word(at) == "no" && at + 2 < end && is(at + 2, "needed required necessary") &&
                          is(at + 1, "technician repair driver collection pickup");
    return none || unneeded ? std::optional(Sign{Purpose::kRefusal, at, at + 2}) : std::nullopt;
  }

  // "If …", "Maybe …", but not "if possible".
  bool opens_possibility(std::size_t at, std::size_t end) const {
    if (is(at, "maybe perhaps suppose supposing possibly assuming")) return true;
    if (word(at) == "in" && word(at + 1) == "case") return true;
    const bool asks = sentence_.behind(end - 1).contains('?');
    if (!asks && is(at, "should had were") && is(at + 1, kSubjects)) return true;
    if (word(at) != "if") return false;
    const bool is_polite =
        is(at + 1, "possible you") && (word(at + 1) == "possible" || is(at + 2, "can could don't would"));
    return !is_polite && at < end;
  }

  std::optional<Sign> clause_sign(std::size_t at, std::size_t end, bool asks, bool begins) const {
    if (at >= end) return std::nullopt;
    if (auto sign = cancellation_in(at, end)) return sign;
    if (auto sign = refusal_at(at, end)) return sign;
    if (auto sign = possibility_in(at, end)) return sign;
    if (auto sign = question_at(at, end, asks, begins)) return sign;
    if (auto sign = wish_in(at, end)) return sign;
    const bool is_order = !begins && is(at, "visit appointment pickup collection delivery") &&
                          has_day(at, end) && is(at + 1, "on at for tomorrow today from next please");
    if (is_order) return Sign{Purpose::kRequest, at, std::min(end, at + 2)};
    return imperative_at(at, end);
  }

  std::optional<Sign> cancellation_in(std::size_t at, std::size_t end) const {
    for (std::size_t verb = at; verb < end; ++verb) {
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
      const bool gives_back = is(verb, "return refund resell sell");
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
  bool takes_off_list(std::size_t at, std::size_t end) const {
    for (; at + 2 < end; ++at) {
      if (is(at, "off from") && is(at + 1, "the your my our") &&
          is(at + 2, "list calendar books schedule diary system agenda register waitlist"))
        return true;
    }
    return false;
  }

  bool is_negated(std::size_t at, std::size_t begin) const {
    for (std::size_t back = 1; back <= 3 && at >= begin + back; ++back) {
      if (is(at - back, "don't dont not never no won't")) return true;
    }
    return false;
  }

  bool names_booking(std::size_t at, std::size_t end) const {
    return names(at, end, [this](std::size_t next) {
      return is(next, kBookingNouns) || scenario_.contains(sentence_[next].meaning);
    });
  }
  // "my eye test": something of the template.
  bool names_any(std::size_t at, std::size_t end) const {
    return names(at, end, [this](std::size_t next) { return vocabulary_.contains(sentence_[next].meaning); });
  }
  template <class Test>
  static bool names(std::size_t at, std::size_t end, Test is_it) {
    for (std::size_t next = at; next < std::min(end, at + 3); ++next) {
      if (is_it(next)) return true;
    }
    return false;
  }

  bool is_action(std::size_t at) const {
    return is(at,
              "book reserve order make buy purchase schedule arrange rent hire send collect pick come fetch "
              "get "
              "register enroll sign proceed do go bother confirm take place ship start submit process") ||
           (at < sentence_.size() && scenario_.contains(sentence_[at].meaning));
  }

  // "Don't book …", "I don't need a table", "no need to come".
  std::optional<Sign> refusal_at(std::size_t at, std::size_t end) const {
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
    const bool has_need = (word(at) == "no" && word(at + 1) == "need") ||
                          (word(at) == "need" && at > 0 && word(at - 1) == "no");
    // "no need for breakfast" refuses a feature.
    const std::size_t needed = at + (word(at) == "no" ? 2 : 1);
    const bool no_need = has_need && (word(needed) != "for" || refuses_object(needed + 1, end));
    const bool after_all = is(at, kSubjects) && is(at + 1, "won't don't wont dont") &&
                           word(at + 2) == "need" && end > at + 3 && word(end - 1) == "all" &&
                           word(end - 2) == "after";
    if (after_all) return Sign{Purpose::kRefusal, at, std::min(end, at + 3)};
    const bool no_longer = is(at, kSubjects) && word(at + 1) == "no" && word(at + 2) == "longer";
    if (no_need || no_longer) return Sign{Purpose::kRefusal, at, std::min(end, at + 4)};
    if (word(at) == "stop" && at + 1 < end) return Sign{Purpose::kRefusal, at, std::min(end, at + 3)};
    return std::nullopt;
  }

  // "a table", "to book": the thing itself, not one of its features.
  bool refuses_object(std::size_t at, std::size_t end) const {
    while (at < end && is(at, "a an any the to you another your")) ++at;
    return at >= end || is(at, kBookingNouns) || is_action(at) || scenario_.contains(sentence_[at].meaning);
  }

  std::optional<Sign> possibility_in(std::size_t at, std::size_t end) const {
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

  bool digit_at(std::size_t at) const {
    return at < sentence_.size() && !word(at).empty() && day_number(word(at)).has_value();
  }
  bool has(std::size_t at, std::size_t end, string_view list) const {
    for (; at < end; ++at) {
      if (is(at, list)) return true;
    }
    return false;
  }

  std::optional<Sign> question_at(std::size_t at, std::size_t end, bool asks, bool begins) const {
    if (const auto sign = polite_question_at(at, end)) return sign;
    const bool is_how_about = is(at, "how what") && word(at + 1) == "about" && asks;
    if (is_how_about) return Sign{Purpose::kRequest, at, at + 2};
    if (is(at, "could can") && is(at + 1, "i we") && word(at + 2) == "say") return std::nullopt;  // corrects
    const bool wh = is(at, kQuestionWords) && (asks || begins);
    const bool inverted = (is(at, kAuxiliaries) || is(at, kModals)) && asks && at + 1 < end;
    const bool begins_inverted =
        begins && (is(at, kAuxiliaries) || is(at, kModals)) && is(at + 1, kSubjects) && !is(at, "have had");
    const bool price = has(at, end, "how") && asks;
    const bool wonders = has(at, end, "wonder wondering curious") || (word(at) == "question" && begins);
    if (!wh && !inverted && !begins_inverted && !price && !wonders) return std::nullopt;
    if (wonders && has(at, end, "could can would") && has(at, end, kRequestVerbs))
      return Sign{Purpose::kRequest, at, std::min(end, at + 6)};
    return Sign{Purpose::kQuestion, at, std::min(end, at + 3)};
  }

  // "Could you book …", "would you mind …", "is it possible to …".
  std::optional<Sign> polite_question_at(std::size_t at, std::size_t end) const {
    if (is(at, "do don't") && word(at + 1) == "you" && word(at + 2) == "think")
      return polite_question_at(at + 3, end);
    if (is(at, "you we i") && is(at + 1, "could can") && is(at + 2, kRequestVerbs))
      return Sign{Purpose::kRequest, at, std::min(end, at + 3)};
    std::size_t next = at;
    if (is(at, "is would was") && is(at + 1, "it there")) {
      next = at + 2;
      while (next < end && is(next, "be any a some")) ++next;
      if (!is(next, "possible chance way possibility ok okay convenient")) return std::nullopt;
      for (std::size_t verb = next + 1; verb < std::min(end, next + 6); ++verb) {
        if (is(verb, kInquiries)) return Sign{Purpose::kQuestion, at, verb + 1};
        if (is(verb, kRequestVerbs)) return Sign{Purpose::kRequest, at, verb + 1};
      }
      return std::nullopt;
    }
    if (is(at, "any") && word(at + 1) == "chance") return Sign{Purpose::kRequest, at, at + 2};
    if (is(at, "are") && word(at + 1) == "you" && word(at + 2) == "able")
      return Sign{Purpose::kRequest, at, at + 3};
    if (!is(at, kModals)) return std::nullopt;
    next = at + 1;
    // "Could Dr. Novak see me", "can we do a video call"
    for (std::size_t verb = at + 2; verb < std::min(end, at + 5) && word(at) != "will"; ++verb) {
      const bool is_whom = is(verb + 1, "me us my") || (is(verb + 1, "him her them") && has_day(verb, end));
      if (is(verb, "see fit take squeeze") && is_whom) return Sign{Purpose::kRequest, at, verb + 2};
    }
    // "Could my husband and I see somebody"
    if (is(next, "my our")) {
      for (std::size_t verb = next + 3; verb < std::min(end, next + 6); ++verb) {
        if (is(verb - 1, "i me") && is(verb, kCustomerVerbs)) return Sign{Purpose::kRequest, at, verb + 1};
      }
    }
    if (is(next, "i we") && is(next + 1, "do set try join") && is(next + 2, "a an up"))
      return Sign{Purpose::kRequest, at, std::min(end, at + 4)};
    const bool of_provider =
        is(next, "the your a") && is(next + 2, "come visit collect pick deliver bring call see fit");
    if (of_provider && has_day(next, end)) return Sign{Purpose::kRequest, at, std::min(end, next + 3)};
    const bool of_customer = is(next, "i we");
    const bool of_third = is(next, "someone somebody anyone anybody your");
    if (!of_customer && !of_third && !is(next, "you u")) return std::nullopt;
    next += word(next) == "your" ? 2 : 1;
    while (next < end &&
           is(next, "please kindly also just perhaps possibly maybe be so kind as to able then quickly"))
      ++next;
    if (of_third && is(next, "phone ring call") && is(next + 1, "me us") && has_day(next, end))
      return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
    if (is(next, "mind")) return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
    if (of_customer && word(next) == "say") return std::nullopt;  // "could we say half past": corrects
    if (is(next, kInquiries)) return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
    if (word(next) == "let" && word(next + 2) == "know") return Sign{Purpose::kQuestion, at, next + 3};
    if (matter_at(next + 1, end)) return Sign{Purpose::kOtherMatter, at, std::min(end, next + 4)};
    const bool comes = of_customer && is(next, "bring pick collect drop leave fetch") && has_day(next, end);
    const bool does = of_customer && has_day(next, end) && next < end && !is(next, kAuxiliaries) &&
                      vocabulary_.contains(sentence_[next].meaning);
    if (comes || does) return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
    const bool is_verb = is(next, of_customer ? kCustomerVerbs : kRequestVerbs) || is_verb_of_template(next);
    if (!is_verb) return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
    if (is(next, "open accept use take keep hold deliver ship check stay") &&
        !scenario_.contains(sentence_[next].meaning) && !is_specific(next, end))
      return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
    return Sign{Purpose::kRequest, at, std::min(end, next + 1)};
  }

  bool has_day(std::size_t at, std::size_t end) const {
    return has(at, end,
               "today tomorrow tonight noon monday tuesday wednesday thursday friday saturday sunday january "
               "february march april june july august september october november december");
  }

  // What is asked for is one thing of mine or one day, not what is done in general.
  bool is_specific(std::size_t at, std::size_t end) const {
    return has(
        at, end,
        "my our me us today tomorrow tonight a an monday tuesday wednesday thursday friday saturday sunday");
  }

  bool is_verb_of_template(std::size_t at) const {
    return at < sentence_.size() &&
           (key_names_.contains(sentence_[at].meaning) || scenario_.contains(sentence_[at].meaning));
  }

  // "I want", "need", "would like", "I'd rather".
  std::optional<Sign> wish_in(std::size_t at, std::size_t end) const {
    const bool is_order = is(at, "a an one two three four five six") && has(at, end, "please pls");
    if (is_order) return Sign{Purpose::kRequest, at, std::min(end, at + 2)};
    for (std::size_t next = at; next < end; ++next) {
      const auto after = wish_at(next, at);
      if (!after) continue;
      if (word(*after) == "not") return refused_wish(next, *after, end);
      if (word(next) == "wanted" && is_told(next, end)) return Sign{Purpose::kPast, at, next + 1};
      if (doubts_before(next, at)) return Sign{Purpose::kRefusal, at, std::min(end, next + 1)};
      std::size_t object = *after;
      while (object < end && is(object, "to you a an the please also really very much be just")) ++object;
      if (is(object, kInquiries) && word(object) != "check" && !is_verb_of_template(object)) {
        const bool cancels = is(object, "cancel change reschedule postpone");
        return Sign{cancels ? Purpose::kCancellation : Purpose::kQuestion, next, std::min(end, object + 1)};
      }
      if (word(object) == "question" || (word(object) == "find" && word(object + 1) == "out"))
        return Sign{Purpose::kQuestion, next, object + 1};
      if (matter_at(object, end)) return Sign{Purpose::kOtherMatter, next, std::min(end, object + 3)};
      return Sign{Purpose::kRequest, next, std::min(end, *after + 1)};
    }
    return std::nullopt;
  }

  // "I'd rather not fly": the thing itself is refused; "I'd prefer not to sit there" is a wish about how.
  std::optional<Sign> refused_wish(std::size_t wish, std::size_t negation, std::size_t end) const {
    std::size_t verb = negation + 1;
    if (word(verb) == "to") ++verb;
    if (!is_action(verb) || is(verb, "take get do go come make")) return std::nullopt;
    return Sign{Purpose::kRefusal, wish, std::min(end, verb + 1)};
  }
  // "I don't think we need …"
  bool doubts_before(std::size_t at, std::size_t begin) const {
    for (std::size_t back = begin; back < at; ++back) {
      if (is(back, "doubt") ||
          (is(back, "think believe suppose") && back > begin && is(back - 1, "don't not dont")))
        return true;
    }
    return false;
  }

  // "I wanted to … last week but …"
  bool is_told(std::size_t at, std::size_t end) const {
    for (; at + 1 < end; ++at) {
      if (word(at) == "last" && is(at + 1, "week month year time night summer winter")) return true;
    }
    return false;
  }

  // The word behind what says that somebody wants something.
  std::optional<std::size_t> wish_at(std::size_t at, std::size_t begin) const {
    const bool negated = at > begin && is(at - 1, "don't dont not doesn't didn't wouldn't never no");
    if (negated) return std::nullopt;
    if (is(at, "would i'd we'd he'd she'd they'd he'd") &&
        is(at + 1, "like love prefer rather appreciate be really")) {
      if (word(at + 1) == "be" && !is(at + 2, "grateful glad happy interested delighted nice great lovely"))
        return std::nullopt;
      return at + 2;
    }
    if (is(at, "i'll we'll") && is(at + 1, "take have book need go")) return at + 2;
    const bool comes = is(at, "i'd we'd i'll we'll") && is(at + 1, "come bring drop pop");
    if (comes && at == begin && has_day(at, sentence_.size())) return at + 2;
    if (is(at, "let's lets")) return word(at + 1) == "say" ? std::nullopt : std::optional(at + 1);
    if (is(at, "someone somebody") && is(at + 1, "should must") && at == begin) return at + 2;
    if (word(at) == "has" && word(at + 1) == "to" && is(at + 2, "go be come get")) return at + 3;
    if (word(at) == "let" && is(at + 1, "me us") && is(at + 2, "have book get")) return at + 3;
    if (word(at) == "have" && word(at + 1) == "to" &&
        (at == begin || is(at - 1, "i we they he she i'll we'll")))
      return at + 2;
    if (is(at, "looking hoping trying calling ringing writing"))
      return is(at + 1, "for to forward") && word(at + 1) != "forward" ? std::optional(at + 2) : std::nullopt;
    if (word(at) == "wanted" && word(at + 1) != "to" && at + 1 < sentence_.size() &&
        sentence_.follows_on(at + 1))
      return std::nullopt;
    if (word(at) == "interested" && word(at + 1) == "in") return at + 2;
    if (word(at) == "could" && word(at + 1) == "do" && word(at + 2) == "with") return at + 3;
    if (word(at) == "could" && word(at + 1) == "use" && is(at + 2, "a an some")) return at + 2;
    const bool is_noun = at > begin && is(at - 1, "no the in of any special every");
    if (is(at, kWants) && !is_noun) return at + 1;
    return std::nullopt;
  }

  // The thing that is asked for is no business of this template.
  bool matter_at(std::size_t at, std::size_t end) const {
    at = std::max<std::size_t>(at, 1);
    while (at < end &&
           is(at, "a an the my our your some me us to book reserve get order have make buy you for i need"))
      ++at;
    if (word(at) == "money" && word(at + 1) == "back") return true;
    const bool is_back = word(at + 1) == "back" && is(at - 1, "my our") &&
                         !vocabulary_.contains(meaning_of("back")) &&
                         !vocabulary_.contains(meaning_of("return"));
    if (is_back) return true;
    for (std::size_t next = at; next < std::min(end, at + 2) && sentence_.follows_on(next); ++next) {
      const std::string& meaning = sentence_[next].meaning;
      const auto practises = [this, next](const std::string& known) {
        return known.starts_with(word(next)) && word(next).size() >= 5;  // "dentist" where there is dentistry
      };
      if (std::ranges::any_of(vocabulary_, practises)) return false;
      if (vocabulary_.contains(meaning) || is(next, "for with at in on from to of")) return false;
      if (is(next, kOtherMatters) || is(next, kServices)) return true;
    }
    return false;
  }

  std::optional<Sign> imperative_at(std::size_t at, std::size_t end) const {
    // "…, and please remind him by text": beside a request, of somebody else
    const bool is_of_third = at > 0 && is(at, "remind tell inform notify") && is(at + 1, "him her them") &&
                             (sentence_.follows_on(at) || word(at - 1) == "please" || word(at - 1) == "and");
    if (is_of_third) return std::nullopt;
    if (word(at) == "tell" || (word(at) == "let" && word(at + 2) == "know") ||
        is(at, "explain remind inform advise"))
      return Sign{Purpose::kQuestion, at, std::min(end, at + 3)};
    if (is(at, "thank thanks")) return Sign{Purpose::kStatement, at, std::min(end, at + 2)};
    const bool is_base = !word(at).ends_with("ing") && !word(at).ends_with("ed");
    const bool is_verb = is(at, kRequestVerbs) || (is_base && is_verb_of_template(at) && is_bare(at, end)) ||
                         (at == 0 && is_base && vocabulary_.contains(sentence_[at].meaning) &&
                          is_bare(at, end) && !is(at, "is are was do does did have has can could"));
    if (!is_verb) return std::nullopt;
    const bool is_own = scenario_.contains(sentence_[at].meaning) &&
                        !is(at, "book reserve order rent hire request buy schedule arrange");
    if (!is_own && matter_at(at + 1, end)) return Sign{Purpose::kOtherMatter, at, std::min(end, at + 4)};
    return Sign{Purpose::kRequest, at, std::min(end, at + 1)};
  }

  // "blur the background", but not "filter: cool" or "background blur on".
  bool is_bare(std::size_t at, std::size_t end) const {
    return at + 1 < end &&
           (is(at + 1, "the my our this that it them his her their all everything me us up down") ||
            (sentence_[at + 1].is_capital && sentence_.follows_on(at + 1)));
  }

  std::optional<Sign> statement_in(std::size_t at, std::size_t end) const {
    std::optional<std::size_t> finite;
    bool past = false;
    for (std::size_t next = at; next < end; ++next) {
      const bool has_object = is(next + 1, "a an the my our his her their us");
      const bool participle = word(next).size() > 4 && word(next).ends_with("ed") && next > at &&
                              (is(next - 1, kSubjects) || is(next - 1, "who which") || has_object);
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

  const Utterance& sentence_;
  Words scenario_;
  Words key_names_;
  Words vocabulary_;
  std::vector<Sign> signs_;
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
