// An agent as one caller may use it: where its templates have evolved, payloads are checked against the keys
// that the caller has. Made once for each stack of keys of a snapshot, and kept inside of that.
//
//   call.agent = snapshot_for(fronted.snapshot(), principal.owner);
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "gateway/agent/agent_snapshot.h"
#include "gateway/store/guarded.h"

namespace schemagate {

// The contract with the schemas of a stack of keys in it. Digests of skills stay: a task is gone on with
// under the contract that it began with.
object_schemas::Contract with_stack(object_schemas::Contract contract, const EvolvedTemplates& evolved,
                                    const EvolvedStack& stack);

// Safe from any thread.
class CallerSnapshots {
 public:
  std::shared_ptr<const AgentSnapshot> of(const AgentSnapshot& agent, std::string_view owner);

 private:
  using Known = std::map<std::string, std::shared_ptr<const AgentSnapshot>, std::less<>>;
  store::Guarded<Known> known_;
};

// `agent` itself as long as nothing has evolved.
std::shared_ptr<const AgentSnapshot> snapshot_for(std::shared_ptr<const AgentSnapshot> agent,
                                                  std::string_view owner);

}  // namespace schemagate
