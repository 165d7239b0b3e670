// One listener of the configuration. A value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "gateway/net/listener_options.h"
#include "gateway/net/tls_server.h"

namespace schemagate {

struct ListenerConfig {
  std::string name = {};  // as in the file; empty for the short form `listen`
  net::ListenerOptions options = {};
  std::vector<std::string> agents = {};  // that are served there; empty: all
  net::TlsServerFiles files = {};        // of options.tls; without it, no certificates
  std::string public_url = {};           // under which clients reach it, without a slash at the end
  std::size_t public_address = 0;        // index of AgentConfig::public_addresses

  bool asks_for_certificates() const {
    return options.tls && files.client_certificates != net::ClientCertificates::kNone;
  }

  bool serves(const std::string& agent) const {
    return agents.empty() || std::ranges::find(agents, agent) != agents.end();
  }
};

}  // namespace schemagate
