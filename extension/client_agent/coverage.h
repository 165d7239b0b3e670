// Whether enough of a sentence is accounted for to be sure of the rest. Knows no template and hardly a word:
// it counts what neither a key, nor what was heard for one, nor the template's own vocabulary explains.
//
// Why: of sentences of strangers that were mapped wrongly (67, five sets, each at its first sight), four in
// five had such words; where something had to be asked for as well, a value was wrong as often as right.
//
// Private to the room. Pure.
#pragma once

#include <optional>
#include <string>

#include "extension/client_agent/draft.h"

namespace schemagate::client_agent {

// The words that leave the whole sentence in doubt, as written, runs of them parted by " … "; nullopt when it
// is settled. They do, however few, where a key is to be asked for anyway: nothing would be sent before, and
// what is not understood may belong to any value. In a complete request more than a quarter has to be left.
// What is refused and not understood leaves it in doubt always. All mappers and doubts have run.
std::optional<std::string> unsettling_words(const Draft& draft);

// "8, no wait, 9 people": the number at `at` is corrected by one that a key has taken.
bool is_corrected_number(const Draft& draft, std::size_t at);

}  // namespace schemagate::client_agent
