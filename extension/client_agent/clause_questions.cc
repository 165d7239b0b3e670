// Questions, and requests in the form of one.
#include <algorithm>

#include "extension/client_agent/clause_signs.h"
#include "extension/client_agent/intent_words.h"

namespace schemagate::client_agent {

using std::string_view;

namespace {

// "booking": book
string_view base_of(string_view word) {
  return word.ends_with("ing") ? word.substr(0, word.size() - 3) : word;
}

}  // namespace

std::optional<Sign> ClauseReader::question_at(std::size_t at, std::size_t end, bool asks, bool begins) const {
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
std::optional<Sign> ClauseReader::polite_question_at(std::size_t at, std::size_t end) const {
  if (is(at, "do don't") && word(at + 1) == "you" && word(at + 2) == "think")
    return polite_question_at(at + 3, end);
  if (is(at, "you we i") && is(at + 1, "could can") && is(at + 2, kRequestVerbs) && word(at + 2) != "use")
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
  while (
      next < end &&
      is(next, "please kindly also just perhaps possibly maybe be so kind as to able then quickly try again"))
    ++next;
  if (of_third && is(next, "phone ring call") && is(next + 1, "me us") && has_day(next, end))
    return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
  if (is(next, "mind")) return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
  if (of_customer && word(next) == "say") return std::nullopt;  // "could we say half past": corrects
  if (asks_to_do(next)) return Sign{Purpose::kRequest, at, next + 4};
  if (is(next, kInquiries)) return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
  if (word(next) == "let" && word(next + 2) == "know") return Sign{Purpose::kQuestion, at, next + 3};
  if (matter_at(next + 1, end)) return Sign{Purpose::kOtherMatter, at, std::min(end, next + 4)};
  const bool comes = of_customer && is(next, "bring pick collect drop leave fetch") && has_day(next, end);
  const bool does = of_customer && has_day(next, end) && next < end && !is(next, kAuxiliaries) &&
                    vocabulary_.contains(sentence_[next].meaning);
  if (comes || does) return Sign{Purpose::kRequest, at, std::min(end, next + 2)};
  const bool is_verb = is(next, of_customer ? kCustomerVerbs : kRequestVerbs) || is_verb_of_template(next) ||
                       (word(next - 1) == "try" && lists(kRequestVerbs, base_of(word(next))));
  if (!is_verb) return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
  if (is(next, "open accept use take keep hold deliver ship check stay") &&
      !scenario_.contains(sentence_[next].meaning) && !is_specific(next, end))
    return Sign{Purpose::kQuestion, at, std::min(end, next + 2)};
  return Sign{Purpose::kRequest, at, std::min(end, next + 1)};
}

// "I'd like to ask you to book …"
bool ClauseReader::asks_to_do(std::size_t at) const {
  return word(at) == "ask" && word(at + 1) == "you" && word(at + 2) == "to" && is(at + 3, kRequestVerbs);
}

// What is asked for is one thing of mine or one day, not what is done in general.
bool ClauseReader::is_specific(std::size_t at, std::size_t end) const {
  return has(
      at, end,
      "my our me us today tomorrow tonight a an monday tuesday wednesday thursday friday saturday sunday");
}

bool ClauseReader::is_verb_of_template(std::size_t at) const {
  return at < sentence_.size() &&
         (key_names_.contains(sentence_[at].meaning) || scenario_.contains(sentence_[at].meaning));
}

}  // namespace schemagate::client_agent
