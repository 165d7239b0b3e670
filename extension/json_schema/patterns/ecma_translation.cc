#include "extension/json_schema/patterns/ecma_translation.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/patterns/group_name.h"
#include "extension/json_schema/patterns/unicode_properties.h"

namespace schemagate::json_schema {
namespace {

constexpr std::uint32_t kRe2RepeatMax = 1000;
constexpr std::string_view kAnyButLineEnd = "[^\\n\\r\\x{2028}\\x{2029}]";
constexpr std::string_view kSpaces =
    "\\x{9}-\\x{D}\\x{20}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}\\x{"
    "FEFF}";
constexpr std::string_view kNotSpaces =
    "\\x{0}-\\x{8}\\x{E}-\\x{1F}\\x{21}-\\x{9F}\\x{A1}-\\x{167F}\\x{1681}-\\x{1FFF}\\x{200B}-\\x{2027}"
    "\\x{202A}-\\x{202E}\\x{2030}-\\x{205E}\\x{2060}-\\x{2FFF}\\x{3001}-\\x{FEFE}\\x{FF00}-\\x{10FFFF}";

using a2a::text::is_digit;
using a2a::text::is_letter;

// One pass over the pattern. Every parse function returns false after fail().
class Translation {
 public:
  explicit Translation(std::string_view pattern) : in_(pattern) { find_groups(); }
  a2a::Result<TranslatedPattern, std::string> run();

 private:
  // A character class escape (`\d`) has no code point.
  struct ClassAtom {
    std::optional<char32_t> code_point;
    std::string class_text;
  };

  bool parse_term();
  bool parse_group();
  bool close_group();
  bool parse_group_name();
  bool parse_quantifier();
  bool parse_counted();
  bool parse_class();
  bool parse_class_atom(ClassAtom& atom);
  bool parse_escape();
  bool parse_backreference();
  bool parse_property(std::string& out);
  bool parse_class_escape(std::string& out, bool in_class, bool& known);
  bool parse_character_escape(char32_t& code_point);
  bool parse_unicode_escape(char32_t& code_point);
  bool parse_hex(std::size_t digits, char32_t& value);
  void find_groups();
  char32_t next_code_point();

  bool at_end() const { return at_ == in_.size(); }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0'; }
  bool skip(std::string_view text) {
    if (!in_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }
  bool fail(std::string what) {
    error_ = std::move(what) + " at offset " + std::to_string(at_);
    return false;
  }
  void literal(std::string& out, char32_t code_point) const;

  std::string_view in_;
  std::size_t at_ = 0;
  std::string out_;
  std::string error_;
  std::vector<std::string> group_names_;  // by number; empty for unnamed groups
  std::vector<bool> groups_;              // those that are open: whether they look behind
  bool has_backreference_ = false;
  bool regular_ = true;
  bool quantifiable_ = false;
};

a2a::Result<TranslatedPattern, std::string> Translation::run() {
  while (!at_end()) {
    if (!parse_term()) return std::unexpected(error_);
  }
  if (!groups_.empty()) return std::unexpected(std::string("unclosed group"));
  return TranslatedPattern{std::move(out_), regular_};
}

// Backreferences may precede their group, so groups are counted first.
void Translation::find_groups() {
  bool in_class = false;
  for (std::size_t i = 0; i < in_.size(); ++i) {
    const char c = in_[i];
    if (c == '\\') {
      ++i;
      if (!in_class && i < in_.size())
        has_backreference_ |= (in_[i] >= '1' && in_[i] <= '9') || in_[i] == 'k';
    } else if (in_class || c == '[') {
      in_class = c != ']';
    } else if (c == '(' && !in_.substr(i).starts_with("(?")) {
      group_names_.emplace_back();
    } else if (const auto rest = in_.substr(i);
               rest.starts_with("(?<") && !rest.starts_with("(?<=") && !rest.starts_with("(?<!")) {
      group_names_.emplace_back(rest.substr(3, std::min(rest.size(), rest.find('>')) - 3));
    }
  }
}

char32_t Translation::next_code_point() {
  return a2a::text::decode(in_, at_);
}

void Translation::literal(std::string& out, char32_t code_point) const {
  if (code_point < 128 &&
      (is_letter(static_cast<char>(code_point)) || is_digit(static_cast<char>(code_point)))) {
    out += static_cast<char>(code_point);
    return;
  }
  std::array<char, 8> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::uint32_t{code_point}, 16).ptr;
  out.append("\\x{").append(digits.data(), end).append("}");
}

bool Translation::parse_term() {
  switch (peek()) {
    case '^':
    case '$':
    case '|':
      out_ += in_[at_++];
      quantifiable_ = false;
      return true;
    case '.':
      ++at_;
      out_ += kAnyButLineEnd;
      break;
    case '(':
      return parse_group();
    case ')':
      return close_group();
    case '*':
    case '+':
    case '?':
    case '{':
      return parse_quantifier();
    case '[':
      if (!parse_class()) return false;
      break;
    case '\\':
      return parse_escape();
    default:
      literal(out_, next_code_point());
  }
  quantifiable_ = true;
  return true;
}

bool Translation::parse_group() {
  quantifiable_ = false;
  for (const std::string_view around : {"(?=", "(?!", "(?<=", "(?<!"}) {
    if (!skip(around)) continue;
    groups_.push_back(around.contains('<'));
    out_ += around;
    regular_ = false;
    return true;
  }
  groups_.push_back(false);
  if (skip("(?<")) {
    if (!parse_group_name()) return false;
  } else if (skip("(?:")) {
    out_ += "(?:";
    return true;
  } else if (in_.substr(at_).starts_with("(?")) {
    return fail("unknown group syntax");
  } else {
    ++at_;
  }
  out_ += has_backreference_ ? "(" : "(?:";
  return true;
}

// Nothing can be repeated that looks behind: not even the old grammar of the web takes that.
bool Translation::close_group() {
  if (groups_.empty()) return fail("unmatched \")\"");
  quantifiable_ = !groups_.back();
  groups_.pop_back();
  out_ += in_[at_++];
  return true;
}

bool Translation::parse_group_name() {
  const auto end = in_.find('>', at_);
  if (end == in_.npos) return fail("a group name is not closed");
  const std::string_view name = in_.substr(at_, end - at_);
  if (!is_group_name(name)) return fail("a group name has letters, digits, $ and _ and begins with no digit");
  if (std::ranges::count(group_names_, name) > 1)
    return fail("group name \"" + std::string(name) + "\" is used twice");
  at_ = end + 1;
  return true;
}

bool Translation::parse_quantifier() {
  if (peek() == '{') {
    const std::size_t before = at_;
    if (!parse_counted()) {
      at_ = before + 1;  // a brace that counts nothing stands for itself
      literal(out_, U'{');
      quantifiable_ = true;
      return true;
    }
  } else {
    if (!quantifiable_) return fail("nothing to repeat");
    out_ += in_[at_++];
  }
  if (!quantifiable_) return fail("nothing to repeat");
  if (skip("?")) out_ += '?';
  quantifiable_ = false;
  return true;
}

bool Translation::parse_counted() {
  const auto close = in_.find('}', at_);
  if (close == in_.npos) return false;
  const std::string_view body = in_.substr(at_ + 1, close - at_ - 1);
  const auto comma = body.find(',');
  const std::string_view low = body.substr(0, comma);
  const std::string_view high = comma == body.npos ? low : body.substr(comma + 1);
  const auto count = [](std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
  };
  if (!count(low) || (!high.empty() && !count(high))) return false;
  if (count(low) > kRe2RepeatMax || count(high).value_or(0) > kRe2RepeatMax) regular_ = false;
  const bool is_nothing = !high.empty() && count(high) == 0;
  out_ += is_nothing ? kRepeatedNever : in_.substr(at_, close + 1 - at_);
  at_ = close + 1;
  return true;
}

bool Translation::parse_class() {
  ++at_;
  const bool negated = skip("^");
  if (skip("]")) {
    out_ += negated ? "[\\x{0}-\\x{10FFFF}]" : "[^\\x{0}-\\x{10FFFF}]";
    return true;
  }
  out_ += negated ? "[^" : "[";
  while (peek() != ']') {
    if (at_end()) return fail("unclosed character class");
    ClassAtom first;
    if (!parse_class_atom(first)) return false;
    const bool range = peek() == '-' && peek(1) != ']' && at_ + 1 < in_.size() && first.code_point;
    ClassAtom last;
    if (range) ++at_;
    if (range && !parse_class_atom(last)) return false;
    if (!first.code_point) {
      out_ += first.class_text;
      continue;
    }
    if (range && last.code_point && *last.code_point < *first.code_point) return fail("range out of order");
    literal(out_, *first.code_point);
    if (!range) continue;
    out_ += last.code_point ? "-" : "\\x{2d}" + last.class_text;
    if (last.code_point) literal(out_, *last.code_point);
  }
  ++at_;
  out_ += ']';
  return true;
}

bool Translation::parse_class_atom(ClassAtom& atom) {
  if (peek() != '\\') {
    atom.code_point = next_code_point();
    return true;
  }
  ++at_;
  bool known = false;
  if (!parse_class_escape(atom.class_text, true, known)) return false;
  if (known) return true;
  if (skip("b")) {
    atom.code_point = U'\b';
    return true;
  }
  char32_t code_point = 0;
  if (!parse_character_escape(code_point)) return false;
  atom.code_point = code_point;
  return true;
}

bool Translation::parse_escape() {
  ++at_;
  quantifiable_ = true;
  if (peek() == 'b' || peek() == 'B') {
    if (peek() == 'B') regular_ = false;  // RE2 finds it between the bytes of a character
    out_.append("\\") += in_[at_++];
    quantifiable_ = false;
    return true;
  }
  if ((peek() >= '1' && peek() <= '9') || peek() == 'k') return parse_backreference();
  bool known = false;
  if (!parse_class_escape(out_, false, known)) return false;
  if (known) return true;
  char32_t code_point = 0;
  if (!parse_character_escape(code_point)) return false;
  literal(out_, code_point);
  return true;
}

bool Translation::parse_backreference() {
  regular_ = false;
  std::size_t number = 0;
  if (skip("k<")) {
    const auto end = std::min(in_.size(), in_.find('>', at_));
    const auto found = std::ranges::find(group_names_, in_.substr(at_, end - at_));
    if (end == in_.size() || found == group_names_.end()) return fail("reference to an unknown group");
    number = static_cast<std::size_t>(found - group_names_.begin()) + 1;
    at_ = end + 1;
  } else {
    const auto end = std::from_chars(in_.data() + at_, in_.data() + in_.size(), number).ptr;
    at_ = static_cast<std::size_t>(end - in_.data());
  }
  if (number == 0 || number > group_names_.size()) return fail("reference to an unknown group");
  out_.append("\\g{").append(std::to_string(number)).append("}");
  return true;
}

// `\d`, `\w`, `\s`, `\p{...}` and their complements. `known` stays false for other escapes.
bool Translation::parse_class_escape(std::string& out, bool in_class, bool& known) {
  known = true;
  switch (peek()) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
      out.append("\\") += peek();
      break;
    case 's':
      out.append(in_class ? "" : "[").append(kSpaces).append(in_class ? "" : "]");
      break;
    case 'S':
      out.append(in_class ? "" : "[").append(kNotSpaces).append(in_class ? "" : "]");
      break;
    case 'p':
    case 'P':
      return parse_property(out);
    default:
      known = false;
      return true;
  }
  ++at_;
  return true;
}

bool Translation::parse_property(std::string& out) {
  const char kind = in_[at_++];
  const auto close = in_.find('}', at_);
  if (peek() != '{' || close == in_.npos) return fail("expected {property}");
  const auto name = short_property_name(in_.substr(at_ + 1, close - at_ - 1));
  if (name.empty()) return fail("unknown Unicode property");
  out.append("\\").append(1, kind).append("{").append(name).append("}");
  at_ = close + 1;
  return true;
}

bool Translation::parse_character_escape(char32_t& code_point) {
  constexpr std::string_view kNames = "tnvfr0";
  constexpr std::string_view kValues("\t\n\v\f\r\0", 6);
  if (at_end()) return fail("a backslash ends the pattern");
  const char c = peek();
  if (const auto at = kNames.find(c); at != kNames.npos) {
    ++at_;
    if (c == '0' && is_digit(peek())) return fail("octal escapes are not supported");
    code_point = static_cast<unsigned char>(kValues[at]);
    return true;
  }
  if (c == 'c' && is_letter(peek(1))) {
    code_point = static_cast<unsigned char>(peek(1)) % 32u;
    at_ += 2;
    return true;
  }
  if (c == 'x') {
    ++at_;
    return parse_hex(2, code_point);
  }
  if (c == 'u') return parse_unicode_escape(code_point);
  if (is_letter(c) || is_digit(c)) return fail("unknown escape");
  code_point = next_code_point();
  return true;
}

bool Translation::parse_unicode_escape(char32_t& code_point) {
  ++at_;
  if (skip("{")) {
    const auto close = in_.find('}', at_);
    if (close == in_.npos || close == at_) return fail("unclosed \\u{");
    if (!parse_hex(close - at_, code_point)) return false;
    ++at_;
    return code_point <= 0x10FFFF || fail("code point beyond U+10FFFF");
  }
  if (!parse_hex(4, code_point)) return false;
  const bool high = code_point >= 0xD800 && code_point < 0xDC00;
  if (high && in_.substr(at_).starts_with("\\u")) {
    at_ += 2;
    char32_t low = 0;
    if (!parse_hex(4, low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return fail("unpaired surrogate");
    code_point = 0x10000 + ((code_point - 0xD800) << 10) + (low - 0xDC00);
  }
  return true;
}

bool Translation::parse_hex(std::size_t digits, char32_t& value) {
  const std::string_view text = in_.substr(at_, digits);
  std::uint32_t parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed, 16);
  if (text.size() != digits || error != std::errc() || end != text.data() + text.size()) {
    return fail("expected hexadecimal digits");
  }
  value = parsed;
  at_ += digits;
  return true;
}

}  // namespace

a2a::Result<TranslatedPattern, std::string> translate_ecma(std::string_view pattern) {
  return Translation(pattern).run();
}

}  // namespace schemagate::json_schema
