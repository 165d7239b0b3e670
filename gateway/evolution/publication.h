// From an engine to what an agent publishes: templates with the keys that patches have brought, schemas to
// check payloads against, patches as they are sent. Pure.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "a2a/error.h"
#include "a2a/signature/key.h"
#include "extension/evolution/engine.h"
#include "gateway/agent/evolved_templates.h"
#include "gateway/config/agent_config.h"

namespace schemagate {

// What patches are signed with; no signer: they are not.
struct PatchSigner {
  const a2a::signature::PrivateKey* key = nullptr;
  std::string key_set_url = {};
};

// Patches by their id as they were sent first: signing again would give other bytes.
using SignedPatches = std::map<std::string, std::string, std::less<>>;

// Says the same as long as make_evolved() would.
std::string version_of(const evolution::Engine& engine, evolution::Instant now);

// nullptr as long as there is neither key nor patch. `configured`: the agent as it was configured. Errors:
// kInternal for a schema that cannot be compiled any more, or a patch that cannot be signed.
a2a::Result<std::shared_ptr<const EvolvedTemplates>> make_evolved(const AgentConfig& configured,
                                                                  const evolution::Engine& engine,
                                                                  evolution::Instant now,
                                                                  const PatchSigner& signer,
                                                                  SignedPatches& signed_before);

}  // namespace schemagate
