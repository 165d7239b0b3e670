// What the evolution of each agent's templates has come to (structured-data draft, section 6.2): one text for
// each agent, a new one in the old one's place.
#pragma once

#include <memory>
#include <string>

#include "a2a/error.h"

namespace schemagate::store {

// As extension/evolution writes it; shared with whoever has read or written it. Never changed.
using EvolutionText = std::shared_ptr<const std::string>;

// Safe from any thread.
class EvolutionStore {
 public:
  virtual ~EvolutionStore() = default;

  // nullptr when there is none.
  virtual EvolutionText evolution(const std::string& agent) const = 0;
  // Replaces the agent's text as a whole: a reader sees the old one or the new one, over a crash, too.
  // Durable with Durability::written(). Errors: kInternal when the store cannot write or cannot keep up; the
  // old text stays.
  virtual a2a::Result<void> put_evolution(const std::string& agent, EvolutionText text) = 0;
};

}  // namespace schemagate::store
