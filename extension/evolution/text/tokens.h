// A fragment as tokens: words in lower case, and placeholders for what differs from wish to wish though the
// wish is the same: numbers, dates, times, sums of money, proper names.
//
//   tokenise("I'd like a table for 4 on May 3rd", {})
//   // i d like a table for <num> on <date>; content: table, <num>, <date>
//
// Proper names are capitalised words that do not begin a sentence, in a text that has small ones, too. Runs
// of one placeholder are one. Scripts that write no blanks (Han, Kana, Thai, Lao, Khmer, Burmese) are split
// into pairs of characters; how well that clusters was not measured. Pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace schemagate::evolution {

enum class TokenKind { kWord, kNumber, kDate, kTime, kMoney, kName, kPersonal };

// How a word stands there. The first of a sentence has a capital whatever it is.
enum class Writing : unsigned char { kSmall, kFirst, kCapital, kCapitals };

struct Token {
  std::string text;          // lower case, or "<num>", "<date>", "<time>", "<money>", "<name>", "<personal>"
  std::string spelled = {};  // a name, or a word with a capital, as it was written; else empty
  TokenKind kind = TokenKind::kWord;
  bool content = true;  // carries the wish; not a function word and not politeness
  Writing writing = Writing::kSmall;
  bool operator==(const Token&) const = default;
};

// For measuring what each of them is worth.
struct TokenOptions {
  bool placeholders = true;
  bool stop_words = true;
};

// `redacted` is a text of redact(). When no token carries a wish, all do.
std::vector<Token> tokenise(std::string_view redacted, const TokenOptions& options);

// Whether it thanks, takes leave, or says yes or no, and wishes for nothing: "no thanks, that's all for now".
bool is_courtesy(const std::vector<Token>& tokens);

// Whether the text asks for information: a question mark at its end, or a question's first word; "can you" is
// a request, and "how about Friday?" a suggestion. REQUIRES: `tokens` are those of the text.
bool is_question(std::string_view redacted, const std::vector<Token>& tokens);

// The content alone, joined: equal for texts that differ in politeness, numbers and names only.
std::string essence(const std::vector<Token>& tokens);

}  // namespace schemagate::evolution
