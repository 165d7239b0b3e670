#include "gateway/push/push_url.h"

#include <algorithm>
#include <array>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"

namespace schemagate::push {
namespace {

using a2a::ErrorCode;
using a2a::Result;

constexpr std::size_t kIdBytesMax = 128;
constexpr std::size_t kValueBytesMax = 4 << 10;
constexpr std::size_t kSchemesMax = 16;
constexpr std::uint16_t kFirstFreePort = 1024;

// RFC 6761, RFC 6762, RFC 8375 and ICANN's reservation: never a host of the public Internet.
constexpr std::array<std::string_view, 7> kLocalDomains{"localhost", "local",       "internal", "home.arpa",
                                                        "lan",       "localdomain", "onion"};

std::unexpected<a2a::Error> refused(const std::string& field, const std::string& expected) {
  return std::unexpected(a2a::Error{ErrorCode::kInvalidParams, field + ": " + expected, {{field, expected}}});
}

bool is_local_name(std::string_view host) {
  return std::ranges::any_of(kLocalDomains, [host](std::string_view domain) {
    const std::string_view parent = host.substr(host.size() - std::min(host.size(), domain.size()));
    return parent == domain && (host.size() == domain.size() || host[host.size() - domain.size() - 1] == '.');
  });
}

// What resolvers take for an IPv4 address without asking anybody: its last label is a number.
bool looks_like_address(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  const bool hex = last.starts_with("0x");
  return hex ? std::ranges::all_of(last.substr(2), a2a::text::is_hex_digit) : a2a::text::is_all_digits(last);
}

bool is_host_name(std::string_view host) {
  return std::ranges::all_of(
      host, [](char c) { return a2a::text::is_letter_or_digit(c) || c == '-' || c == '.' || c == '_'; });
}

Result<void> check_host(std::string_view host, const PushRules& rules) {
  if (rules.names_host(host)) return {};
  const auto address = IpAddress::parse(host);
  if (address && rules.guard.allows(*address)) return {};
  if (address || looks_like_address(host)) return refused("url", "this address is not allowed");
  if (!is_host_name(host)) return refused("url", "expected a host name or an IP address");
  if (is_local_name(host)) return refused("url", "this host is not allowed");
  return {};
}

bool is_short_value(std::string_view text) {
  return text.size() <= kValueBytesMax && a2a::http::is_field_value(text);
}

bool is_scheme(std::string_view text) {
  return !text.empty() && is_short_value(text) && !text.contains(' ');
}

}  // namespace

bool PushRules::names_host(std::string_view host) const {
  return std::ranges::find(hosts, a2a::text::lower_case(host)) != hosts.end();
}

Result<a2a::uri::Url> check_push_url(std::string_view text, const PushRules& rules) {
  auto url = a2a::uri::parse_url(text);
  if (!url) return refused("url", "expected an absolute https URL without user information");
  if (text.contains('#')) return refused("url", "expected a URL without a fragment");
  if (!url->tls && !rules.plain_http) return refused("url", "expected https");
  const bool usual_port = url->port == 80 || url->port == 443 || url->port >= kFirstFreePort;
  if (!usual_port) return refused("url", "expected port 80, 443, or one above 1023");
  std::string host = a2a::text::lower_case(url->host);
  if (host.ends_with('.')) host.pop_back();
  url->host = host;
  if (auto allowed = check_host(host, rules); !allowed) return std::unexpected(allowed.error());
  return std::move(*url);
}

Result<void> check_push_config(const a2a::PushConfig& config, const PushRules& rules) {
  if (auto url = check_push_url(config.url, rules); !url) return std::unexpected(url.error());
  constexpr std::string_view kExpected = "expected at most 4 KiB without control characters";
  if (config.id.size() > kIdBytesMax || !is_short_value(config.id)) {
    return refused("id", "expected at most 128 bytes without control characters");
  }
  if (!is_short_value(config.token)) return refused("token", std::string(kExpected));
  if (!is_short_value(config.credentials)) {
    return refused("authentication.credentials", std::string(kExpected));
  }
  if (config.schemes.size() > kSchemesMax || !std::ranges::all_of(config.schemes, is_scheme)) {
    return refused("authentication", "expected at most 16 names of authentication schemes");
  }
  return {};
}

}  // namespace schemagate::push
