#include "extension/evolution/text/redaction.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "a2a/text/ascii.h"

namespace schemagate::evolution {
namespace {

using a2a::text::is_digit;
using a2a::text::is_letter;
using a2a::text::is_letter_or_digit;
using std::string_view;

constexpr std::size_t kIbanMin = 15;
constexpr std::size_t kIbanMax = 34;
constexpr std::size_t kCardMin = 13;
constexpr std::size_t kCardMax = 19;
constexpr std::size_t kPhoneMin = 7;
constexpr std::size_t kPhoneMax = 15;
constexpr std::size_t kRunMin = 6;  // digits that follow one another
constexpr std::size_t kTokenMin = 16;
constexpr std::ptrdiff_t kTokenDigits = 3;
constexpr std::ptrdiff_t kTokenLetters = 4;

// A place in the text, and what stands there instead.
struct Finding {
  std::size_t begin;
  std::size_t end;
  string_view instead;
};

// Looks at one place; nullopt when there is nothing of its kind.
using Look = std::optional<Finding> (*)(string_view text, std::size_t at);

bool begins_word(string_view text, std::size_t at) {
  return at == 0 || !is_letter_or_digit(text[at - 1]);
}

// The word from `at` on, as keys and tokens are written.
string_view token_at(string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_letter_or_digit(text[end]) || a2a::text::is_one_of(text[end], "_-+/=.")))
    ++end;
  return text.substr(at, end - at);
}

// Keys and tokens: long, of letters and digits among one another.
std::optional<Finding> find_token(string_view text, std::size_t at) {
  if (!begins_word(text, at)) return std::nullopt;
  const string_view token = token_at(text, at);
  const bool is_mixed = std::ranges::count_if(token, is_digit) >= kTokenDigits &&
                        std::ranges::count_if(token, is_letter) >= kTokenLetters;
  if (token.size() < kTokenMin || !is_mixed) return std::nullopt;
  return Finding{at, at + token.size(), "[secret]"};
}

// What stands behind "password is", "password:". The word stays: it says that the wish touches security.
std::optional<Finding> find_password(string_view text, std::size_t at) {
  constexpr std::array<string_view, 4> kWords = {"password", "passwort", "passphrase", "passcode"};
  const auto word = std::ranges::find_if(kWords, [&](string_view each) {
    return a2a::text::equals_ignore_case(text.substr(at, each.size()), each);
  });
  if (word == kWords.end() || !begins_word(text, at)) return std::nullopt;
  std::size_t begin = at + word->size();
  const auto skip_marks = [&] {
    while (begin < text.size() && a2a::text::is_one_of(text[begin], " :=\"'")) ++begin;
  };
  skip_marks();
  if (a2a::text::equals_ignore_case(text.substr(begin, 3), "is ")) begin += 3;
  skip_marks();
  std::size_t end = begin;
  while (end < text.size() && text[end] != ' ') ++end;
  return end == begin ? std::nullopt : std::optional(Finding{begin, end, "[secret]"});
}

bool is_of_address(char c) {
  return !a2a::text::is_one_of(c, " @<>,;:\"()[]{}");
}

std::optional<Finding> find_email(string_view text, std::size_t at) {
  if (text[at] != '@') return std::nullopt;
  std::size_t begin = at;
  std::size_t end = at + 1;
  // "name @ host.example" is an address, "dinner @ 8" is none.
  const bool apart = at > 1 && text[at - 1] == ' ' && end < text.size() && text[end] == ' ';
  if (apart) {
    --begin;
    ++end;
  }
  while (begin > 0 && is_of_address(text[begin - 1])) --begin;
  while (end < text.size() && is_of_address(text[end])) ++end;
  const bool named = begin < at;
  const bool hosted = end > at + 1;
  if (apart && !text.substr(at + 2, end - at - 2).contains('.')) return std::nullopt;
  if (!hosted) return std::nullopt;
  return Finding{begin, end, named ? "[email]" : "[handle]"};
}

// The word from `at` on, without brackets around it, and what follows.
string_view next_word(string_view text, std::size_t& at) {
  constexpr string_view kBetween = " ()[]{}";
  while (at < text.size() && a2a::text::is_one_of(text[at], kBetween)) ++at;
  const std::size_t begin = at;
  while (at < text.size() && !a2a::text::is_one_of(text[at], kBetween)) ++at;
  return text.substr(begin, at - begin);
}

// "jane dot doe at host dot example", "jane [at] host.example" with anything in brackets.
std::optional<Finding> find_spelled_email(string_view text, std::size_t at) {
  if (!is_letter_or_digit(text[at]) || !begins_word(text, at)) return std::nullopt;
  const auto is = [](string_view word, string_view other) {
    return a2a::text::equals_ignore_case(word, other);
  };
  std::size_t end = at;
  next_word(text, end);
  string_view joint = next_word(text, end);
  for (int more = 0; more < 2 && is(joint, "dot"); ++more) {
    next_word(text, end);
    joint = next_word(text, end);
  }
  if (!is(joint, "at")) return std::nullopt;
  next_word(text, end);
  bool dotted = false;
  std::size_t ahead = end;
  while (is(next_word(text, ahead), "dot") && !next_word(text, ahead).empty()) {
    dotted = true;
    end = ahead;
  }
  if (!dotted) return std::nullopt;
  return Finding{at, end, "[email]"};
}

// Remainder of ISO 13616: the country and its check digits go behind, letters count from 10.
bool has_iban_check(string_view letters) {
  int rest = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char c = a2a::text::upper(letters[(i + 4) % letters.size()]);
    rest = is_digit(c) ? (rest * 10 + (c - '0')) % 97 : (rest * 100 + (c - 'A' + 10)) % 97;
  }
  return rest == 1;
}

std::optional<Finding> find_iban(string_view text, std::size_t at) {
  if (!begins_word(text, at) || text.size() - at < kIbanMin) return std::nullopt;
  if (!is_letter(text[at]) || !is_letter(text[at + 1])) return std::nullopt;
  std::string letters;
  std::optional<Finding> found;
  for (std::size_t end = at; end < text.size() && letters.size() < kIbanMax; ++end) {
    const char c = text[end];
    if (!is_letter_or_digit(c)) {
      if ((c != ' ' && c != '-') || (end > at && !is_letter_or_digit(text[end - 1]))) break;
      continue;
    }
    letters += c;
    if ((letters.size() == 3 || letters.size() == 4) && !is_digit(c)) return std::nullopt;
    const bool ends_word = end + 1 == text.size() || !is_letter_or_digit(text[end + 1]);
    if (ends_word && letters.size() >= kIbanMin && has_iban_check(letters)) {
      found = Finding{at, end + 1, "[iban]"};
    }
  }
  return found;
}

std::optional<Finding> find_ip(string_view text, std::size_t at) {
  const bool starts =
      at == 0 || !(is_letter_or_digit(text[at - 1]) || text[at - 1] == '.' || text[at - 1] == ':');
  if (!starts || !(a2a::text::is_hex_digit(text[at]) || text[at] == ':')) return std::nullopt;
  std::size_t end = at;
  while (end < text.size() && (a2a::text::is_hex_digit(text[end]) || text[end] == ':' || text[end] == '.'))
    ++end;
  while (end > at && text[end - 1] == '.') --end;
  std::string address(text.substr(at, end - at));
  if (address.ends_with(':') && !address.ends_with("::")) address.pop_back();
  std::array<unsigned char, 16> bytes{};
  const bool four =
      std::ranges::count(address, '.') == 3 && inet_pton(AF_INET, address.c_str(), bytes.data()) == 1;
  const bool six =
      std::ranges::count(address, ':') > 1 && inet_pton(AF_INET6, address.c_str(), bytes.data()) == 1;
  if (!four && !six) return std::nullopt;
  return Finding{at, at + address.size(), "[ip]"};
}

bool has_luhn_check(string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int value = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) value = value * 2 > 9 ? value * 2 - 9 : value * 2;
    sum += value;
  }
  return sum % 10 == 0;
}

// Groups of digits with the marks between them, as "2026-05-04": 4, 2, 2.
std::vector<std::size_t> group_sizes(string_view text) {
  std::vector<std::size_t> sizes(1, 0);
  for (const char c : text) {
    if (is_digit(c)) {
      ++sizes.back();
    } else {
      sizes.push_back(0);
    }
  }
  return sizes;
}

// The size of a date in digits that begins here; 0 when there is none.
std::size_t date_size(string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_digit(text[end]) || a2a::text::is_one_of(text[end], "-./"))) ++end;
  while (end > 0 && !is_digit(text[end - 1])) --end;
  const auto sizes = group_sizes(text.substr(0, end));
  if (sizes.size() != 3) return 0;
  const bool year_first = sizes[0] == 4 && sizes[1] <= 2 && sizes[2] <= 2;
  const bool year_last = sizes[0] <= 2 && sizes[1] <= 2 && (sizes[2] == 2 || sizes[2] == 4);
  const bool filled = std::ranges::all_of(sizes, [](std::size_t size) { return size > 0; });
  return filled && (year_first || year_last) ? end : 0;
}

// Digits with what people put between those of one number. Stops before a date.
struct Digits {
  std::string digits;
  std::size_t end = 0;
  std::size_t longest_run = 0;
};
Digits digits_at(string_view text, std::size_t at) {
  Digits found;
  std::size_t run = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (is_digit(c)) {
      if (run == 0 && i > at && date_size(text.substr(i)) > 0) break;
      found.digits += c;
      found.end = i + 1;
      found.longest_run = std::max(found.longest_run, ++run);
    } else if (a2a::text::is_one_of(c, " -.()/+") && i < found.end + 3) {
      run = 0;
    } else {
      break;
    }
  }
  return found;
}

std::optional<Finding> find_digits(string_view text, std::size_t at) {
  const bool sign = text[at] == '+' || text[at] == '(';
  if (!is_digit(text[at]) && !(sign && at + 1 < text.size() && is_digit(text[at + 1]))) return std::nullopt;
  if (const std::size_t size = date_size(text.substr(at)); size > 0) return Finding{at, at + size, {}};
  Digits found = digits_at(text, at + (sign ? 1 : 0));
  const std::size_t count = found.digits.size();
  if (count >= kCardMin && count <= kCardMax && has_luhn_check(found.digits)) {
    return Finding{at, found.end, "[card]"};
  }
  if (count >= kPhoneMin && count <= kPhoneMax) return Finding{at, found.end, "[phone]"};
  if (count > kPhoneMax || found.longest_run >= kRunMin) return Finding{at, found.end, "[digits]"};
  return Finding{at, found.end, {}};
}

}  // namespace

std::string redact(string_view folded) {
  constexpr std::array<Look, 7> kLooks = {
      find_email, find_spelled_email, find_iban, find_password, find_token, find_ip, find_digits};
  std::string text(folded);
  for (const Look look : kLooks) {
    std::string out;
    std::size_t done = 0;  // of the text: found and written
    for (std::size_t at = 0; at < text.size();) {
      const auto found = look(text, at);
      if (!found) {
        out += text[at++];
        continue;
      }
      // An address begins in front of its @, and a password behind its word.
      if (found->begin < at) out.resize(out.size() - (at - std::max(done, found->begin)));
      if (found->begin > at) out += string_view(text).substr(at, found->begin - at);
      out += found->instead.empty() ? string_view(text).substr(at, found->end - at) : found->instead;
      at = done = found->end;
    }
    text = std::move(out);
  }
  return text;
}

}  // namespace schemagate::evolution
