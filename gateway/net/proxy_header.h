// What a proxy in front tells of its client: the header of the PROXY protocol, version 1 or 2, and
// X-Forwarded-For and -Proto. Pure; safe from any thread. Whom to believe is decided by the caller.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "a2a/http/message.h"
#include "gateway/net/ip_address.h"

namespace schemagate::net {

// The beginning of a connection: a line of text (version 1, section 2.1 of the protocol's specification) or
// bytes (version 2, section 2.2). kMalformed: no such header, a version or command that is not known, a line
// that is not to the letter as section 2.1 has it, or more bytes than these.
inline constexpr std::size_t kProxyHeaderMax = 1'024;  // of version 2
inline constexpr std::size_t kProxyLineMax = 107;      // of version 1, its end included
struct ProxyHeader {
  enum class State { kIncomplete, kComplete, kMalformed } state;
  std::size_t size = 0;                  // of the header; while it is incomplete: how many bytes tell more
  std::optional<IpAddress> client = {};  // nothing: the proxy speaks for itself, or of no IP address
};
ProxyHeader read_proxy_header(std::string_view bytes);

// Who the client is that `headers` tell of, when the connection is from a trusted proxy: of X-Forwarded-For,
// read from its end, the first address that is no trusted proxy's; what is in front of it anybody may have
// written. nullopt: they tell nothing that can be used.
std::optional<IpAddress> forwarded_client(const a2a::http::Headers& headers,
                                          std::span<const AddressRange> trusted);
// Whether X-Forwarded-Proto says https; nullopt: it says neither https nor http, or not once.
std::optional<bool> forwarded_tls(const a2a::http::Headers& headers);

bool is_trusted(const IpAddress& address, std::span<const AddressRange> trusted);

}  // namespace schemagate::net
