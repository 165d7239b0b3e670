// What kind of thing a key holds, as its type, constraints, name and description reveal it, and the words of
// a sentence that point to it.
//
//   profile_of(key, hints, property).kind  // "checkin", format date: KeyKind::kDate
//
// Private to the room. Pure.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/description.h"
#include "extension/client_agent/key_hours.h"
#include "extension/client_agent/key_kind.h"

namespace schemagate::client_agent {

// From, since, at first; or to, until, at last.
enum class Side { kNone, kStart, kEnd };

// Of a person's name: all of it, or one part where the template asks for that alone.
enum class NamePart { kWhole, kFirst, kSurname };

using Meanings = std::set<std::string, std::less<>>;

struct KeyProfile {
  KeyKind kind = KeyKind::kText;
  Side side = Side::kNone;
  Meanings cues;                                 // meanings of the words of name, description and examples
  Meanings name_cues;                            // of the name only
  std::vector<std::vector<std::string>> things;  // what is counted, a noun phrase each: {"child", "seat"}
  bool counts_people = false;
  bool counts_children = false;  // and nobody else
  std::string per;               // of a count: the period that it is for: "week"
  bool is_ordinal = false;       // of a count: which one, as in "third floor", not how many
  std::size_t digits_min = 0;    // of a code
  std::size_t digits_max = 0;
  std::string pattern;                    // of a code that is no mere digits
  NamePart name_part = NamePart::kWhole;  // of a person
  bool is_venue = false;                  // of a place: the name of a house, not of a town
  bool is_wording = false;                // of a free text: what is to be written, letter by letter
  std::string time_tail;                  // of a date-time: what follows HH:MM, seconds and zone
  std::optional<Hours> hours;             // of a time of day: what the description allows
  std::string unit;          // stem of the unit of measure, duration or money: "kg", "night", "euro"
  bool is_least = false;     // the least that is wanted
  bool is_estimate = false;  // of a number: "about 40" gives it
  bool is_limit = false;     // of money: the most that may be paid
  bool is_each = false;      // of money: for one of several
  bool allows_past = false;  // of a date: something that has happened
  bool is_birth = false;     // of a date: somebody's birthday
  bool is_deadline = false;  // of a date: "by 4 May" gives it
  bool is_earliest = false;  // of a date: "not before 4 May" does
  bool is_last_day = false;  // of a date: it belongs to the time that it ends
  Meanings prepositions;     // that begin its examples: "in Lyon"
  Meanings before;           // words before the targets of its examples, ...
  Meanings behind;           // ... and meanings of those behind them
};

KeyProfile profile_of(const schema_interaction::Key& key, const Hints& hints, const a2a::JsonTree* property);

// Somebody who is counted where people are: "guests", "adults".
bool is_person(std::string_view word);
// "kids", "toddler".
bool is_child(std::string_view word);

}  // namespace schemagate::client_agent
