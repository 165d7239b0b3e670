// Numbers in a sentence, as digits and as words. English.
//
//   number_at(Utterance("twenty one people"), 0)->value  // 21, of two words
//   share_at(Utterance("8 out of 10"), 0)->value         // 0.8
//
// Pure; safe from any thread. Word positions beyond the end are allowed and give nullopt.
#pragma once

#include <cstddef>
#include <optional>

#include "extension/client_agent/utterance.h"

namespace schemagate::client_agent {

// A number and the words that it takes.
struct NumberMention {
  double value = 0;       // not negative
  std::size_t words = 1;  // how many it takes
};

// The number that begins at a word: "3", "2.5", "20,000", "5k", "three", "twenty one", "two hundred and ten",
// "a dozen", "a pair of", "a couple of", "x2". "a" alone is none. A number is taken whole.
std::optional<NumberMention> number_at(const Utterance& utterance, std::size_t at);

// A part of a whole: "7/10", "7 out of 10", "70%", as 0 to 1.
std::optional<NumberMention> share_at(const Utterance& utterance, std::size_t at);

// The day in "4", "4th", "fourth", 1 to 31; nullopt for other words.
std::optional<unsigned> day_number(std::string_view word);

// The same in one or two words: "twenty-third".
std::optional<NumberMention> ordinal_at(const Utterance& utterance, std::size_t at);

}  // namespace schemagate::client_agent
