// What evolution has made of an agent's templates at one moment: beside what was configured, keys that
// patches have brought. Immutable, shared by the snapshots that it belongs to.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extension/evolution/instant.h"
#include "extension/object_schemas/contract.h"
#include "extension/schema_interaction/catalogue.h"

namespace schemagate {

// One patch that is good now, as it is sent (structured-data draft, section 6.2.2).
struct PublishedPatch {
  std::string id;
  std::string scenario;
  std::string parent;  // the schema_id that it was made for
  std::string key;     // that it brings or refines
  std::string client;  // for whom alone; empty: for everybody
  evolution::Instant at = 0;
  std::string text;  // JSON; signed where the gateway has a key
};

// What callers may use. Everybody's templates are what is negotiated, whoever asks: the card vouches for
// them. Keys of one client alone come to it as patches, and are taken from it alone.
struct EvolvedStack {
  schema_interaction::Catalogue templates;
  std::map<std::string, object_schemas::Schema, std::less<>> schemas;  // by name, those that are others now
};

struct EvolvedTemplates {
  // By owner, of clients that have keys of their own; "" is everybody's, and always there.
  std::map<std::string, EvolvedStack, std::less<>> stacks;
  // Ids of bases with promoted keys, and the configured id that each goes back to: the same skill takes it.
  std::map<std::string, std::string, std::less<>> promoted;
  std::vector<PublishedPatch> patches;  // the oldest first

  const EvolvedStack& stack_of(std::string_view owner) const {
    const auto own = stacks.find(owner);
    return own == stacks.end() ? stacks.find("")->second : own->second;
  }
};

// Those of the scenario that the caller may have and that came behind `since`.
std::vector<const PublishedPatch*> patches_for(const EvolvedTemplates& evolved, std::string_view scenario,
                                               std::string_view owner, evolution::Instant since);

}  // namespace schemagate
