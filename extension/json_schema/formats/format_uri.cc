// RFC 3986, RFC 3987 and RFC 6570.
#include <algorithm>

#include "a2a/text/ascii.h"
#include "a2a/text/utf8.h"
#include "a2a/uri/percent.h"
#include "a2a/uri/reference.h"
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {
namespace {

using a2a::uri::begins_with_escape;
using a2a::uri::is_sub_delimiter;
using a2a::uri::is_unreserved;
using a2a::uri::Reference;

// RFC 3987 `ucschar`, and `iprivate` where a query is checked.
bool is_iri_character(char32_t c, bool in_query) {
  if (c >= 0xA0 && c <= 0xD7FF) return true;
  if ((c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFEF)) return true;
  if (c >= 0x10000 && c <= 0xEFFFD) return (c & 0xFFFF) <= 0xFFFD && !(c >= 0xE0000 && c < 0xE1000);
  return in_query && ((c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000);
}

// `text` of unreserved characters, sub-delimiters, percent escapes and the characters of `extra`.
bool is_made_of(std::string_view text, std::string_view extra, Characters characters, bool in_query = false) {
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '%') {
      if (!begins_with_escape(text.substr(i))) return false;
      i += 3;
    } else if (a2a::text::is_ascii(c)) {
      if (!is_unreserved(c) && !is_sub_delimiter(c) && extra.find(c) == extra.npos) return false;
      ++i;
    } else if (characters == Characters::kAscii || !is_iri_character(a2a::text::decode(text, i), in_query)) {
      return false;
    }
  }
  return true;
}

bool is_ip_literal(std::string_view text) {
  if (is_ipv6(text)) return true;
  const auto dot = text.find('.');
  return text.size() > 3 && (text[0] == 'v' || text[0] == 'V') && dot != text.npos && dot > 1 &&
         dot + 1 < text.size() && std::ranges::all_of(text.substr(1, dot - 1), a2a::text::is_hex_digit) &&
         is_made_of(text.substr(dot + 1), ":", Characters::kAscii) && text.find('%') == text.npos;
}

bool is_authority(std::string_view text, Characters characters) {
  if (const auto at = text.find('@'); at != text.npos) {
    if (!is_made_of(text.substr(0, at), ":", characters)) return false;
    text.remove_prefix(at + 1);
  }
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == text.npos || !is_ip_literal(text.substr(1, close - 1))) return false;
    text.remove_prefix(close + 1);
    if (text.empty()) return true;
    return text.front() == ':' && std::ranges::all_of(text.substr(1), a2a::text::is_digit);
  }
  const auto colon = text.find(':');
  if (colon != text.npos && !std::ranges::all_of(text.substr(colon + 1), a2a::text::is_digit)) return false;
  return is_made_of(text.substr(0, colon), "", characters);
}

bool is_rest(const Reference& uri, Characters characters) {
  if (uri.authority && !is_authority(*uri.authority, characters)) return false;
  if (!is_made_of(uri.path, ":@/", characters)) return false;
  if (uri.query && !is_made_of(*uri.query, ":@/?", characters, true)) return false;
  return !uri.fragment || is_made_of(*uri.fragment, ":@/?", characters);
}

bool is_variable(std::string_view name) {
  if (name.ends_with('*')) {
    name.remove_suffix(1);
  } else if (const auto colon = name.find(':'); colon != name.npos) {
    const std::string_view length = name.substr(colon + 1);
    if (length.empty() || length.size() > 4 || length.front() == '0') return false;
    if (!std::ranges::all_of(length, a2a::text::is_digit)) return false;
    name = name.substr(0, colon);
  }
  if (name.empty() || name.front() == '.' || name.back() == '.' || name.find("..") != name.npos) return false;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '%') {
      if (!begins_with_escape(name.substr(i))) return false;
      i += 2;
    } else if (!a2a::text::is_letter_or_digit(c) && c != '_' && c != '.') {
      return false;
    }
  }
  return true;
}

bool is_expression(std::string_view text) {
  if (!text.empty() && std::string_view("+#./;?&=,!@|").find(text.front()) != std::string_view::npos) {
    text.remove_prefix(1);
  }
  for (;;) {
    const auto comma = text.find(',');
    if (!is_variable(text.substr(0, comma))) return false;
    if (comma == text.npos) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

bool is_uri(std::string_view text, Characters characters) {
  const Reference uri = a2a::uri::parse_reference(text);
  return uri.scheme && is_rest(uri, characters);
}

bool is_uri_reference(std::string_view text, Characters characters) {
  const Reference uri = a2a::uri::parse_reference(text);
  // Without a scheme, the first segment of a relative path has no colon (RFC 3986 section 4.2).
  const bool scheme_like =
      !uri.scheme && !uri.authority && uri.path.substr(0, uri.path.find('/')).contains(':');
  return !scheme_like && is_rest(uri, characters);
}

// The apostrophe is a literal by erratum 6937 to RFC 6570.
bool is_uri_template(std::string_view text) {
  constexpr std::string_view kForbidden = "\"<>\\^`|} ";
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '{') {
      const auto close = text.find('}', i);
      if (close == text.npos || !is_expression(text.substr(i + 1, close - i - 1))) return false;
      i = close + 1;
    } else if (text[i] == '%') {
      if (!begins_with_escape(text.substr(i))) return false;
      i += 3;
    } else if (a2a::text::is_ascii(text[i])) {
      if (text[i] < 32 || text[i] == 127 || kForbidden.find(text[i]) != kForbidden.npos) return false;
      ++i;
    } else if (!is_iri_character(a2a::text::decode(text, i), true)) {
      return false;
    }
  }
  return true;
}

}  // namespace schemagate::json_schema
