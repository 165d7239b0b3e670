// The bounds of connections to agents, and of what agents answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <limits>

namespace schemagate::net {

struct UpstreamLimits {
  std::size_t connections_per_host_max =
      1'024;  // per core; further requests wait for a free one, within their deadline
  std::size_t idle_connections_max = 1'024;                                     // kept per host and core
  std::size_t idle_of_all_hosts_max = std::numeric_limits<std::size_t>::max();  // kept per core
  std::chrono::milliseconds idle_timeout{30'000};
  std::chrono::milliseconds connect_timeout{5'000};
  std::size_t head_bytes_max = 32 << 10;
  std::size_t body_bytes_max = 8 << 20;  // of a buffered answer
};

}  // namespace schemagate::net
