// A sentence as words that can be compared. English.
//
//   const Utterance sentence("Make my eyes bigger, please");
//   sentence[3].meaning == meaning_of("larger")  // true
//   sentence.span(1, 3)                          // "my eyes"
//
// Pure; safe from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "extension/client_agent/spelling.h"

namespace schemagate::client_agent {

// One word of a sentence.
struct Word {
  std::string text;       // ASCII letters in lower case, a curly apostrophe straight
  std::string meaning;    // see meaning_of()
  std::size_t begin = 0;  // bytes of the sentence
  std::size_t end = 0;
  std::size_t clause = 0;    // words of one clause stand together
  std::size_t sentence = 0;  // what ends with ".", "!" or "?"
  bool is_capital = false;
  std::string_view separator;  // what stands before it in the sentence, without blanks
};

// A sentence is a stranger's: work on it is bounded by these.
inline constexpr std::size_t kUtteranceBytesMax = 16 << 10;
inline constexpr std::size_t kWordsMax = 2048;

// A sentence cut into words. Owns its text; the words' separators view it, so it is neither copied nor moved.
// Immutable.
class Utterance {
 public:
  // What lies beyond kUtteranceBytesMax or kWordsMax is cut off; callers check the size before.
  explicit Utterance(std::string_view text) : Utterance(text, nullptr) {}
  // The same with slips of the pen mended in the words' texts and meanings; the sentence stays as it was
  // written.
  Utterance(std::string_view text, const Spelling& spelling) : Utterance(text, &spelling) {}
  Utterance(const Utterance&) = delete;
  Utterance& operator=(const Utterance&) = delete;

  const std::vector<Word>& words() const { return words_; }
  std::size_t size() const { return words_.size(); }
  const Word& operator[](std::size_t index) const { return words_[index]; }
  // The word's text; empty beyond the end, so that looking ahead needs no check.
  std::string_view text(std::size_t index) const;
  // What stands behind word `index` and before the next one, without blanks; empty beyond the end.
  std::string_view behind(std::size_t index) const;
  // No punctuation parts the word from the one before it; false for the first one.
  bool follows_on(std::size_t index) const;
  // The sentence from word `first` to before word `last`, as it was written.
  std::string_view span(std::size_t first, std::size_t last) const;

 private:
  Utterance(std::string_view text, const Spelling* spelling);

  std::string text_;
  std::vector<Word> words_;
  std::string_view rest_;  // behind the last word
};

// The stem (stem.h), or that of the word which the thesaurus has for it: "bigger" and "larger" give the same.
std::string meaning_of(std::string_view lower_word);

// The meanings of a text's words but the empty ones ("the", "of"): of names like skin_smoothing, too.
std::vector<std::string> meanings_of(std::string_view text);

}  // namespace schemagate::client_agent
