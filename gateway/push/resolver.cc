#include "gateway/push/resolver.h"

#include <netdb.h>
#include <sys/socket.h>

#include <memory>

namespace schemagate::push {

std::vector<net::IpAddress> resolve_by_system(const std::string& host) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), nullptr, &hints, &found) != 0) return {};
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  std::vector<net::IpAddress> addresses;
  for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next) {
    if (const auto address = net::IpAddress::from(*entry->ai_addr)) addresses.push_back(*address);
  }
  return addresses;
}

}  // namespace schemagate::push
