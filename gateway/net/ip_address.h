// IP addresses and ranges of them as values. Pure; safe from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

struct sockaddr;

namespace schemagate::net {

// An IPv6 address, or an IPv4 address in its mapped form (::ffff:a.b.c.d): one form for one destination.
class IpAddress {
 public:
  using Bytes = std::array<std::uint8_t, 16>;

  // The textual forms of RFC 4291 and four decimal numbers, nothing else: no zone, no octal, no short form.
  static std::optional<IpAddress> parse(std::string_view text);
  // nullopt for another family than the two.
  static std::optional<IpAddress> from(const sockaddr& address);
  static IpAddress of(const Bytes& bytes) { return IpAddress(bytes); }
  // ::ffff:a.b.c.d of the four bytes of an IPv4 address.
  static IpAddress mapped(std::span<const std::uint8_t, 4> v4);

  const Bytes& bytes() const { return bytes_; }
  bool is_v4() const;
  std::string text() const;
  // Whom limits take for one client: the address of IPv4, the /64 network of IPv6 ("2001:db8::/64"), of which
  // every client has 2^64 addresses to itself.
  std::string network() const;
  bool operator==(const IpAddress&) const = default;

 private:
  explicit IpAddress(const Bytes& bytes) : bytes_(bytes) {}
  Bytes bytes_;
};

// "10.0.0.0/8", "fd00::/8", or one address.
class AddressRange {
 public:
  // nullopt when it is none, or has bits set behind its prefix.
  static std::optional<AddressRange> parse(std::string_view text);
  bool contains(const IpAddress& address) const;

 private:
  AddressRange(const IpAddress& first, unsigned bits) : first_(first), bits_(bits) {}
  IpAddress first_;
  unsigned bits_;
};

}  // namespace schemagate::net
