// The operations on tasks, put together for one core: here everything that there is becomes what each part
// needs.
#pragma once

#include <memory>
#include <vector>

#include "gateway/store/store.h"
#include "gateway/task/context_references.h"
#include "gateway/task/foreign_contexts.h"
#include "gateway/task/message_requests.h"
#include "gateway/task/own_agents.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/planner.h"
#include "gateway/task/run_places.h"
#include "gateway/task/task_requests.h"

namespace schemagate {

// What belongs to one core.
struct CoreResources {
  net::Executor executor;
  net::UpstreamClient& upstream;
  IdSource& ids;
  MessageDigest& digest;
  a2a::JsonDocument& document;  // what was read last; values of it are good until the next suspension
};

// What all cores share; safe from any thread.
struct SharedResources {
  store::Store& store;
  const Clock& clock;
  const Log& log;
  const GatewayLimits& limits;
  AwaitedReplies& replies;
  push::PushRelay* push = nullptr;              // nullptr: push notifications are not offered
  PayloadObserver* payloads = nullptr;          // nullptr: there is none
  const AgentDirectory* agents = nullptr;       // whom runs of plans call; nullptr: nobody
  const RunPlaces* places = nullptr;            // for what they send for their callers; nullptr: unlimited
  const ContextReferences* contexts = nullptr;  // nullptr: there is no context store
  const std::vector<ContextSource>* context_sources = nullptr;  // nullptr, empty: nothing is read from others
};

// References must outlive it. Used on its core only.
struct TaskServices {
  TaskServices(const CoreResources& core, const SharedResources& shared);

  const AgentClientDependencies client;
  const PushRequestDependencies push;
  const TaskRunDependencies run;
  const std::unique_ptr<ForeignContexts> foreign;  // nullptr: nothing is read from stores of others
  Planner planner;
  const PlanRuns plans;  // calls own_agents, which calls what stands between
  MessageRequests messages;
  const TaskRequests tasks;
  OwnAgents own_agents;
  PayloadObserver* const payloads;          // nullptr: there is none
  const ContextReferences* const contexts;  // the same
};

}  // namespace schemagate
