// What is read by GET beside the calls: health, keys, agent cards, schema templates.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

#include "gateway/access/principal.h"
#include "gateway/agent/agent_directory.h"
#include "gateway/config/listener_config.h"
#include "gateway/front/refusal.h"
#include "gateway/front/route.h"
#include "gateway/net/http.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/store/store_health.h"

namespace schemagate {

// What documents tell of.
struct DocumentSources {
  const AgentDirectory& agents;
  const store::HealthSource* store;  // nullptr while the gateway starts
  const Principal& caller;           // sees of health and templates what it may
  const std::vector<ListenerConfig>& listeners;
  std::chrono::system_clock::time_point now;
  std::size_t public_address = 0;       // where they are read: ListenerConfig::public_address
  PayloadObserver* payloads = nullptr;  // is told of templates that are read; nullptr: nobody is
};

// The document that `route` names, which check_route() has let through: 200, or 304 where If-None-Match names
// it; health that is "starting" has 503. Errors, in the plain form: 404 where the gateway has no keys, 503
// while there is no card of the agent.
a2a::Result<net::HttpResponse, Refusal> read_document(const net::HttpRequest& request, const Route& route,
                                                      const DocumentSources& sources);

}  // namespace schemagate
