#include "a2a/uri/loopback.h"

#include <arpa/inet.h>

#include <string>

#include "a2a/text/ascii.h"

namespace schemagate::a2a::uri {

bool is_this_machine(std::string_view host) {
  in_addr address{};
  if (inet_pton(AF_INET, std::string(host).c_str(), &address) == 1)
    return (ntohl(address.s_addr) >> 24U) == 127;
  return host == "::1" || text::equals_ignore_case(host, "localhost");
}

}  // namespace schemagate::a2a::uri
