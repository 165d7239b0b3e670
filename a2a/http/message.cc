#include "a2a/http/message.h"

#include <algorithm>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::http {

std::string_view find_header(const Headers& headers, std::string_view name) {
  const auto found = std::ranges::find_if(
      headers, [name](const Header& each) { return text::equals_ignore_case(each.name, name); });
  return found == headers.end() ? std::string_view() : found->value;
}

bool is_hop_by_hop(std::string_view name) {
  const auto is = [name](std::string_view known) { return text::equals_ignore_case(name, known); };
  switch (name.size()) {
    case 2:
      return is("TE");
    case 7:
      return is("Trailer") || is("Upgrade");
    case 10:
      return is("Connection") || is("Keep-Alive");
    case 16:
      return is("Proxy-Connection");
    case 17:
      return is("Transfer-Encoding");
    case 18:
      return is("Proxy-Authenticate");
    case 19:
      return is("Proxy-Authorization");
    default:
      return false;
  }
}

}  // namespace schemagate::a2a::http
