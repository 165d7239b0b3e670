// What ends a conversation, and what takes a request back.
#include <algorithm>

#include "extension/client_agent/clause_signs.h"
#include "extension/client_agent/intent_words.h"

namespace schemagate::client_agent {

// Nothing stands there but what may follow the end.
bool ClauseReader::only_closes(std::size_t at, std::size_t end) const {
  while (at < end && is(at, kClosings)) ++at;
  return at >= end;
}

std::optional<Sign> ClauseReader::closing_at(std::size_t at, std::size_t end) const {
  if (word(at) == "thank" && word(at + 1) == "you") at += 2;
  if (!is(at, "that's thats that that'll it's this") || at >= end) return std::nullopt;
  std::size_t next = at + 1;
  while (is(next, "is was will would be should just")) ++next;
  const bool ends = is(next, "all it everything enough") && only_closes(next + 1, end);
  return ends ? std::optional(Sign{Purpose::kStatement, at, std::min(end, at + 4)}) : std::nullopt;
}

std::optional<Sign> ClauseReader::withdrawal_at(std::size_t at, std::size_t end) const {
  while (at < end &&
         is(at, "wait hmm hm oops nope nah on second thought thoughts no sorry actually please oh"))
    ++at;
  if (word(at) == "you" && word(at + 1) == "know" && word(at + 2) == "what") at += 3;
  if (at >= end) return std::nullopt;
  const bool is_one = forgets(at, end) || leaves_off(at, end) || changes_mind(at, end);
  return is_one ? std::optional(Sign{Purpose::kRefusal, at, std::min(end, at + 4)}) : std::nullopt;
}

// "forget it", "ignore my message", "scratch all that", "never mind".
bool ClauseReader::forgets(std::size_t at, std::size_t end) const {
  if (is(at, "forget ignore disregard scratch scrap")) {
    std::size_t next = at + 1;
    while (is(next, "about all")) ++next;
    if (is(next, "my the") &&
        is(next + 1, "message request question above whole last previous mail email text"))
      return end - next <= 5;
    if (word(next) == "what" && is(next + 1, "i we")) return end - next <= 4;
    return is(next, "it that this everything") && only_closes(next + 1, end);
  }
  return (word(at) == "never" && word(at + 1) == "mind" &&
          (only_closes(at + 2, end) || !sentence_.follows_on(at + 2))) ||
         (word(at) == "nevermind" && (at + 1 >= end || !sentence_.follows_on(at + 1)));
}

// "don't", "don't book it after all", "hold off", "put that on hold".
bool ClauseReader::leaves_off(std::size_t at, std::size_t end) const {
  if (is(at, "don't dont")) {
    if (at + 1 >= end) return true;
    if (word(at + 1) == "bother") return only_closes(at + 2, end);
    return is_action(at + 1) && is(at + 2, "it that this them anything") && only_closes(at + 3, end);
  }
  if (word(at) == "hold" && has(at + 1, std::min(end, at + 3), "off")) return true;
  return is(at, "put keep leave") && is(at + 1, "it that this them everything") &&
         ((word(at + 2) == "on" && word(at + 3) == "hold") ||
          (word(at + 2) == "for" && only_closes(at + 2, end)));
}

// "we've changed our minds", "we're not coming", "I don't need it any more", "I'll do it myself".
bool ClauseReader::changes_mind(std::size_t at, std::size_t end) const {
  if (!is(at, "i we i've we've i'm we're i'll we'll")) return false;
  std::size_t next = at + 1;
  while (is(next, "have just really are am now")) ++next;
  if (word(next) == "changed" && is(next + 1, "my our") && is(next + 2, "mind minds"))
    return only_closes(next + 3, end) || withdrawal_at(next + 3, end).has_value();
  const bool is_not = word(next) == "not" || (word(next) == "no" && word(next + 1) == "longer");
  if (is_not) {
    next += word(next) == "no" ? 2 : 1;
    return is(next, "coming going interested") && only_closes(next + 1, end);
  }
  if (is(next, "don't dont") && is(next + 1, "need want") && is(next + 2, "it this that one anything"))
    return only_closes(next + 3, end);
  return is(at, "i'll we'll") && is(next, "do manage handle sort fix") &&
         has(next, end, "myself ourselves") && end - next <= 4;
}

}  // namespace schemagate::client_agent
