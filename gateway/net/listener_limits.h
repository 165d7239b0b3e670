// The bounds of connections from clients, with the status that is answered beyond each.
#pragma once

#include <chrono>
#include <cstddef>

namespace schemagate::net {

struct ListenerLimits {
  std::size_t head_bytes_max = 32 << 10;            // request line and headers together: 431 above
  std::size_t headers_max = 100;                    // 431 above
  std::size_t body_bytes_max = 1 << 20;             // 413 above
  std::chrono::milliseconds head_timeout{10'000};   // first byte of a request to end of head: 408
  std::chrono::milliseconds body_timeout{30'000};   // end of head to end of body: 408
  std::chrono::milliseconds idle_timeout{75'000};   // between requests: closed silently
  std::chrono::milliseconds write_timeout{30'000};  // one write without progress: closed
  std::size_t connections_max = 20'000;             // whole process; beyond: accepted and closed with 503
  std::size_t connections_per_address_max = 1'024;  // of IPv6: per /64 network. Beyond: 503
  int backlog = 4'096;
};

}  // namespace schemagate::net
