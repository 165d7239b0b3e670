// When a change survives.
#pragma once

#include <cstdint>

#include "gateway/store/deferred.h"

namespace schemagate::store {

// Numbers the changes of a store since it was opened, in the order in which they were made. 0: none.
using Sequence = std::uint64_t;

// Changes are made at once and become durable later, in their order. What a change says is shown to nobody,
// and what follows from it is not begun, before it is durable. Safe from any thread.
class Durability {
 public:
  virtual ~Durability() = default;

  // The number of the latest change. Right after a call that changed something: wait for this one.
  virtual Sequence written() const = 0;
  // Ready when change `sequence` and all before it survive a crash of the process and of the machine; at once
  // where changes always do. A number that no change has yet stands for the latest. Errors: kInternal when
  // the store cannot write; the change may still become durable later.
  virtual Deferred<void> durable(Sequence sequence) = 0;
};

}  // namespace schemagate::store
