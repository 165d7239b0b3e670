#include "a2a/uri/url.h"

#include <algorithm>
#include <charconv>

#include "a2a/text/ascii.h"
#include "a2a/uri/percent.h"

namespace schemagate::a2a::uri {
namespace {

constexpr std::uint16_t kHttpPort = 80;
constexpr std::uint16_t kHttpsPort = 443;

bool is_plain(char c) {
  return text::is_visible(c) && c != '\\';
}

bool is_ipv6_character(char c) {
  return text::is_hex_digit(c) || c == ':' || c == '.';
}

std::unexpected<Error> wrong(std::string what) {
  return fail(ErrorCode::kInvalidParams, std::move(what));
}

// Takes the scheme and `://` off `rest`; nullopt when it is neither http nor https.
std::optional<bool> take_scheme(std::string_view& rest) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!text::equals_ignore_case(rest.substr(0, scheme.size()), scheme)) continue;
    rest.remove_prefix(scheme.size());
    return scheme == "https://";
  }
  return std::nullopt;
}

// Takes the host off `rest`, brackets included; false when it is none.
bool take_host(std::string_view& rest, Authority& authority) {
  authority.is_ipv6 = rest.starts_with('[');
  const std::size_t end = authority.is_ipv6 ? rest.find(']') : std::min(rest.find(':'), rest.size());
  if (end == rest.npos) return false;
  authority.host = authority.is_ipv6 ? rest.substr(1, end - 1) : rest.substr(0, end);
  rest.remove_prefix(authority.is_ipv6 ? end + 1 : end);
  return !authority.host.empty() &&
         std::ranges::all_of(authority.host, authority.is_ipv6 ? is_ipv6_character : is_unreserved);
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || stop != end || port == 0) return std::nullopt;
  return port;
}

}  // namespace

std::optional<Authority> parse_authority(std::string_view text) {
  Authority authority;
  if (!take_host(text, authority)) return std::nullopt;
  if (text.empty() || text == ":") return authority;
  if (text.front() != ':') return std::nullopt;
  authority.port = parse_port(text.substr(1));
  return authority.port ? std::optional(authority) : std::nullopt;
}

std::string Url::authority() const {
  std::string text = host.contains(':') ? "[" + host + "]" : host;
  if (port != (tls ? kHttpsPort : kHttpPort)) text += ":" + std::to_string(port);
  return text;
}

std::string Url::origin() const {
  return (tls ? "https://" : "http://") + authority();
}

Result<Url> parse_url(std::string_view text) {
  if (text.size() > kUrlBytesMax) return wrong("the URL is longer than 8 KiB");
  if (!std::ranges::all_of(text, is_plain)) {
    return wrong("the URL holds a blank, a control character, a backslash or a character outside ASCII");
  }
  std::string_view rest = text.substr(0, text.find('#'));
  const auto tls = take_scheme(rest);
  if (!tls) return wrong("the URL must begin with http:// or https://");
  const std::string_view written = rest.substr(0, rest.find_first_of("/?"));
  if (written.contains('@')) return wrong("the URL must not hold user information: send a header");
  const auto authority = parse_authority(written);
  if (!authority) return wrong("the URL needs a host, and its port is a number from 1 to 65535");
  rest.remove_prefix(written.size());
  Url url{.tls = *tls,
          .host = std::string(authority->host),
          .port = authority->port.value_or(*tls ? kHttpsPort : kHttpPort)};
  const std::size_t query = std::min(rest.find('?'), rest.size());
  if (query > 0) url.path = rest.substr(0, query);
  url.query = rest.substr(query);
  return url;
}

}  // namespace schemagate::a2a::uri
