#include "extension/client_agent/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "a2a/text/ascii.h"

namespace schemagate::client_agent {
namespace {

using std::string_view;

constexpr std::array<string_view, 20> kUnits = {"zero",    "one",     "two",       "three",    "four",
                                                "five",    "six",     "seven",     "eight",    "nine",
                                                "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                                "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<string_view, 8> kTens = {"twenty", "thirty",  "forty",  "fifty",
                                              "sixty",  "seventy", "eighty", "ninety"};
constexpr std::array<string_view, 20> kOrdinals = {
    "first",     "second",    "third",       "fourth",     "fifth",      "sixth",      "seventh",
    "eighth",    "ninth",     "tenth",       "eleventh",   "twelfth",    "thirteenth", "fourteenth",
    "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"};

std::optional<double> parse_number(string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return a2a::text::is_digit(text.front()) ? std::optional(value) : std::nullopt;
}

template <std::size_t Size>
std::optional<std::size_t> index_in(const std::array<string_view, Size>& words, string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

}  // namespace

std::optional<NumberMention> number_at(const Utterance& utterance, std::size_t at) {
  const auto word = utterance.text(at);
  if (const auto value = parse_number(word)) return NumberMention{*value};
  if (const auto unit = index_in(kUnits, word)) return NumberMention{static_cast<double>(*unit)};
  if (const auto ten = index_in(kTens, word)) {
    const double tens = 20 + 10 * static_cast<double>(*ten);
    const auto unit = index_in(kUnits, utterance.text(at + 1));
    const bool joined = unit && *unit > 0 && *unit < 10;
    return joined ? NumberMention{tens + static_cast<double>(*unit), 2} : NumberMention{tens};
  }
  if (word == "dozen") return NumberMention{12};
  if (word != "a" && word != "couple") return std::nullopt;
  const std::size_t noun = word == "a" ? at + 1 : at;
  if (utterance.text(noun) == "dozen") return NumberMention{12, noun + 1 - at};
  if (utterance.text(noun) == "couple" && utterance.text(noun + 1) == "of")
    return NumberMention{2, noun + 2 - at};
  return std::nullopt;
}

std::optional<NumberMention> share_at(const Utterance& utterance, std::size_t at) {
  const auto word = utterance.text(at);
  if (word.ends_with('%')) {
    const auto percent = parse_number(word.substr(0, word.size() - 1));
    return percent ? std::optional(NumberMention{*percent / 100}) : std::nullopt;
  }
  if (const auto slash = word.find('/'); slash != string_view::npos) {
    const auto part = parse_number(word.substr(0, slash));
    const auto whole = parse_number(word.substr(slash + 1));
    return part && whole && *whole > 0 ? std::optional(NumberMention{*part / *whole}) : std::nullopt;
  }
  const auto part = number_at(utterance, at);
  if (!part) return std::nullopt;
  const std::size_t next = at + part->words;
  if (utterance.text(next) == "percent") return NumberMention{part->value / 100, part->words + 1};
  if (utterance.text(next) != "out" || utterance.text(next + 1) != "of") return std::nullopt;
  const auto whole = number_at(utterance, next + 2);
  if (!whole || whole->value <= 0) return std::nullopt;
  return NumberMention{part->value / whole->value, part->words + 2 + whole->words};
}

std::optional<unsigned> day_number(string_view word) {
  if (const auto ordinal = index_in(kOrdinals, word)) return static_cast<unsigned>(*ordinal + 1);
  for (string_view ending : {"st", "nd", "rd", "th"}) {
    if (word.size() > ending.size() && word.ends_with(ending)) word.remove_suffix(ending.size());
  }
  unsigned day = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), day);
  const bool is_day = error == std::errc() && end == word.data() + word.size() && day >= 1 && day <= 31;
  return is_day ? std::optional(day) : std::nullopt;
}

}  // namespace schemagate::client_agent
