// The whole configuration as plain values. load_config() makes one of a file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gateway/access/authentication_settings.h"
#include "gateway/access/quotas.h"
#include "gateway/config/admin_config.h"
#include "gateway/config/agent_config.h"
#include "gateway/config/context_source.h"
#include "gateway/config/context_store_config.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/config/ledger_config.h"
#include "gateway/config/listener_config.h"
#include "gateway/config/push_settings.h"
#include "gateway/config/signing_config.h"
#include "gateway/net/listener_limits.h"
#include "gateway/net/upstream_limits.h"

namespace schemagate {

struct Config {
  std::vector<ListenerConfig> listeners = {{}};  // at least one
  // http or https, without trailing slash; by default that of the first listener, 127.0.0.1 standing for all
  // addresses. The default of port 0 ends with ":0": the chosen port, known only when listening, has to take
  // its place.
  std::string public_url;
  std::size_t threads = 0;  // 0: one per core
  std::string log_level = "info";
  std::string audit_file = {};  // "-": standard output; empty: no audit log
  std::chrono::milliseconds drain_timeout{10'000};
  net::ListenerLimits listener;
  net::UpstreamLimits upstream;
  GatewayLimits limits;
  PushSettings push;
  LedgerConfig ledger;  // load_config(): a file beside the configuration, unless that says otherwise
  ContextStoreConfig context_store;
  std::vector<ContextSource> context_sources = {};  // others' stores; none: nothing is fetched
  SigningConfig signing;
  AdminConfig admin;
  access::QuotaSettings quotas;
  access::AuthenticationSettings authentication;  // no method: everybody is anonymous
  std::vector<AgentConfig> agents;
};

}  // namespace schemagate
