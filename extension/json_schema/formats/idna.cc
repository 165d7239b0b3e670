#include "extension/json_schema/formats/idna.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "extension/json_schema/formats/bidi.h"
#include "extension/json_schema/formats/code_points.h"
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {
namespace {

constexpr char32_t kZeroWidthNonJoiner = 0x200C;
constexpr char32_t kZeroWidthJoiner = 0x200D;

// RFC 3492 with its parameters for IDNA.
struct Punycode {
  static constexpr std::uint32_t kBase = 36;
  static constexpr std::uint32_t kTMin = 1;
  static constexpr std::uint32_t kTMax = 26;
  static constexpr std::uint32_t kSkew = 38;
  static constexpr std::uint32_t kDamp = 700;

  static std::uint32_t threshold(std::uint32_t k, std::uint32_t bias) {
    return k <= bias ? kTMin : std::min(kTMax, k - bias);
  }
  static std::uint32_t adapt(std::uint32_t delta, std::uint32_t points, bool first) {
    delta = first ? delta / kDamp : delta / 2;
    delta += delta / points;
    std::uint32_t k = 0;
    for (; delta > (kBase - kTMin) * kTMax / 2; k += kBase) delta /= kBase - kTMin;
    return k + (kBase - kTMin + 1) * delta / (delta + kSkew);
  }
  static std::optional<std::uint32_t> digit(char c) {
    if (a2a::text::is_digit(c)) return static_cast<std::uint32_t>(c - '0' + 26);
    if (a2a::text::is_letter(c)) return static_cast<std::uint32_t>((c | 0x20) - 'a');
    return std::nullopt;
  }
  static char character(std::uint32_t digit) {
    return static_cast<char>(digit < 26 ? 'a' + digit : '0' + (digit - 26));
  }
};

// Reads one generalized variable-length integer and adds it to `i`.
bool add_integer(std::string_view& text, std::uint32_t bias, std::uint32_t& i) {
  std::uint32_t weight = 1;
  for (std::uint32_t k = Punycode::kBase;; k += Punycode::kBase) {
    const auto digit = text.empty() ? std::nullopt : Punycode::digit(text.front());
    if (!digit || *digit > (0xFFFFFFFF - i) / weight) return false;
    text.remove_prefix(1);
    i += *digit * weight;
    const std::uint32_t t = Punycode::threshold(k, bias);
    if (*digit < t) return true;
    if (weight > 0xFFFFFFFF / (Punycode::kBase - t)) return false;
    weight *= Punycode::kBase - t;
  }
}

// In small letters: an A-label is the same in capitals (RFC 5890 section 2.3.2.1).
std::optional<std::u32string> decode_punycode(std::string_view text) {
  std::u32string out;
  if (const auto hyphen = text.rfind('-'); hyphen != text.npos) {
    for (const char c : text.substr(0, hyphen)) out += static_cast<unsigned char>(a2a::text::lower(c));
    text.remove_prefix(hyphen + 1);
  }
  std::uint32_t code_point = 128;
  std::uint32_t bias = 72;
  std::uint32_t i = 0;
  while (!text.empty()) {
    const std::uint32_t before = i;
    if (!add_integer(text, bias, i)) return std::nullopt;
    const auto points = static_cast<std::uint32_t>(out.size() + 1);
    bias = Punycode::adapt(i - before, points, before == 0);
    code_point += i / points;
    if (code_point > 0x10FFFF) return std::nullopt;
    i %= points;
    out.insert(out.begin() + i, code_point);
    ++i;
  }
  return out;
}

// Bytes of the label's A-label without its prefix.
std::size_t punycode_size(const std::u32string& label) {
  std::uint32_t code_point = 128;
  std::uint32_t bias = 72;
  std::uint64_t delta = 0;
  const auto basic =
      static_cast<std::uint32_t>(std::ranges::count_if(label, [](char32_t c) { return c < 128; }));
  std::size_t size = basic + (basic > 0 ? 1 : 0);
  for (std::uint32_t handled = basic; handled < label.size();) {
    char32_t next = 0x110000;
    for (const char32_t c : label) next = c >= code_point ? std::min(next, c) : next;
    delta += std::uint64_t{next - code_point} * (handled + 1);
    code_point = next;
    for (const char32_t c : label) {
      if (c < code_point) ++delta;
      if (c != code_point) continue;
      auto rest = static_cast<std::uint32_t>(delta);
      for (std::uint32_t k = Punycode::kBase;; k += Punycode::kBase, ++size) {
        const std::uint32_t t = Punycode::threshold(k, bias);
        if (rest < t) break;
        rest = (rest - t) / (Punycode::kBase - t);
      }
      ++size;
      bias = Punycode::adapt(static_cast<std::uint32_t>(delta), handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++code_point;
  }
  return size;
}

// RFC 5892 appendix A.1: between a letter that joins onwards and one that joins back.
bool joins_around(const std::u32string& label, std::size_t at) {
  std::size_t before = at;
  while (before > 0 && is_transparent(label[before - 1])) --before;
  std::size_t after = at + 1;
  while (after < label.size() && is_transparent(label[after])) ++after;
  return before > 0 && after < label.size() && joins_next(label[before - 1]) && joins_previous(label[after]);
}

bool holds_any(const std::u32string& label, char32_t first, char32_t last) {
  return std::ranges::any_of(label, [first, last](char32_t c) { return c >= first && c <= last; });
}

// The contextual rules of RFC 5892 appendix A. nullopt: no rule is for this code point.
std::optional<bool> fits_context(const std::u32string& label, std::size_t at) {
  const char32_t c = label[at];
  const char32_t previous = at > 0 ? label[at - 1] : 0;
  const char32_t next = at + 1 < label.size() ? label[at + 1] : 0;
  if (c == kZeroWidthNonJoiner) return is_virama(previous) || joins_around(label, at);
  if (c == kZeroWidthJoiner) return is_virama(previous);
  if (c == 0xB7) return previous == U'l' && next == U'l';
  if (c == 0x375) return is_greek(next);
  if (c == 0x5F3 || c == 0x5F4) return is_hebrew(previous);
  if (c == 0x30FB) {
    return std::ranges::any_of(label, is_japanese);
  }
  if (c >= 0x660 && c <= 0x669) return !holds_any(label, 0x6F0, 0x6F9);
  if (c >= 0x6F0 && c <= 0x6F9) return !holds_any(label, 0x660, 0x669);
  return std::nullopt;
}

// RFC 5891 sections 4.2.1 and 4.2.3.
bool is_u_label(const std::u32string& label) {
  if (label.empty() || label.front() == U'-' || label.back() == U'-') return false;
  if (label.size() >= 4 && label[2] == U'-' && label[3] == U'-') return false;
  if (is_mark(label.front())) return false;
  for (std::size_t at = 0; at < label.size(); ++at) {
    const auto fits = fits_context(label, at);
    if (!(fits ? *fits : is_protocol_valid(label[at]))) return false;
  }
  return is_normalized(label);
}

bool is_ascii_label(const std::u32string& label) {
  return std::ranges::all_of(label, [](char32_t c) { return c < 128; });
}

bool is_name_label(const std::u32string& label, std::size_t& size) {
  if (is_ascii_label(label)) {
    size += label.size() + 1;
    return is_hostname(std::string(label.begin(), label.end()));
  }
  const std::size_t encoded = 4 + punycode_size(label);
  size += encoded + 1;
  return encoded <= kLabelMax && is_u_label(label);
}

// The U-label of an A-label that was checked; other labels as they are.
std::u32string unicode_label(const std::u32string& label) {
  const std::string text(label.begin(), label.end());
  const bool encoded = is_ascii_label(label) && is_a_label(text);
  return encoded ? *decode_punycode(std::string_view(text).substr(4)) : label;
}

bool is_dot(char32_t c) {
  return c == U'.' || c == 0x3002 || c == 0xFF0E || c == 0xFF61;
}

}  // namespace

bool is_a_label(std::string_view label) {
  if (label.size() <= 4 || label.size() > kLabelMax) return false;
  if ((label[0] | 0x20) != 'x' || (label[1] | 0x20) != 'n' || label.back() == '-') return false;
  const auto decoded = decode_punycode(label.substr(4));
  if (!decoded || !is_u_label(*decoded) || is_ascii_label(*decoded)) return false;
  // A longer way to write the same label is none.
  if (punycode_size(*decoded) != label.size() - 4) return false;
  return !is_right_to_left(*decoded) || follows_bidi_rule(*decoded);
}

bool is_internationalized_name(std::string_view text) {
  if (text.size() > 4 * kNameMax) return false;
  std::vector<std::u32string> labels(1);
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = a2a::text::decode(text, at);
    if (is_dot(c)) {
      labels.emplace_back();
    } else {
      labels.back() += c;
    }
  }
  std::size_t size = 0;
  for (std::u32string& label : labels) {
    if (!is_name_label(label, size)) return false;
    label = unicode_label(label);
  }
  if (size > kNameMax + 1) return false;
  return std::ranges::none_of(labels, is_right_to_left) || std::ranges::all_of(labels, follows_bidi_rule);
}

}  // namespace schemagate::json_schema
