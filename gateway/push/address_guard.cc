#include "gateway/push/address_guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <span>

namespace schemagate::push {
namespace {

// Not for traffic across the Internet: IANA's registry for IPv4, multicast, and the metadata address of a
// cloud that lies in public space.
constexpr std::array kSpecialV4{"0.0.0.0/8",       "10.0.0.0/8",      "100.64.0.0/10",   "127.0.0.0/8",
                                "169.254.0.0/16",  "172.16.0.0/12",   "192.0.0.0/24",    "192.0.2.0/24",
                                "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",  "192.168.0.0/16",
                                "192.175.48.0/24", "198.18.0.0/15",   "198.51.100.0/24", "203.0.113.0/24",
                                "224.0.0.0/4",     "240.0.0.0/4",     "168.63.129.16/32"};

// Of IPv6 only 2000::/3 is given out; these of it are not for the Internet: Teredo and other protocol
// assignments, documentation, AS112.
constexpr const char* kGlobalV6 = "2000::/3";
constexpr std::array kSpecialV6{"2001::/23", "2001:db8::/32", "3fff::/20", "2620:4f:8000::/48"};

bool is_in(const char* range, const IpAddress& address) {
  return AddressRange::parse(range)->contains(address);
}

bool is_public_v4(const IpAddress& address) {
  return std::ranges::none_of(kSpecialV4, [&address](const char* range) { return is_in(range, address); });
}

// The IPv4 address to which an address of a transition mechanism leads: NAT64's well-known prefix (RFC 6052)
// and 6to4 (RFC 3056).
std::optional<IpAddress> carried_v4(const IpAddress& address) {
  const std::span bytes(address.bytes());
  if (is_in("64:ff9b::/96", address)) return IpAddress::mapped(bytes.subspan<12, 4>());
  if (is_in("2002::/16", address)) return IpAddress::mapped(bytes.subspan<2, 4>());
  return std::nullopt;
}

}  // namespace

bool is_public(const IpAddress& address) {
  if (address.is_v4()) return is_public_v4(address);
  if (const auto carried = carried_v4(address)) return is_public_v4(*carried);
  return is_in(kGlobalV6, address) &&
         std::ranges::none_of(kSpecialV6, [&address](const char* range) { return is_in(range, address); });
}

bool AddressGuard::allows(const IpAddress& address) const {
  const auto holds = [&address](const AddressRange& range) { return range.contains(address); };
  return is_public(address) || std::ranges::any_of(allowed_, holds);
}

}  // namespace schemagate::push
