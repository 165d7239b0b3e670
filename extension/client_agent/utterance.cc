#include "extension/client_agent/utterance.h"

#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/client_agent/stem.h"
#include "extension/client_agent/vocabulary.h"
#include "extension/client_agent/word_list.h"

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
  const bool is_square = text.substr(lead).starts_with("\u00b2") && lead > 0 && is_letter(text[lead - 1]);
  if (first == 0xc2) return is_square;  // U+0080 to U+00BF: spaces and signs, but of "m2"
  if (first != 0xe2 || lead + 1 >= text.size()) return true;
  return static_cast<unsigned char>(text[lead + 1]) >= 0xb0;
}

// "20,000": three digits and no more behind the comma.
bool parts_thousands(string_view text, std::size_t at) {
  const auto is_digit_at = [text](std::size_t index) { return index < text.size() && is_digit(text[index]); };
  return is_digit(text[at - 1]) && is_digit_at(at + 1) && is_digit_at(at + 2) && is_digit_at(at + 3) &&
         !is_digit_at(at + 4);
}

// "a.m.", "p.m.": the dot before the m.
bool is_half_of_day(string_view text, std::size_t at) {
  const bool is_half = string_view("apAP").contains(text[at - 1]) && string_view("mM").contains(text[at + 1]);
  const bool begins = at < 2 || !is_letter(text[at - 2]);
  return is_half && begins && (at + 2 >= text.size() || !is_letter(text[at + 2]));
}

// "2,4": one digit or two behind the comma, and no list: "5,6,7".
bool parts_decimals(string_view text, std::size_t at) {
  const auto is_digit_at = [text](std::size_t index) { return index < text.size() && is_digit(text[index]); };
  const std::size_t end = at + (is_digit_at(at + 2) ? 3 : 2);
  std::size_t begin = at;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  const bool is_list = (begin > 0 && text[begin - 1] == ',') ||
                       (end < text.size() && text[end] == ',' && is_digit_at(end + 1));
  return begin < at && is_digit_at(at + 1) && !is_digit_at(end) && !is_list;
}

// "don't", "2026-05-04", "7/10", "2.5", "19:30", "20,000": one word each.
std::size_t joint_size(string_view text, std::size_t at) {
  if (at == 0 || at + 1 >= text.size() || !is_word_byte(text, at - 1)) return 0;
  if (text[at] == ',') return parts_thousands(text, at) || parts_decimals(text, at) ? 1 : 0;
  if (text[at] == '.' && is_half_of_day(text, at)) return 1;
  const auto rest = text.substr(at);
  const std::size_t apostrophe = rest.starts_with('\'') ? 1 : rest.starts_with(kCurlyApostrophe) ? 3 : 0;
  if (apostrophe > 0)
    return at + apostrophe < text.size() && is_letter(text[at + apostrophe]) ? apostrophe : 0;
  // "HX-77": a code.
  const bool codes = text[at] == '-' && ((a2a::text::is_upper(text[at - 1]) && is_digit(text[at + 1])) ||
                                         (is_digit(text[at - 1]) && a2a::text::is_upper(text[at + 1])));
  if (codes) return 1;
  const bool between_digits = is_digit(text[at - 1]) && is_digit(text[at + 1]);
  return between_digits && string_view("-/.:").contains(text[at]) ? 1 : 0;
}

// The end of the e-mail address that begins at `at`; `at` when none does.
std::size_t address_end(string_view text, std::size_t at) {
  const auto run = [text](std::size_t from, string_view signs) {
    while (from < text.size() && (a2a::text::is_letter_or_digit(text[from]) || signs.contains(text[from])))
      ++from;
    return from;
  };
  const std::size_t sign = run(at, "._%+-");
  if (sign == at || sign >= text.size() || text[sign] != '@') return at;
  std::size_t end = run(sign + 1, ".-");
  while (end > sign && !is_letter(text[end - 1])) --end;
  return text.substr(sign, end - sign).contains('.') ? end : at;
}

// The end of the web address that begins at `at`, without what ends a sentence; `at` when none does.
std::size_t uri_end(string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  if (!rest.starts_with("http://") && !rest.starts_with("https://") && !rest.starts_with("www.")) return at;
  std::size_t end = at + std::min(rest.find_first_of(" \t\r\n<>\"'"), rest.size());
  while (end > at && string_view(".,;:!?)").contains(text[end - 1])) --end;
  return end;
}

std::size_t word_end(string_view text, std::size_t at) {
  if (const std::size_t end = uri_end(text, at); end > at) return end;
  if (const std::size_t end = address_end(text, at); end > at) return end;
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
  if (text.ends_with("a.m") || text.ends_with("p.m")) text.erase(text.size() - 2, 1);
  return text;
}

string_view without_blanks(string_view text) {
  while (!text.empty() && string_view(" \t\r").contains(text.front())) text.remove_prefix(1);
  while (!text.empty() && string_view(" \t\r").contains(text.back())) text.remove_suffix(1);
  return text;
}

// Behind these a dot ends nothing.
bool is_abbreviation(string_view word) {
  constexpr string_view kWords[] = {"dr",  "mr",   "mrs",    "ms",  "prof", "st",  "str", "rd",
                                    "ave", "pers", "approx", "tel", "appt", "max", "min", "incl",
                                    "am",  "pm",   "ca",     "p",   "nr",   "e.g"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

// "w/ breakfast", "w/o breakfast": the end of the short form at `at`; `at` where none stands. "24/7", "w/e"
// are none.
std::size_t short_form_end(string_view text, std::size_t at) {
  if (text.size() < at + 3 || a2a::text::lower(text[at]) != 'w' || text[at + 1] != '/') return at;
  const auto is_break = [text](std::size_t end) { return end >= text.size() || text[end] == ' '; };
  if (a2a::text::lower(text[at + 2]) == 'o' && is_break(at + 3)) return at + 3;
  const bool goes_on = is_letter(text[at + 2]) && !is_break(at + 3);
  return is_break(at + 2) || goes_on ? at + 2 : at;
}

// "dont" as it is meant.
string_view with_apostrophe(string_view word) {
  constexpr std::pair<string_view, string_view> kForms[] = {
      {"dont", "don't"},       {"doesnt", "doesn't"},     {"didnt", "didn't"},   {"isnt", "isn't"},
      {"arent", "aren't"},     {"wasnt", "wasn't"},       {"werent", "weren't"}, {"wont", "won't"},
      {"cant", "can't"},       {"couldnt", "couldn't"},   {"hasnt", "hasn't"},   {"havent", "haven't"},
      {"wouldnt", "wouldn't"}, {"shouldnt", "shouldn't"}, {"im", "i'm"},         {"ive", "i've"}};
  const auto* form = std::ranges::find(kForms, word, &std::pair<string_view, string_view>::first);
  return form == std::end(kForms) ? word : form->second;
}

// "PEK-SHA" is a pair, "Beijing - please" is a break.
bool breaks_clause(string_view gap) {
  if (gap.find_first_of(",;.!?\n|") != string_view::npos || gap.contains(" / ")) return true;
  const bool dash = gap.contains('-') || gap.contains("\u2013") || gap.contains("\u2014");
  return dash && gap.starts_with(' ') && !gap.contains('>');
}

// A capital: ASCII, or an accented one of Latin-1 (U+00C0 to U+00DE) or Latin Extended-A (U+0100 to U+017F),
// where capital and small letter take turns.
bool is_name_begin(string_view text, std::size_t at) {
  if (a2a::text::is_upper(text[at])) return true;
  if (at + 1 >= text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[at]);
  const auto next = static_cast<unsigned char>(text[at + 1]);
  if (lead == 0xc3) return next <= 0x9e;
  if (lead != 0xc4 && lead != 0xc5) return false;
  const unsigned letter = ((lead & 0x1fU) << 6U) | (next & 0x3fU);
  const bool is_odd = (letter >= 0x139 && letter <= 0x148) || letter >= 0x179;
  return (letter % 2 == 1) == is_odd && letter != 0x138 && letter != 0x149 && letter != 0x17f;
}

}  // namespace

Utterance::Utterance(string_view text, const Spelling* spelling) : text_(text.substr(0, kUtteranceBytesMax)) {
  const string_view all = text_;
  std::size_t clause = 0;
  std::size_t sentence = 0;
  std::size_t gap_begin = 0;
  for (std::size_t at = 0; at < all.size() && words_.size() < kWordsMax;) {
    if (!is_word_byte(all, at)) {
      ++at;
      continue;
    }
    const std::size_t short_end = short_form_end(all, at);
    const std::size_t end = short_end > at ? short_end : word_end(all, at);
    auto gap = all.substr(gap_begin, at - gap_begin);
    std::string word(with_apostrophe(word_text(all.substr(at, end - at))));
    if (short_end > at) word = word.size() > 2 ? "without" : "with";
    const auto mended =
        spelling == nullptr || a2a::text::is_upper(all[at]) ? string_view() : spelling->right_word(word);
    if (!mended.empty()) word = mended;
    if (!words_.empty() && gap.starts_with('.') && is_abbreviation(words_.back().text) &&
        !(lists("am pm", words_.back().text) && is_name_begin(all, at)))
      gap.remove_prefix(1);
    if (!words_.empty() && (breaks_clause(gap) || opens_clause(word) || opens_reason(word))) ++clause;
    if (!words_.empty() && gap.find_first_of(".!?\n") != string_view::npos) ++sentence;
    words_.push_back(
        {word, meaning_of(word), at, end, clause, sentence, is_name_begin(all, at), without_blanks(gap)});
    at = gap_begin = end;
  }
  rest_ = without_blanks(all.substr(gap_begin));
}

string_view Utterance::behind(std::size_t index) const {
  if (index >= words_.size()) return {};
  return index + 1 < words_.size() ? words_[index + 1].separator : rest_;
}

bool Utterance::follows_on(std::size_t index) const {
  if (index == 0 || index >= words_.size()) return false;
  const auto& separator = words_[index].separator;
  const bool is_spaced = words_[index].begin - words_[index - 1].end > separator.size();
  if (is_spaced && separator == "/") return false;
  return separator.find_first_of(",;:.!?\n()|") == string_view::npos;
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
