#include "extension/schema_interaction/free_text.h"

#include <algorithm>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/text/hidden_character.h"
#include "a2a/text/utf8.h"

namespace schemagate::schema_interaction {
namespace {

constexpr std::size_t kFragmentBytesMax = 4 << 10;
constexpr std::size_t kFragmentsMax = 32;
constexpr char32_t kEscape = 0x1b;
constexpr char32_t kControlSequence = 0x9b;

bool is_between(char c, char low, char high) {
  return c >= low && c <= high;
}

// The size of a control sequence's parameters and its final byte (ECMA-48 section 5.4).
std::size_t control_sequence_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_between(text[size], ' ', '?')) ++size;
  return size < text.size() && is_between(text[size], '@', '~') ? size + 1 : size;
}

// The size of a control string up to its terminator, BEL or ESC and a backslash (section 5.6); 0 when it has
// none.
std::size_t control_string_size(std::string_view text) {
  const std::size_t end = text.find_first_of("\a\x1b");
  if (end == text.npos) return 0;
  if (text[end] == '\a') return end + 1;
  return text.substr(end).starts_with("\x1b\\") ? end + 2 : end;
}

// The size of what an ESC makes of the text behind it.
std::size_t escaped_size(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == '[') return 1 + control_sequence_size(text.substr(1));
  if (std::string_view("]PX^_").contains(text.front())) return 1 + control_string_size(text.substr(1));
  return is_between(text.front(), ' ', '~') ? 1 : 0;
}

bool is_white_space(char32_t code) {
  return code == ' ' || (code >= 0x09 && code <= 0x0d) || code == 0x85 || code == 0xa0 || code == 0x2028 ||
         code == 0x2029;
}

void cut(std::string& text, std::size_t bytes_max) {
  const std::size_t room = bytes_max - std::min(bytes_max, a2a::text::kEllipsis.size());
  text = a2a::text::shortened(text, room);
}

}  // namespace

std::string clean_text(std::string_view text, std::size_t bytes_max) {
  std::string out;
  bool blank_due = false;
  for (std::size_t at = 0; at < text.size() && out.size() <= bytes_max;) {
    const std::size_t begin = at;
    const char32_t code = a2a::text::decode(text, at);
    if (code == kEscape) {
      at += escaped_size(text.substr(at));
    } else if (code == kControlSequence) {
      at += control_sequence_size(text.substr(at));
    } else if (is_white_space(code)) {
      blank_due = !out.empty();
    } else if (!a2a::text::is_hidden_character(code)) {
      if (blank_due) out += ' ';
      blank_due = false;
      out += code == a2a::text::kReplacement ? a2a::text::kReplacementBytes : text.substr(begin, at - begin);
    }
  }
  if (out.size() > bytes_max) cut(out, bytes_max);
  return out;
}

std::vector<std::string> read_fragments(a2a::JsonValue value) {
  std::vector<std::string> fragments;
  const auto add = [&fragments](a2a::JsonValue each) {
    std::string text = clean_text(each.string().value_or(""), kFragmentBytesMax);
    if (!text.empty()) fragments.push_back(std::move(text));
  };
  add(value);
  for (const a2a::JsonValue each : value.elements()) {
    if (fragments.size() == kFragmentsMax) break;
    add(each);
  }
  return fragments;
}

std::string write_fragments(const std::vector<std::string>& fragments) {
  std::string out;
  for (const std::string& fragment : fragments) {
    if (!out.empty()) out += ',';
    a2a::append_json_string(out, fragment);
  }
  return fragments.size() == 1 ? out : "[" + out + "]";
}

bool is_meaningful(std::string_view fragment) {
  constexpr std::string_view kNothing = " \t\r\n.";
  constexpr std::string_view kNone = "none";
  fragment = a2a::text::trimmed(fragment, kNothing);
  return !fragment.empty() && !a2a::text::equals_ignore_case(fragment, kNone);
}

}  // namespace schemagate::schema_interaction
