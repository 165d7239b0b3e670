// Who calls which agent, and how: what the operations on tasks know of a request.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "a2a/wire/version.h"
#include "gateway/access/principal.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/call_origin.h"
#include "gateway/net/shared_limit.h"
#include "gateway/store/scope.h"

namespace schemagate {

struct CallContext {
  std::string owner = "anonymous";
  PrincipalHandle caller = {};  // nullptr: rights were not asked for
  Payer payer = {};
  // Among the tasks that may be running: held by the call, and by the run that it starts for as long as that
  // lasts. nullptr: the call starts none.
  std::shared_ptr<net::SharedLimit::Part> place = {};
  // Of the process's memory, for the copy of the message that is made for the agent: taken before anything
  // has an effect, given back when it is sent. nullptr: the message is a little one, or nobody counts it.
  std::shared_ptr<net::SharedLimit::Part> room = {};
  std::shared_ptr<const AgentSnapshot>
      agent;  // never nullptr, its card is published; the same for the whole call
  a2a::wire::Version version = a2a::wire::Version::kV1_0;
  std::size_t public_address = 0;            // by which the caller has come: ListenerConfig::public_address
  std::vector<std::string> extensions = {};  // to be passed on to the agent
  std::shared_ptr<CallOrigin> origin = {};   // of the request; never nullptr in the pipeline
  bool schemas_activated = false;            // the caller has asked for object schemas
  bool templates_activated = false;          // the caller has asked for schema interaction
  // A text of the gateway's own for its agent (WorkerCall::as_is): taken whatever the contract accepts.
  bool is_own_wording = false;
  // No other caller's message has the same id. What the agent made of it before a restart is looked for.
  bool has_own_ids = false;
  // By which the message is recognised when it comes again, where that is not what it says itself; empty: it
  // is.
  std::string idempotency_key = {};

  store::Scope scope() const { return {agent->config().name, owner}; }
};

}  // namespace schemagate
