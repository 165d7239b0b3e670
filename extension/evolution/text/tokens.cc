#include "extension/evolution/text/tokens.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "a2a/text/ascii.h"
#include "extension/evolution/text/fold.h"
#include "extension/evolution/text/raw_words.h"
#include "extension/evolution/text/words.h"

namespace schemagate::evolution {
namespace {

using a2a::text::is_digit;
using a2a::text::is_letter;
using a2a::text::is_upper;
using std::string_view;

constexpr std::size_t kAcronymMax = 5;

Token placeholder(TokenKind kind) {
  switch (kind) {
    case TokenKind::kNumber:
      return {"<num>", {}, kind};
    case TokenKind::kDate:
      return {"<date>", {}, kind};
    case TokenKind::kTime:
      return {"<time>", {}, kind};
    case TokenKind::kMoney:
      return {"<money>", {}, kind};
    case TokenKind::kName:
      return {"<name>", {}, kind};
    case TokenKind::kPersonal:
      return {"<personal>", {}, kind};
    case TokenKind::kWord:
      break;
  }
  return {};
}

// Where the digits at the begin end, and what marks are among them.
struct NumberShape {
  string_view digits;
  string_view unit;  // letters behind them
};
NumberShape shape_of(string_view word) {
  std::size_t end = 0;
  while (end < word.size() && !is_letter(word[end]) && a2a::text::is_ascii(word[end])) ++end;
  return {word.substr(0, end), word.substr(end)};
}

bool is_date(string_view digits) {
  const auto slashes = std::ranges::count(digits, '/');
  if (slashes == 1 || slashes == 2) return true;
  return std::ranges::count(digits, '-') == 2 ||
         (std::ranges::count(digits, '.') == 2 && digits.size() <= 10);
}

// "5pm", "3rd", "10:30", "2x": the token or tokens of a word that begins with a digit.
void add_number(std::vector<Token>& tokens, const RawWord& raw, string_view lower) {
  const auto [digits, unit] = shape_of(lower);
  const auto add = [&tokens](TokenKind kind) { tokens.push_back(placeholder(kind)); };
  if (raw.currency) return add(TokenKind::kMoney);
  if (unit == "am" || unit == "pm" || digits.contains(':')) return add(TokenKind::kTime);
  if (unit == "st" || unit == "nd" || unit == "rd" || unit == "th" || is_date(digits))
    return add(TokenKind::kDate);
  add(TokenKind::kNumber);
  if (!unit.empty()) tokens.push_back({std::string(unit)});
}

// "don't" is "do" and "not"; what else stands behind an apostrophe is a function word.
void add_word(std::vector<Token>& tokens, string_view lower) {
  if (lower == "can't" || lower == "cannot") {
    tokens.push_back({"can"});
    tokens.push_back({"not"});
  } else if (lower.ends_with("n't")) {
    tokens.push_back({std::string(lower.substr(0, lower.size() - 3))});
    tokens.push_back({"not"});
  } else {
    const std::size_t end = std::min(lower.find('\''), lower.find("’"));
    std::string word(lower.substr(0, end));
    std::erase(word, '-');
    tokens.push_back({std::move(word)});
    if (end != lower.npos) tokens.push_back({std::string(lower.substr(lower.find_first_of("smdlrvt", end)))});
  }
}

bool is_capitalised(string_view word) {
  return word.size() > 1 && is_upper(word[0]) &&
         std::ranges::all_of(word.substr(1), [](char c) { return !is_upper(c) && !is_digit(c); });
}

Writing writing_of(const RawWord& raw) {
  if (raw.begins_sentence) return Writing::kFirst;
  if (!is_upper(raw.text[0])) return Writing::kSmall;
  const bool capitals = raw.text.size() <= kAcronymMax && std::ranges::all_of(raw.text, is_upper);
  return capitals ? Writing::kCapitals : Writing::kCapital;
}

// A text in capitals or in title case tells nothing by its capitals. Where something else than a function
// word is in lower case they are meant; else where no more words begin with one than without.
bool tells_names(const std::vector<RawWord>& words) {
  std::size_t upper = 0;
  std::size_t lower = 0;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].placeholder || is_digit(words[at].text[0])) continue;
    if (is_upper(words[at].text[0])) {
      upper += at > 0 ? 1 : 0;
    } else {
      if (at == 0 || !is_function_word(words[at].text)) return true;
      ++lower;
    }
  }
  return upper <= lower;
}

std::optional<TokenKind> kind_of(string_view lower, const std::vector<Token>& before) {
  if (is_weekday(lower) || is_day_word(lower)) return TokenKind::kDate;
  if (is_time_word(lower)) return TokenKind::kTime;
  if (is_number_word(lower)) return TokenKind::kNumber;
  const bool after_number = !before.empty() && before.back().kind == TokenKind::kNumber;
  if (after_number && is_currency_word(lower)) return TokenKind::kMoney;
  if (after_number && (lower == "am" || lower == "pm" || lower == "oclock" || lower == "o'clock")) {
    return TokenKind::kTime;
  }
  return std::nullopt;
}

// "may" and "march" are months next to a number only; the others always.
bool is_month_here(string_view lower, const std::vector<RawWord>& words, std::size_t at) {
  if (!is_month(lower)) return false;
  if (lower != "may" && lower != "march") return true;
  const auto counts = [](const RawWord& word) {
    return is_digit(word.text[0]) || is_ordinal_word(lower_case(word.text));
  };
  return (at + 1 < words.size() && counts(words[at + 1])) || (at > 0 && counts(words[at - 1])) ||
         (at > 1 && lower_case(words[at - 1].text) == "of" && counts(words[at - 2]));
}

bool is_ordinal_here(string_view lower, const std::vector<RawWord>& words, std::size_t at) {
  if (!is_ordinal_word(lower)) return false;
  const auto month = [&words](std::size_t place) {
    return place < words.size() && is_month(lower_case(words[place].text));
  };
  return month(at + 1) || (at > 0 && month(at - 1)) || month(at + 2);
}

void add_placeholder(std::vector<Token>& tokens, TokenKind kind) {
  const bool joins = kind == TokenKind::kMoney || kind == TokenKind::kTime;
  if (joins && !tokens.empty() && tokens.back().kind == TokenKind::kNumber) tokens.pop_back();
  tokens.push_back(placeholder(kind));
}

void add_name(std::vector<Token>& tokens, const std::string& spelled) {
  if (!tokens.empty() && tokens.back().kind == TokenKind::kName) {
    tokens.back().spelled += " " + spelled;
    return;
  }
  tokens.push_back(placeholder(TokenKind::kName));
  tokens.back().spelled = spelled;
}

void add_token(std::vector<Token>& tokens, const std::vector<RawWord>& words, std::size_t at, bool names) {
  const RawWord& raw = words[at];
  if (raw.placeholder) return tokens.push_back(placeholder(TokenKind::kPersonal));
  const std::string lower = lower_case(raw.text);
  if (is_digit(lower[0])) return add_number(tokens, raw, lower);
  if (const auto kind = kind_of(lower, tokens)) return add_placeholder(tokens, *kind);
  if (is_month_here(lower, words, at) || is_ordinal_here(lower, words, at)) {
    return tokens.push_back(placeholder(TokenKind::kDate));
  }
  const bool name = names && !raw.begins_sentence && is_capitalised(raw.text) && raw.text.size() > 1;
  const bool acronym = raw.text.size() <= kAcronymMax && std::ranges::all_of(raw.text, is_upper);
  if (name && !acronym && !is_function_word(lower) && !is_polite_word(lower))
    return add_name(tokens, raw.text);
  const std::size_t place = tokens.size();
  add_word(tokens, lower);
  tokens[place].writing = writing_of(raw);
  if (is_upper(raw.text[0])) tokens[place].spelled = raw.text;
}

// A number next to a date belongs to it: "March 3", "3 of March", "May 3 2027".
void join_dates(std::vector<Token>& tokens) {
  const auto is = [&tokens](std::size_t at, TokenKind kind) {
    return at < tokens.size() && tokens[at].kind == kind;
  };
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (!is(at, TokenKind::kNumber)) continue;
    const bool beside = is(at + 1, TokenKind::kDate) || (at > 0 && is(at - 1, TokenKind::kDate)) ||
                        (is(at + 2, TokenKind::kDate) && tokens[at + 1].text == "of");
    if (beside) tokens[at] = placeholder(TokenKind::kDate);
  }
}

// "half past 6", "a quarter to 7".
void join_clock_times(std::vector<Token>& tokens) {
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const bool half = tokens[at].text == "half" && tokens[at + 1].text == "past";
    const bool quarter =
        tokens[at].text == "quarter" && (tokens[at + 1].text == "past" || tokens[at + 1].text == "to");
    const bool hour = tokens[at + 2].kind == TokenKind::kNumber || tokens[at + 2].kind == TokenKind::kTime;
    if (!(half || quarter) || !hour) continue;
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                 tokens.begin() + static_cast<std::ptrdiff_t>(at) + 2);
    tokens[at] = placeholder(TokenKind::kTime);
  }
}

void join_phrasal_verbs(std::vector<Token>& tokens) {
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    auto joined = phrasal_verb(tokens[at].text, tokens[at + 1].text);
    if (!joined) continue;
    tokens[at].text = std::move(*joined);
    tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

void collapse_runs(std::vector<Token>& tokens) {
  const auto doubled = std::ranges::unique(tokens, [](const Token& one, const Token& two) {
    return one.kind == two.kind && one.kind != TokenKind::kWord && one.kind != TokenKind::kName;
  });
  tokens.erase(doubled.begin(), doubled.end());
}

void mark_content(std::vector<Token>& tokens) {
  for (Token& token : tokens) {
    token.content = token.kind != TokenKind::kWord || is_negation(token.text) ||
                    !(is_function_word(token.text) || is_polite_word(token.text));
  }
  if (std::ranges::none_of(tokens, &Token::content)) {
    for (Token& token : tokens) token.content = true;
  }
}

// "How about 7:30?", "what about Friday?": a wish. "What about the price?" asks.
bool suggests(const std::vector<Token>& tokens) {
  const bool about =
      tokens.size() > 2 && (tokens[0].text == "how" || tokens[0].text == "what") && tokens[1].text == "about";
  return about &&
         std::ranges::any_of(tokens, [](const Token& token) { return token.kind != TokenKind::kWord; });
}

}  // namespace

std::vector<Token> tokenise(string_view redacted, const TokenOptions& options) {
  const std::vector<RawWord> words = raw_words(redacted);
  std::vector<Token> tokens;
  tokens.reserve(words.size());
  const bool names = options.placeholders && tells_names(words);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (options.placeholders) {
      add_token(tokens, words, at, names);
    } else {
      add_word(tokens, lower_case(words[at].text));
    }
  }
  if (options.placeholders) {
    join_dates(tokens);
    join_clock_times(tokens);
    collapse_runs(tokens);
  }
  join_phrasal_verbs(tokens);
  if (options.stop_words) mark_content(tokens);
  return tokens;
}

bool is_courtesy(const std::vector<Token>& tokens) {
  bool courteous = false;
  bool that = false;  // "that will be all", "that's it"
  for (const auto& [text, spelled, kind, content, writing] : tokens) {
    const bool ends = that && (text == "all" || text == "it" || text == "do");
    courteous = courteous || ends || is_courtesy_word(text);
    that = that || text == "that" || text == "thats";
    const bool says_something =
        kind != TokenKind::kWord || !(is_function_word(text) || is_polite_word(text) || is_negation(text) ||
                                      is_courtesy_word(text) || is_small_talk_word(text));
    if (says_something) return false;
  }
  return courteous;
}

bool is_question(string_view redacted, const std::vector<Token>& tokens) {
  const bool polite = tokens.size() > 1 && is_request_auxiliary(tokens[0].text) && tokens[1].text == "you";
  if (polite || tokens.empty() || suggests(tokens)) return false;
  return a2a::text::trimmed_back(redacted, " .!").ends_with('?') || opens_question(tokens[0].text);
}

std::string essence(const std::vector<Token>& tokens) {
  std::string out;
  for (const Token& token : tokens) {
    if (!token.content) continue;
    if (!out.empty()) out += ' ';
    out += token.text;
  }
  return out;
}

}  // namespace schemagate::evolution
