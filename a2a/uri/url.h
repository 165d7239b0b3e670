// Absolute http and https URLs (RFC 3986, RFC 9110 section 4.2): where to connect, and what to ask for there.
//
//   auto url = uri::parse_url("https://agent.example:8443/a2a?x=1#part");
//   if (!url) return std::unexpected(url.error());
//   url->host         // "agent.example"
//   url->port         // 8443
//   url->target()     // "/a2a?x=1": the request's target
//   url->authority()  // "agent.example:8443": the field Host
//
// Values; pure; safe from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate::a2a::uri {

inline constexpr std::size_t kUrlBytesMax = 8192;

// A host and the port that stands behind it. Borrows from the text that was parsed.
struct Authority {
  std::string_view host;              // an IPv6 address without its brackets
  bool is_ipv6 = false;               // it stood in brackets
  std::optional<std::uint16_t> port;  // 1 to 65535; nullopt when there is none, or nothing behind the colon
};

// `host`, `host:port`, `[v6]` or `[v6]:port` (RFC 3986 section 3.2): the text between `//` and the path of a
// URL, and the field Host. The host is made of unreserved characters, an address in brackets of hexadecimal
// digits, colons and dots; whether it exists is not known here. nullopt for anything else: user information,
// percent-encoding and port 0 are refused.
std::optional<Authority> parse_authority(std::string_view text);

struct Url {
  bool tls = false;         // https
  std::string host;         // as written; an IPv6 address without its brackets
  std::uint16_t port = 80;  // the scheme's own (80, 443) when none is written
  std::string path = "/";   // begins with a slash, never decoded
  std::string query = {};   // with its question mark, or empty
  bool operator==(const Url&) const = default;

  // host[:port], with brackets around an IPv6 address; the port only when it is not the scheme's own.
  std::string authority() const;
  // The scheme and the authority, without a slash at the end: "https://agent.example:8443".
  std::string origin() const;
  std::string target() const { return path + query; }
  std::string text() const { return origin() + path + query; }
};

// A fragment is dropped, nothing is decoded, the scheme's case does not matter. Errors: kInvalidParams with
// what is wrong, never with the URL itself: no http or https URL, user information, a host or port that
// parse_authority() refuses, a blank, a control character, a backslash, a byte beyond ASCII, more than
// kUrlBytesMax.
Result<Url> parse_url(std::string_view text);

}  // namespace schemagate::a2a::uri
