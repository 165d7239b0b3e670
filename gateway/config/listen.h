// The addresses in the configuration: where the gateway listens, and the URL under which clients reach it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "a2a/error.h"

namespace schemagate {

struct ListenAddress {
  std::string address;  // textual IP address, IPv6 without brackets
  std::uint16_t port;
  bool operator==(const ListenAddress&) const = default;
};
// "127.0.0.1:8080", "[::1]:8080", "localhost:8080", or ":8080" for all IPv4 addresses. Port 0: any free one.
// Errors: kInvalidParams for other host names and for anything without a port.
a2a::Result<ListenAddress> parse_listen(std::string_view text);

// Under which URL a client on this machine reaches `listen`; 127.0.0.1 stands for all
// addresses.
std::string default_public_url(const ListenAddress& listen, bool tls = false);

bool is_wildcard(const ListenAddress& listen);

// An absolute http or https URL, without its trailing slashes. Errors: kInvalidParams for user information,
// query, fragment, blanks and control characters.
a2a::Result<std::string> check_public_url(std::string_view text);

}  // namespace schemagate
