#include "extension/client_agent/spelling.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::size_t kLettersMin = 6;
constexpr string_view kWordsOfDates =
    "monday tuesday wednesday thursday friday saturday sunday january february march april august september "
    "october november "
    "december tomorrow tonight morning afternoon evening weekend appointment reservation tickets people "
    "please";

bool is_plain(string_view word) {
  return std::ranges::all_of(word, a2a::text::is_letter);
}

// One letter more, less, other, or two swapped.
bool is_slip(string_view one, string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  if (other.size() - one.size() > 1 || one == other) return false;
  std::size_t at = 0;
  while (at < one.size() && one[at] == other[at]) ++at;
  if (one.size() < other.size()) return one.substr(at) == other.substr(at + 1);
  const bool swapped = at + 1 < one.size() && one[at] == other[at + 1] && one[at + 1] == other[at];
  return one.substr(at + 1) == other.substr(at + 1) ||
         (swapped && one.substr(at + 2) == other.substr(at + 2));
}

// "blurr": a letter doubled, which is a slip in shorter words, too.
bool is_doubled(string_view word, string_view known) {
  if (word.size() != known.size() + 1) return false;
  std::size_t at = 0;
  while (at < known.size() && word[at] == known[at]) ++at;
  return at > 0 && word[at] == word[at - 1] && word.substr(at + 1) == known.substr(at);
}

}  // namespace

Spelling::Spelling() {
  add(kWordsOfDates);
}

void Spelling::add(string_view text) {
  std::string word;
  const std::string lower = a2a::text::lower_case(text) + " ";
  for (char c : lower) {
    if (a2a::text::is_letter(c)) {
      word += c;
      continue;
    }
    if (word.size() >= 4 && words_.size() < kSpellingWordsMax) words_.insert(word);
    word.clear();
  }
}

string_view Spelling::right_word(string_view word) const {
  if (word.size() < 5 || !is_plain(word) || words_.contains(word) || is_empty_word(word) ||
      is_light_word(word) || is_everyday_word(word) || is_companion(word) || degree_of(word))
    return {};
  if (!word_in_thesaurus(word).empty()) return {};
  string_view found;
  for (const std::string& known : words_) {
    if (known.front() != word.front() ||
        !((word.size() >= kLettersMin && known.size() >= 5 && is_slip(word, known)) ||
          is_doubled(word, known)))
      continue;
    if (stem_of(known) == stem_of(word)) return {};
    if (!found.empty() && stem_of(known) != stem_of(found)) return {};
    if (found.empty()) found = known;
  }
  return found;
}

}  // namespace schemagate::client_agent
