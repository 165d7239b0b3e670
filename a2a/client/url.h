// Absolute http and https URLs, as far as a client needs them (RFC 3986). Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "a2a/client/failure.h"

namespace schemagate::a2a::client {

struct Url {
  bool tls = false;
  std::string host;  // without brackets
  std::uint16_t port = 80;
  std::string path = "/";  // begins with "/"
  std::string query;       // with its "?", or empty

  // "http://host:port", the port only when it is not the scheme's own.
  std::string origin() const;
  std::string text() const { return origin() + path + query; }
  bool operator==(const Url&) const = default;
};

// Refused with kArgument: other schemes, user information, no host, a bad port, blanks and control
// characters, more than 8 KiB. A fragment is dropped. Nothing is decoded.
Outcome<Url> parse_url(std::string_view text);

// The URL that `reference` (absolute, or beginning with "/") means inside a document found at `base`.
Outcome<Url> resolve(const Url& base, std::string_view reference);

}  // namespace schemagate::a2a::client
