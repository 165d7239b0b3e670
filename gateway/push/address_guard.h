// Which IP addresses the gateway may be sent to by somebody else's URL. Pure; safe from any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sockaddr;

namespace schemagate::push {

// An IPv6 address, or an IPv4 address in its mapped form (::ffff:a.b.c.d): one form for one destination.
class IpAddress {
 public:
  using Bytes = std::array<std::uint8_t, 16>;

  // The textual forms of RFC 4291 and four decimal numbers, nothing else: no zone, no octal, no short form.
  static std::optional<IpAddress> parse(std::string_view text);
  // nullopt for another family than the two.
  static std::optional<IpAddress> from(const sockaddr& address);
  static IpAddress of(const Bytes& bytes) { return IpAddress(bytes); }

  const Bytes& bytes() const { return bytes_; }
  bool is_v4() const;
  std::string text() const;
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

// True for addresses of the public Internet: what the registries of IANA for special purposes (RFC 6890) do
// not list, and no multicast. An address that carries another one (mapped, NAT64, 6to4) is as public as that;
// Teredo is not.
bool is_public(const IpAddress& address);

class AddressGuard {
 public:
  // `allowed`: ranges that are let through beside the public ones.
  AddressGuard() = default;
  explicit AddressGuard(std::vector<AddressRange> allowed) : allowed_(std::move(allowed)) {}
  bool allows(const IpAddress& address) const;

 private:
  std::vector<AddressRange> allowed_;
};

}  // namespace schemagate::push
