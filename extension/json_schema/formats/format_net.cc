// Formats that name hosts, addresses and mailboxes.
#include <algorithm>

#include "a2a/text/ascii.h"
#include "extension/json_schema/formats/format_rules.h"
#include "extension/json_schema/formats/idna.h"
#include "extension/json_schema/text_cursor.h"

namespace schemagate::json_schema {
namespace {

constexpr std::string_view kAtomSymbols = "!#$%&'*+-/=?^_`{|}~";

// Calls `accept` with each part of `text` between `separator`s; false as soon as one is refused.
template <class Accept>
bool all_parts(std::string_view text, char separator, Accept accept) {
  for (;;) {
    const auto end = text.find(separator);
    if (!accept(text.substr(0, end))) return false;
    if (end == text.npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool is_label(std::string_view label) {
  if (label.empty() || label.size() > kLabelMax) return false;
  if (label.front() == '-' || label.back() == '-') return false;
  if (!std::ranges::all_of(label, [](char c) { return a2a::text::is_letter_or_digit(c) || c == '-'; })) {
    return false;
  }
  const bool reserved = label.size() >= 4 && label[2] == '-' && label[3] == '-';
  return !reserved || is_a_label(label);
}

bool is_atom(std::string_view atom, Characters characters) {
  return !atom.empty() && std::ranges::all_of(atom, [characters](char c) {
    if (!a2a::text::is_ascii(c)) return characters == Characters::kUnicode;
    return a2a::text::is_letter_or_digit(c) || kAtomSymbols.find(c) != kAtomSymbols.npos;
  });
}

bool is_quoted_string(std::string_view text, Characters characters) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return false;
  text = text.substr(1, text.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') return false;
    if (text[i] == '\\' && ++i == text.size()) return false;
    if (!a2a::text::is_ascii(text[i]) ? characters == Characters::kAscii : text[i] < 32 || text[i] == 127)
      return false;
  }
  return true;
}

bool is_mail_domain(std::string_view domain, Characters characters) {
  if (domain.starts_with('[') && domain.ends_with(']')) {
    domain = domain.substr(1, domain.size() - 2);
    if (domain.starts_with("IPv6:")) return is_ipv6(domain.substr(5));
    return is_ipv4(domain);
  }
  return characters == Characters::kUnicode ? is_idn_hostname(domain) : is_hostname(domain);
}

bool is_group(std::string_view group) {
  return !group.empty() && group.size() <= 4 && std::ranges::all_of(group, a2a::text::is_hex_digit);
}

// The groups of one side of `::`, or of the whole address; an IPv4 address may end it and counts twice.
bool count_groups(std::string_view text, bool may_end_in_ipv4, std::size_t& groups) {
  if (text.empty()) return true;
  const auto last_colon = text.rfind(':');
  const std::string_view last = last_colon == text.npos ? text : text.substr(last_colon + 1);
  if (may_end_in_ipv4 && last.find('.') != last.npos) {
    if (!is_ipv4(last)) return false;
    groups += 2;
    if (last_colon == text.npos) return true;
    text = text.substr(0, last_colon);
  }
  return all_parts(text, ':', [&groups](std::string_view group) {
    ++groups;
    return is_group(group);
  });
}

}  // namespace

bool is_hostname(std::string_view text) {
  return text.size() <= kNameMax && all_parts(text, '.', is_label);
}

bool is_idn_hostname(std::string_view text) {
  return is_internationalized_name(text);
}

bool is_email(std::string_view text, Characters characters) {
  // A quoted local part may hold "@", a domain never does.
  const auto at = text.rfind('@');
  if (at == text.npos || at > 64) return false;
  const std::string_view local = text.substr(0, at);
  const bool local_fits =
      is_quoted_string(local, characters) ||
      all_parts(local, '.', [characters](std::string_view atom) { return is_atom(atom, characters); });
  return local_fits && is_mail_domain(text.substr(at + 1), characters);
}

bool is_ipv4(std::string_view text) {
  int parts = 0;
  return all_parts(text, '.',
                   [&parts](std::string_view part) {
                     ++parts;
                     if (part.empty() || part.size() > 3 || (part.size() > 1 && part.front() == '0'))
                       return false;
                     int value = 0;
                     for (const char c : part) {
                       if (!a2a::text::is_digit(c)) return false;
                       value = value * 10 + (c - '0');
                     }
                     return value <= 255;
                   }) &&
         parts == 4;
}

bool is_ipv6(std::string_view text) {
  std::size_t groups = 0;
  const auto gap = text.find("::");
  if (gap == text.npos) return count_groups(text, true, groups) && groups == 8;
  const std::string_view tail = text.substr(gap + 2);
  return !tail.starts_with(':') && tail.find("::") == tail.npos &&
         count_groups(text.substr(0, gap), false, groups) && count_groups(tail, true, groups) && groups <= 7;
}

}  // namespace schemagate::json_schema
