// All that lasts, as one object: for whoever opens, keeps and closes it. Everybody else is given the
// interfaces that he needs.
#pragma once

#include <cstddef>

#include "gateway/store/context_store.h"
#include "gateway/store/durability.h"
#include "gateway/store/evolution_store.h"
#include "gateway/store/message_memory.h"
#include "gateway/store/push_store.h"
#include "gateway/store/record_store.h"
#include "gateway/store/store_health.h"
#include "gateway/store/store_limits.h"
#include "gateway/store/task_list.h"
#include "gateway/store/task_store.h"

namespace schemagate::store {

// Safe from any thread.
class Store : public TaskStore,
              public TaskLists,
              public MessageMemory,
              public ContextStore,
              public PushStore,
              public EvolutionStore,
              public RecordStore,
              public Durability,
              public HealthSource {
 public:
  // Forgets what is older than the limits say.
  virtual void expire(WallTime now) = 0;
  // Tasks that are kept, ended ones included.
  virtual std::size_t size() const = 0;
  // Makes what has been changed durable, or gives up when that fails, and tells whoever waits. A store on
  // disk then refuses create() and append(); reading goes on. To be called before what receivers refer to is
  // gone; by one thread, as often as it likes.
  virtual void close() = 0;
};

}  // namespace schemagate::store
