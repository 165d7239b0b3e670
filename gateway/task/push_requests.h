// The operations on push notification configs. No HTTP and no wire format, as request_handler.
#pragma once

#include <string>
#include <vector>

#include "a2a/model/boxed.h"
#include "a2a/model/push.h"
#include "a2a/wire/version.h"
#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/net/executor.h"
#include "gateway/push/push_relay.h"
#include "gateway/store/durability.h"
#include "gateway/store/push_store.h"
#include "gateway/store/task_store.h"

namespace schemagate {

// What it takes to register a config with a task.
struct PushRegistration {
  push::PushRelay* relay;  // nullptr: push notifications are not offered
  store::TaskStore& tasks;
  const Clock& clock;
};

// References must outlive the calls. `ids` belongs to the core, the rest is safe from any thread.
struct PushRequestDependencies {
  net::Executor executor;
  PushRegistration registration;
  store::PushStore& pushes;
  store::Durability& durability;
  IdSource& ids;
};

// A config that came with a message: mostly there is none.
using RequestedPush = a2a::Boxed<push::NewPush>;

// Who registers a config. Notifications are of the form that `version` has.
struct PushCaller {
  a2a::wire::Version version;
  const std::string& holder;  // see CallContext
};

// The config inside a send request, checked; empty when there is none, or when push notifications are not
// offered. Errors: kInvalidParams.
a2a::Result<RequestedPush> requested_push(const PushRequestDependencies& dependencies,
                                          const PushCaller& caller, const a2a::RawJson& config);

// Registers it, if there is one, with the task that its message has made, before anything happens to that.
// What cannot be registered is noted there, as a receiver that was given up.
void register_push(const PushRegistration& registration, const store::Scope& scope,
                   const std::string& task_id, RequestedPush requested);

// What follows needs a relay. Answers when the ledger has it safe. Errors: kTaskNotFound, also for a
// config that is not there; kInvalidParams for a config that is not allowed, or one more than a task may
// have.
net::Awaitable<a2a::Result<a2a::TaskPushConfig>> create_push(const PushRequestDependencies& dependencies,
                                                             const store::Scope& scope,
                                                             const PushCaller& caller,
                                                             a2a::TaskPushConfig request);
net::Awaitable<a2a::Result<a2a::TaskPushConfig>> get_push(const PushRequestDependencies& dependencies,
                                                          const store::Scope& scope,
                                                          const a2a::PushConfigRequest& request);
// In pages the configs are sorted by their ids, so that those that come and go between two pages move no
// others.
net::Awaitable<a2a::Result<a2a::PushConfigPage>> list_push(const PushRequestDependencies& dependencies,
                                                           const store::Scope& scope,
                                                           const a2a::PushConfigRequest& request);
// What is not there has been removed.
net::Awaitable<a2a::Result<void>> remove_push(const PushRequestDependencies& dependencies,
                                              const store::Scope& scope,
                                              const a2a::PushConfigRequest& request);

}  // namespace schemagate
