// The listener for operators. A value.
#pragma once

#include <cstdint>
#include <string>

namespace schemagate {

// In the configuration: `admin`.
struct AdminConfig {
  std::string address = {};    // of this machine; empty: there is no such listener
  std::uint16_t port = 0;      // 0: any free one
  std::string role = "admin";  // that callers need where the gateway authenticates
};

}  // namespace schemagate
