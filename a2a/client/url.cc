#include "a2a/client/url.h"

#include <algorithm>
#include <charconv>

namespace schemagate::a2a::client {
namespace {

constexpr std::size_t kUrlBytesMax = 8192;

bool is_plain(char c) {
  return static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '\\';
}

std::unexpected<Failure> bad_url(std::string_view text, std::string_view expected) {
  return failed(Cause::kArgument,
                "URL \"" + std::string(text.substr(0, 200)) + "\": " + std::string(expected));
}

bool take_scheme(std::string_view& rest, Url& url) {
  auto end = rest.find("://");
  if (end == std::string_view::npos) return false;
  std::string scheme(rest.substr(0, end));
  std::ranges::transform(scheme, scheme.begin(), [](unsigned char c) { return std::tolower(c); });
  url.tls = scheme == "https";
  url.port = url.tls ? 443 : 80;
  rest.remove_prefix(end + 3);
  return url.tls || scheme == "http";
}

bool parse_port(std::string_view text, std::uint16_t& port) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0;
}

bool take_authority(std::string_view authority, Url& url) {
  bool bracketed = authority.starts_with('[');
  auto host_end = bracketed ? authority.find(']') : authority.find(':');
  if (bracketed && host_end == std::string_view::npos) return false;
  url.host = authority.substr(bracketed, host_end - bracketed);
  if (url.host.empty()) return false;
  if (host_end == std::string_view::npos) return true;
  std::string_view port = authority.substr(host_end + bracketed);
  if (port.empty()) return true;
  return port.starts_with(':') && parse_port(port.substr(1), url.port);
}

}  // namespace

std::string Url::origin() const {
  std::string text = tls ? "https://" : "http://";
  text += host.contains(':') ? "[" + host + "]" : host;
  if (port != (tls ? 443 : 80)) text += ":" + std::to_string(port);
  return text;
}

Outcome<Url> parse_url(std::string_view text) {
  if (text.size() > kUrlBytesMax) return bad_url(text, "longer than 8 KiB");
  if (!std::ranges::all_of(text, is_plain))
    return bad_url(text, "blanks and control characters are not allowed");
  Url url;
  std::string_view rest = text.substr(0, text.find('#'));
  if (!take_scheme(rest, url)) return bad_url(text, "expected http:// or https://");
  auto authority_end = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view authority = rest.substr(0, authority_end);
  if (authority.contains('@')) return bad_url(text, "credentials do not belong into a URL; send a header");
  if (!take_authority(authority, url)) return bad_url(text, "expected a host and an optional port");
  rest.remove_prefix(authority_end);
  auto query = std::min(rest.find('?'), rest.size());
  if (query > 0) url.path = rest.substr(0, query);
  url.query = rest.substr(query);
  return url;
}

Outcome<Url> resolve(const Url& base, std::string_view reference) {
  if (reference.starts_with('/') && !reference.starts_with("//")) {
    return parse_url(base.origin() + std::string(reference));
  }
  return parse_url(reference);
}

}  // namespace schemagate::a2a::client
