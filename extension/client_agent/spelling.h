// Slips of the pen in words that a template, or any sentence about dates, is likely to have: "bussiness",
// "tommorow".
//
//   Spelling spelling;
//   spelling.add("business");
//   spelling.right_word("bussiness")  // "business"
//
// Private to the room. Immutable once filled; then safe from any thread.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace schemagate::client_agent {

class Spelling {
 public:
  // Knows the words of dates.
  Spelling();

  // The words of a text, as far as they are long enough to be told apart. Beyond kSpellingWordsMax nothing is
  // added.
  void add(std::string_view text);
  // The one known word that a lower-case word is a slip of, one letter more, less, other or swapped; empty
  // when it is known itself, too short, or when there is none or more than one.
  std::string_view right_word(std::string_view word) const;

 private:
  std::set<std::string, std::less<>> words_;
};

inline constexpr std::size_t kSpellingWordsMax = 2048;

}  // namespace schemagate::client_agent
