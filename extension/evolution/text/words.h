// The closed lists of English that the room knows: what carries no wish, what stands for a number or a date,
// which words ask, which ones compare, which choices are kinds of one thing. Written from the language, not
// from a data set. Words are in lower case. Pure; safe from any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace schemagate::evolution {

// Articles, pronouns, auxiliaries, prepositions, conjunctions.
bool is_function_word(std::string_view word);
// What ties a noun to the one that it says more of: "on", "for"; not "with", behind which stands what is
// wished for.
bool is_preposition(std::string_view word);
// Politeness and verbs of wishing: "please", "want", "prefer".
bool is_polite_word(std::string_view word);
// "no", "not", "never", "without": they change what is wished for.
bool is_negation(std::string_view word);
// What thanks, takes leave, says yes or no: "thanks", "goodbye", "nope".
bool is_courtesy_word(std::string_view word);
// What stands beside it and wishes for nothing: "a nice day", "sounds perfect".
bool is_small_talk_word(std::string_view word);
// Words that name nothing: "thing", "option", "available".
bool is_vague_word(std::string_view word);

bool is_number_word(std::string_view word);
bool is_ordinal_word(std::string_view word);
bool is_weekday(std::string_view word);
bool is_month(std::string_view word);
// "today", "tomorrow", "tonight".
bool is_day_word(std::string_view word);
// "noon", "morning".
bool is_time_word(std::string_view word);
bool is_currency_word(std::string_view word);

// What a question may begin with.
bool opens_question(std::string_view word);
// "can", "could", "would", "will": with "you" behind them they ask politely, and for no information.
bool is_request_auxiliary(std::string_view word);

// "yes", "sure", "no": what answers a question that can be answered by yes.
bool is_answer_word(std::string_view word);
// "cardiologist", "electrician": by its ending whom one sees for what he has learnt.
bool is_specialist(std::string_view word);

// "when", "where", "who": what an answer is to tell.
bool asks_for(std::string_view word);
// What "when", "where", "time", "how long" and the like ask for: "time", "place", "duration"; empty for
// what asks for nothing of that kind.
std::string_view asked_thing(std::string_view word, std::string_view next);
// "checkin" of "check in", "checking in" and "checked in": of a verb and its particle that mean one thing
// together; nullopt for any other two words.
std::optional<std::string> phrasal_verb(std::string_view word, std::string_view particle);

// "bigger", "increase": how much of something.
bool is_travel_word(std::string_view word);
// What a name is of that stands behind these two words: "origin" behind "from" and "out of", "destination"
// behind "to", "location" behind "in" or "near"; empty for others.
std::string_view named_place(std::string_view before, std::string_view preposition);

bool is_more_word(std::string_view word);
bool is_less_word(std::string_view word);
// "size", "volume", "brightness": what there is more and less of.
bool is_measure_noun(std::string_view word);

// "italian", "french": a kind of whatever stands behind it.
bool is_nationality(std::string_view word);

// Kinds of one thing that exclude each other: of a seat, "window" and "aisle".
struct Choice {
  std::string_view head;
  std::span<const std::string_view> kinds;
};
// The choice that `head` names and `kind` is one of; nullopt when there is none.
std::optional<Choice> choice_of(std::string_view head, std::string_view kind);

}  // namespace schemagate::evolution
