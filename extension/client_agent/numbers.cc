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

std::optional<double> parse_number(string_view written) {
  std::string text(written);
  const auto comma = text.rfind(',');
  if (comma != std::string::npos && text.size() - comma != 4) text[comma] = '.';  // "2,4"
  std::erase(text, ',');
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

// "5k", "x2", "2x".
std::optional<double> parse_short_form(string_view word) {
  if (word.size() < 2) return std::nullopt;
  if (word.ends_with('k')) {
    const auto thousands = parse_number(word.substr(0, word.size() - 1));
    return thousands ? std::optional(*thousands * 1000) : std::nullopt;
  }
  const bool times_first = word.starts_with('x') && word.size() <= 3;
  if (!times_first && !(word.ends_with('x') && word.size() <= 3)) return std::nullopt;
  return parse_number(times_first ? word.substr(1) : word.substr(0, word.size() - 1));
}

// Below a hundred: "seven", "twenty one".
std::optional<NumberMention> small_number_at(const Utterance& utterance, std::size_t at) {
  const auto word = utterance.text(at);
  if (const auto unit = index_in(kUnits, word)) return NumberMention{static_cast<double>(*unit)};
  const auto ten = index_in(kTens, word);
  if (!ten) return std::nullopt;
  const double tens = 20 + 10 * static_cast<double>(*ten);
  const auto unit = index_in(kUnits, utterance.text(at + 1));
  const bool joined =
      unit && *unit > 0 && *unit < 10 && (at + 1 >= utterance.size() || utterance.follows_on(at + 1));
  return joined ? NumberMention{tens + static_cast<double>(*unit), 2} : NumberMention{tens};
}

// "hundred", "thousand", "million", behind a number.
double scale_of(string_view word) {
  if (word == "hundred") return 100;
  if (word == "thousand" || word == "grand") return 1000;
  return word == "million" ? 1e6 : 0;
}

// "two hundred and ten", "1 million", "five thousand five hundred".
NumberMention with_scales(const Utterance& utterance, std::size_t at, NumberMention number) {
  double whole = 0;
  double part = number.value;
  std::size_t next = at + number.words;
  for (int i = 0; i < 4; ++i) {
    const double scale = scale_of(utterance.text(next));
    if (scale == 0) break;
    part *= scale;
    ++next;
    const std::size_t more = next + (utterance.text(next) == "and" ? 1 : 0);
    auto rest = small_number_at(utterance, more);
    if (!rest) break;
    const double inner = scale_of(utterance.text(more + rest->words));
    if (inner >= scale) break;
    next = more + rest->words;
    if (inner == 0) {
      part += rest->value;
      break;
    }
    whole += part;
    part = rest->value;
  }
  return {whole + part, next - at};
}

bool is_all_digits(string_view word) {
  return !word.empty() && std::ranges::all_of(word, a2a::text::is_digit);
}

// "280 000": groups of three digits, blanks between them.
std::optional<NumberMention> grouped_at(const Utterance& utterance, std::size_t at) {
  const auto first = utterance.text(at);
  if (!is_all_digits(first) || first.size() > 3 || first.front() == '0') return std::nullopt;
  std::string digits(first);
  std::size_t next = at + 1;
  while (next < utterance.size() && utterance[next].separator.empty() && utterance.text(next).size() == 3 &&
         is_all_digits(utterance.text(next)) && next < at + 4)
    digits += utterance.text(next++);
  const bool goes_on = is_all_digits(utterance.text(next)) && utterance[next].separator.empty();
  const auto value = next > at + 1 && !goes_on ? parse_number(digits) : std::nullopt;
  return value ? std::optional(NumberMention{*value, next - at}) : std::nullopt;
}

// "a dozen", "a couple of", "a pair of", "half a dozen", "two dozen".
std::optional<NumberMention> collective_at(const Utterance& utterance, std::size_t at) {
  const auto word = utterance.text(at);
  if (word == "half" && utterance.text(at + 1) == "a" && utterance.text(at + 2) == "dozen")
    return NumberMention{6, 3};
  if (word == "dozen") return NumberMention{12};
  const auto dozens = small_number_at(utterance, at);
  if (dozens && utterance.text(at + dozens->words) == "dozen")
    return NumberMention{12 * dozens->value, dozens->words + 1};
  if (word != "a" && word != "couple" && word != "pair") return std::nullopt;
  const std::size_t noun = word == "a" ? at + 1 : at;
  if (utterance.text(noun) == "dozen") return NumberMention{12, noun + 1 - at};
  const bool is_pair = utterance.text(noun) == "couple" || utterance.text(noun) == "pair";
  if (is_pair && utterance.text(noun + 1) == "of") return NumberMention{2, noun + 2 - at};
  return std::nullopt;
}

}  // namespace

std::optional<NumberMention> number_at(const Utterance& utterance, std::size_t at) {
  const auto word = utterance.text(at);
  if (auto collective = collective_at(utterance, at)) return collective;
  if (const auto grouped = grouped_at(utterance, at)) return grouped;
  if (const auto value = parse_number(word)) return with_scales(utterance, at, {*value});
  if (const auto value = parse_short_form(word)) return NumberMention{*value};
  if (const auto small = small_number_at(utterance, at)) return with_scales(utterance, at, *small);
  const bool is_a = word == "a" && scale_of(utterance.text(at + 1)) > 0;
  if (!is_a) return std::nullopt;
  auto scaled = with_scales(utterance, at + 1, {1, 0});
  ++scaled.words;
  return scaled;
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

std::optional<NumberMention> ordinal_at(const Utterance& utterance, std::size_t at) {
  const auto tens = index_in(kTens, utterance.text(at));
  const auto unit = index_in(kOrdinals, utterance.text(at + 1));
  if (tens && *tens < 2 && unit && *unit < 9)
    return NumberMention{20 + 10.0 * static_cast<double>(*tens) + static_cast<double>(*unit) + 1, 2};
  if (utterance.text(at) == "thirtieth") return NumberMention{30};
  const auto day = day_number(utterance.text(at));
  return day ? std::optional(NumberMention{static_cast<double>(*day)}) : std::nullopt;
}

}  // namespace schemagate::client_agent
