#include "extension/client_agent/utterance.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr string_view kCurlyApostrophe = "\u2019";

using a2a::text::is_digit;
using a2a::text::is_letter;
using a2a::text::lower_case;

// Dashes, arrows and quotes of general punctuation (U+2000 to U+2BFF) separate words; other non-ASCII bytes
// belong to letters.
bool is_word_byte(string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) return a2a::text::is_letter_or_digit(text[at]);
  std::size_t lead = at;
  while (lead > 0 && a2a::text::is_continuation(text[lead])) --lead;
  const auto first = static_cast<unsigned char>(text[lead]);
  if (first == 0xc2) return false;  // U+0080 to U+00BF: spaces and signs
  if (first != 0xe2 || lead + 1 >= text.size()) return true;
  return static_cast<unsigned char>(text[lead + 1]) >= 0xb0;
}

// "don't", "2026-05-04", "7/10", "2.5": one word each.
std::size_t joint_size(string_view text, std::size_t at) {
  if (at == 0 || at + 1 >= text.size() || !is_word_byte(text, at - 1)) return 0;
  const auto rest = text.substr(at);
  const std::size_t apostrophe = rest.starts_with('\'') ? 1 : rest.starts_with(kCurlyApostrophe) ? 3 : 0;
  if (apostrophe > 0)
    return at + apostrophe < text.size() && is_letter(text[at + apostrophe]) ? apostrophe : 0;
  const bool between_digits = is_digit(text[at - 1]) && is_digit(text[at + 1]);
  return between_digits && string_view("-/.").contains(text[at]) ? 1 : 0;
}

std::size_t word_end(string_view text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t joint = is_word_byte(text, at) ? 1 : joint_size(text, at);
    if (joint == 0) break;
    at += joint;
  }
  return at < text.size() && text[at] == '%' && is_digit(text[at - 1]) ? at + 1 : at;
}

std::string word_text(string_view written) {
  std::string text = lower_case(written);
  const auto curly = text.find(kCurlyApostrophe);
  if (curly != std::string::npos) text.replace(curly, kCurlyApostrophe.size(), "'");
  return text;
}

string_view without_blanks(string_view text) {
  while (!text.empty() && string_view(" \t\r").contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && string_view(" \t\r").contains(text.back())) text.remove_suffix(1);
  return text;
}

// "PEK-SHA" is a pair, "Beijing - please" is a break.
bool breaks_clause(string_view gap) {
  if (gap.find_first_of(",;.!?\n") != string_view::npos) return true;
  const bool dash = gap.contains('-') || gap.contains("\u2013") || gap.contains("\u2014");
  return dash && gap.starts_with(' ') && !gap.contains('>');
}

}  // namespace

Utterance::Utterance(string_view text) : text_(text.substr(0, kUtteranceBytesMax)) {
  const string_view all = text_;
  std::size_t clause = 0;
  std::size_t gap_begin = 0;
  for (std::size_t at = 0; at < all.size() && words_.size() < kWordsMax;) {
    if (!is_word_byte(all, at)) {
      ++at;
      continue;
    }
    const std::size_t end = word_end(all, at);
    const auto gap = all.substr(gap_begin, at - gap_begin);
    std::string word = word_text(all.substr(at, end - at));
    if (!words_.empty() && (breaks_clause(gap) || opens_clause(word) || opens_reason(word))) ++clause;
    const bool is_capital = a2a::text::is_upper(all[at]);
    words_.push_back({word, meaning_of(word), at, end, clause, is_capital, without_blanks(gap)});
    at = gap_begin = end;
  }
}

string_view Utterance::text(std::size_t index) const {
  return index < words_.size() ? string_view(words_[index].text) : string_view();
}

string_view Utterance::span(std::size_t first, std::size_t last) const {
  if (first >= last) return {};
  return string_view(text_).substr(words_[first].begin, words_[last - 1].end - words_[first].begin);
}

std::string meaning_of(string_view lower_word) {
  const auto known = word_in_thesaurus(lower_word);
  return stem_of(known.empty() ? lower_word : known);
}

std::vector<std::string> meanings_of(string_view text) {
  const Utterance utterance(text);
  std::vector<std::string> meanings;
  for (const Word& word : utterance.words()) {
    const bool is_new = std::ranges::find(meanings, word.meaning) == meanings.end();
    if (is_new && !is_empty_word(word.text)) meanings.push_back(word.meaning);
  }
  return meanings;
}

}  // namespace schemagate::client_agent
