// The gateway's context store, as the configuration says.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "extension/agent_context/context_uri.h"

namespace schemagate {

struct ContextStoreConfig {
  agent_context::KeyRing keys = {};  // of references
  bool enabled = false;
  std::string residency = {};  // where the ledger is
  std::chrono::seconds lifetime{agent_context::kReferenceLife};
  std::size_t offload_bytes = 16 << 10;  // larger contexts are stored
  // Who reads what is meant for an agent: Principal::owner by the agent's id in plans.
  std::map<std::string, std::string, std::less<>> readers = {};
};

}  // namespace schemagate
