#include "extension/evolution/text/raw_words.h"

#include <utf8proc.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"

namespace schemagate::evolution {
namespace {

using std::string_view;

constexpr std::size_t kWordsMax = 256;

enum class Letter { kNone, kLetter, kDigit, kUnspaced };

bool is_unspaced(char32_t code) {
  return (code >= 0xe00 && code <= 0xeff) || (code >= 0x1000 && code <= 0x109f) ||
         (code >= 0x1780 && code <= 0x17ff) || (code >= 0x3040 && code <= 0x30ff) ||
         (code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) ||
         (code >= 0x20000 && code <= 0x2ffff);
}

Letter letter(char32_t code) {
  if (code < 0x80) {
    const char c = static_cast<char>(code);
    if (a2a::text::is_digit(c)) return Letter::kDigit;
    return a2a::text::is_letter(c) ? Letter::kLetter : Letter::kNone;
  }
  if (is_unspaced(code)) return Letter::kUnspaced;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  const bool written = category <= UTF8PROC_CATEGORY_NO && category != UTF8PROC_CATEGORY_CN;
  return written ? Letter::kLetter : Letter::kNone;
}

bool is_currency_sign(char32_t code) {
  return code == '$' || code == U'€' || code == U'£' || code == U'¥' || code == U'₹';
}

// Reads one text; a new one for each.
class Splitter {
 public:
  explicit Splitter(string_view text) : text_(text) {}

  std::vector<RawWord> split() {
    while (at_ < text_.size() && words_.size() < kWordsMax) step();
    end_word();
    return std::move(words_);
  }

 private:
  void step() {
    if (text_[at_] == '[' && take_placeholder()) return;
    const std::size_t begin = at_;
    const char32_t code = a2a::text::decode(text_, at_);
    const Letter kind = letter(code);
    const string_view bytes = text_.substr(begin, at_ - begin);
    if (kind == Letter::kUnspaced) {
      pair(bytes);
    } else if (kind != Letter::kNone) {
      unspaced_before_.clear();
      if (word_.empty()) open_word();
      word_ += bytes;
    } else if (!joins(code)) {
      mark(code);
    } else {
      word_ += bytes;
    }
  }

  bool take_placeholder() {
    const std::size_t end = text_.find(']', at_);
    if (end == text_.npos || end - at_ > 10) return false;
    end_word();
    words_.push_back(
        {std::string(text_.substr(at_, end + 1 - at_)), std::exchange(sentence_, false), false, true});
    at_ = end + 1;
    return true;
  }

  void open_word() { begins_ = std::exchange(sentence_, false); }

  // Two characters that follow one another are a word; one alone is, too.
  void pair(string_view character) {
    end_word();
    if (!unspaced_before_.empty()) {
      if (single_) words_.pop_back();
      words_.push_back({unspaced_before_ + std::string(character)});
    } else {
      words_.push_back({std::string(character)});
    }
    single_ = unspaced_before_.empty();
    unspaced_before_ = character;
    sentence_ = false;
  }

  // Marks inside a number, and an apostrophe inside a word.
  bool joins(char32_t code) const {
    if (word_.empty() || at_ >= text_.size()) return false;
    const char before = word_.back();
    const char after = text_[at_];
    if (code == '\'' || code == U'’') return a2a::text::is_letter(before) && a2a::text::is_letter(after);
    if (code >= 0x80 || !a2a::text::is_one_of(static_cast<char>(code), ".,:/-")) return false;
    if (a2a::text::is_digit(before) && a2a::text::is_digit(after)) return true;
    // "wi-fi", "e-mail", "t-shirt": a part of one or two letters is no word of its own.
    return code == '-' && word_.size() <= 2 && a2a::text::is_letter(before) && a2a::text::is_letter(after);
  }

  void mark(char32_t code) {
    const bool sign = is_currency_sign(code);
    if (sign && !word_.empty()) currency_ = true;
    end_word();
    unspaced_before_.clear();
    if (sign) currency_ = true;
    if (code == '.' || code == '!' || code == '?' || code == ';' || code == 0x3002) sentence_ = true;
  }

  void end_word() {
    if (word_.empty()) return;
    words_.push_back({std::exchange(word_, {}), begins_, std::exchange(currency_, false), false});
  }

  string_view text_;
  std::size_t at_ = 0;
  std::vector<RawWord> words_;
  std::string word_;
  bool begins_ = true;
  bool currency_ = false;
  bool sentence_ = true;
  bool single_ = false;
  std::string unspaced_before_;
};

}  // namespace

std::vector<RawWord> raw_words(string_view text) {
  return Splitter(text).split();
}

}  // namespace schemagate::evolution
