#include <algorithm>
#include <charconv>

#include "gateway/net/grammar.h"
#include "gateway/net/upstream.h"

namespace schemagate::net {
namespace {

std::unexpected<Failure> wrong(std::string_view what) {
  return failed(FailureKind::kInvalid, what);
}

bool is_host_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
         c == '_';
}

bool is_ipv6_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' || c == '.';
}

Result<std::uint16_t> parse_port(std::string_view text) {
  unsigned port = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  bool number = error == std::errc() && end == text.data() + text.size();
  if (!number || port == 0 || port > 65'535) return wrong("the URL's port is not a number from 1 to 65535");
  return static_cast<std::uint16_t>(port);
}

// Sets host and, when there is one, port.
Result<void> parse_authority(std::string_view text, Url& url) {
  bool literal = text.starts_with('[');
  std::size_t close = text.find(']');
  if (literal && close == std::string_view::npos)
    return wrong("the URL's IPv6 address has no closing bracket");
  std::size_t host_end = literal ? close + 1 : std::min(text.find(':'), text.size());
  url.host = literal ? text.substr(1, close - 1) : text.substr(0, host_end);
  bool valid =
      !url.host.empty() && std::ranges::all_of(url.host, literal ? is_ipv6_character : is_host_character);
  if (!valid) return wrong("the URL's host is empty or holds a character that is not allowed");
  std::string_view rest = text.substr(host_end);
  if (rest.empty()) return {};
  if (rest.front() != ':') return wrong("the URL's host is followed by something that is no port");
  auto port = parse_port(rest.substr(1));
  if (!port) return std::unexpected(port.error());
  url.port = *port;
  return {};
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  constexpr std::string_view kScheme = "http://";
  if (!std::ranges::all_of(text, is_visible_ascii)) {
    return wrong("the URL holds a blank, a control character or a character outside ASCII");
  }
  if (equals_ignore_case(text.substr(0, 8), "https://"))
    return wrong("https is not supported yet: use http://");
  if (!equals_ignore_case(text.substr(0, kScheme.size()), kScheme))
    return wrong("the URL must begin with http://");
  std::string_view rest = text.substr(kScheme.size());
  std::size_t authority_end = std::min(rest.find_first_of("/?#"), rest.size());
  Url url;
  url.authority = rest.substr(0, authority_end);
  if (url.authority.contains('@')) return wrong("the URL must not hold user information");
  if (auto parsed = parse_authority(url.authority, url); !parsed) return std::unexpected(parsed.error());
  std::string_view path = rest.substr(authority_end);
  path = path.substr(0, path.find('#'));
  url.path = path.starts_with('/') ? std::string(path) : "/" + std::string(path);
  return url;
}

}  // namespace schemagate::net
