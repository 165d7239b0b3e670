#include "gateway/net/ip_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <span>

namespace schemagate::net {
namespace {

constexpr unsigned kV4PrefixBits = 96;
constexpr std::size_t kNetworkBytes = 8;
constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

}  // namespace

IpAddress IpAddress::mapped(std::span<const std::uint8_t, 4> v4) {
  Bytes bytes{};
  std::ranges::copy(kMapped, bytes.begin());
  std::ranges::copy(v4, bytes.begin() + kMapped.size());
  return IpAddress(bytes);
}

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

std::string IpAddress::network() const {
  if (is_v4()) return text();
  Bytes first{};
  std::copy_n(bytes_.begin(), kNetworkBytes, first.begin());
  return IpAddress(first).text() + "/64";
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

}  // namespace schemagate::net
