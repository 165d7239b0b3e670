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

constexpr unsigned kV4PrefixBits = 96;
constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

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

IpAddress mapped(std::span<const std::uint8_t, 4> v4) {
  IpAddress::Bytes bytes{};
  std::ranges::copy(kMapped, bytes.begin());
  std::ranges::copy(v4, bytes.begin() + kMapped.size());
  return IpAddress::of(bytes);
}

bool is_public_v4(const IpAddress& address) {
  return std::ranges::none_of(kSpecialV4, [&address](const char* range) { return is_in(range, address); });
}

// The IPv4 address to which an address of a transition mechanism leads: NAT64's well-known prefix (RFC 6052)
// and 6to4 (RFC 3056).
std::optional<IpAddress> carried_v4(const IpAddress& address) {
  const std::span bytes(address.bytes());
  if (is_in("64:ff9b::/96", address)) return mapped(bytes.subspan<12, 4>());
  if (is_in("2002::/16", address)) return mapped(bytes.subspan<2, 4>());
  return std::nullopt;
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string terminated(text);
  in_addr v4{};
  if (inet_pton(AF_INET, terminated.c_str(), &v4) == 1) {
    return mapped(std::bit_cast<std::array<std::uint8_t, 4>>(v4));
  }
  Bytes bytes{};
  if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1) return IpAddress(bytes);
  return std::nullopt;
}

std::optional<IpAddress> IpAddress::from(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof(v4));
    return mapped(std::bit_cast<std::array<std::uint8_t, 4>>(v4.sin_addr));
  }
  if (address.sa_family != AF_INET6) return std::nullopt;
  sockaddr_in6 v6{};
  std::memcpy(&v6, &address, sizeof(v6));
  return IpAddress(std::bit_cast<Bytes>(v6.sin6_addr));
}

bool IpAddress::is_v4() const {
  return std::ranges::equal(kMapped, std::span(bytes_).first<kMapped.size()>());
}

std::string IpAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> out{};
  is_v4() ? inet_ntop(AF_INET, bytes_.data() + kMapped.size(), out.data(), out.size())
          : inet_ntop(AF_INET6, bytes_.data(), out.data(), out.size());
  return out.data();
}

std::optional<AddressRange> AddressRange::parse(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto first = IpAddress::parse(text.substr(0, slash));
  if (!first) return std::nullopt;
  const unsigned bits_max = first->is_v4() ? 32 : 128;
  unsigned bits = bits_max;
  if (slash < text.size()) {
    const std::string_view digits = text.substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), bits);
    if (error != std::errc() || end != digits.end() || bits > bits_max) return std::nullopt;
  }
  const AddressRange range(*first, first->is_v4() ? bits + kV4PrefixBits : bits);
  for (unsigned bit = range.bits_; bit < 128; ++bit) {
    if ((first->bytes()[bit / 8] & (0x80U >> bit % 8)) != 0) return std::nullopt;
  }
  return range;
}

bool AddressRange::contains(const IpAddress& address) const {
  const auto& mine = first_.bytes();
  const auto& other = address.bytes();
  const unsigned whole = bits_ / 8;
  if (!std::equal(mine.begin(), mine.begin() + whole, other.begin())) return false;
  const unsigned rest = bits_ % 8;
  return rest == 0 || ((mine[whole] ^ other[whole]) >> (8 - rest)) == 0;
}

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
