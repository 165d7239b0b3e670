// What the client knows of English besides a template: the words that carry no request, those that turn
// one round or grade it, and words that mean the same. Data with look-ups. Pure; safe from any thread. Words
// are in lower case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schemagate::client_agent {

// "and", "but", "also": what follows is a request of its own.
bool opens_clause(std::string_view word);
// Articles, pronouns, politeness, prepositions, verbs of asking: no request by themselves.
bool is_empty_word(std::string_view word);
// "make", "turn", "trip": what needs something else to be a request.
bool is_light_word(std::string_view word);
// "no", "don't", "without".
bool is_negation(std::string_view word);
// Words that occur in any sentence and are values of many enumerations: "first", "cool", "none".
bool is_everyday_word(std::string_view word);
// "wife", "colleague": somebody who may come along.
bool is_companion(std::string_view word);

// "because", "since": what follows is a reason, no request.
bool opens_reason(std::string_view word);
// "genre", "type": of which sort a thing is.
bool names_sort(std::string_view word);
// What people travel or dress up for: "wedding", "conference".
bool is_occasion(std::string_view word);
// What a number before it is not a count of: "nights", "euros", "kg", "stars".
bool is_of_time_or_measure(std::string_view word);

// The word that stands for a group of the same meaning; empty when the word is in no group. Endings do not
// matter.
std::string_view word_in_thesaurus(std::string_view word);

// All words of the groups, separated by blanks.
std::string words_of_thesaurus();

// Whether the word names one of a kind: "dog" of the meaning of "pet".
bool is_kind_of(std::string_view word, std::string_view meaning);

// How strong: the share of a range that a word asks for; nullopt for words that do not grade.
std::optional<double> degree_of(std::string_view word);
inline constexpr double kPlainDegree = 0.7;  // of a request without such a word

}  // namespace schemagate::client_agent
