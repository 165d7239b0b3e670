// Where a host's name leads, as the system knows it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gateway/net/ip_address.h"

namespace schemagate::push {

// All addresses of a host; empty when there is none. Blocks, for as long as it likes. Any thread.
using Resolver = std::function<std::vector<net::IpAddress>(const std::string& host)>;

// getaddrinfo(): 10 seconds for each name server and search domain that is silent, and no way to break it
// off.
std::vector<net::IpAddress> resolve_by_system(const std::string& host);

}  // namespace schemagate::push
