// One listener of the configuration. A value.
#pragma once

#include <algorithm>
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

  bool serves(const std::string& agent) const {
    return agents.empty() || std::ranges::find(agents, agent) != agents.end();
  }
};

}  // namespace schemagate
