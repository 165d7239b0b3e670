#include "gateway/access/json_pieces.h"

#include "a2a/text/ascii.h"

namespace schemagate::access {

bool may_be_json(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  std::string_view begin = a2a::text::trimmed_front(text, a2a::text::kWhiteSpace);
  while (begin.starts_with(kByteOrderMark))
    begin = a2a::text::trimmed_front(begin.substr(kByteOrderMark.size()), a2a::text::kWhiteSpace);
  return begin.starts_with('{') || begin.starts_with('[');
}

bool is_meant_as_json(std::string_view text) {
  if (!text.starts_with('[')) return true;
  const std::string_view inside = a2a::text::trimmed_front(text.substr(1), a2a::text::kWhiteSpace);
  return inside.starts_with('{') || inside.starts_with('[') || inside.starts_with('"');
}

void OpenBrackets::take(std::string_view piece) {
  for (const char c : piece) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (in_string_ && c == '\\') {
      is_escaped_ = true;
    } else if (c == '"') {
      in_string_ = !in_string_;
    } else if (!in_string_ && (c == '{' || c == '[')) {
      ++depth_;
    } else if (!in_string_ && (c == '}' || c == ']') && depth_ > 0) {
      --depth_;
    }
  }
}

}  // namespace schemagate::access
