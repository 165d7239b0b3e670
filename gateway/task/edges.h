// The doors from request handling to the outside. One set per core, handed to whoever needs them.
#pragma once

#include <atomic>

#include "a2a/json/document.h"
#include "gateway/agent/agent_client.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/net/upstream.h"
#include "gateway/observe/log.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/push/push_relay.h"
#include "gateway/store/context_store.h"
#include "gateway/store/message_memory.h"
#include "gateway/store/push_store.h"
#include "gateway/store/task_list.h"
#include "gateway/store/task_store.h"
#include "gateway/task/message_digest.h"

namespace schemagate {

// References to things that outlive the server's threads. `executor`, `upstream`, `ids`, `digest` and
// `document` belong to this core; the rest is shared and safe from any thread.
struct Edges {
  net::Executor executor;
  net::UpstreamClient& upstream;
  IdSource& ids;
  MessageDigest& digest;
  a2a::JsonDocument& document;  // what was read last; values of it are good until the next suspension
  store::TaskStore& tasks;
  store::TaskLists& lists;
  store::MessageMemory& messages;
  store::ContextStore& contexts;
  store::PushStore& pushes;
  store::Durability& durability;
  const Clock& clock;
  const Log& log;
  const GatewayLimits& limits;
  std::atomic<std::size_t>& open_streams;
  push::PushRelay* push = nullptr;              // nullptr: push notifications are not offered
  PayloadObserver* payload_observer = nullptr;  // optional
};

inline AgentClientDependencies agent_dependencies(const Edges& edges) {
  return {edges.upstream, edges.document, edges.clock, edges.limits};
}

}  // namespace schemagate
