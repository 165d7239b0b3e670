// Which IP addresses the gateway may be sent to by somebody else's URL. Pure; safe from any thread.
#pragma once

#include <utility>
#include <vector>

#include "gateway/net/ip_address.h"

namespace schemagate::push {

using net::AddressRange;
using net::IpAddress;

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
