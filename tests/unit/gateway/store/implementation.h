// What a suite that runs on every kind of TaskStore is given.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gateway/store/task_store.h"

namespace schemagate {

struct Implementation {
  std::string name;
  std::function<std::unique_ptr<schemagate::store::TaskStore>(schemagate::store::StoreLimits,
                                                              const std::string& file)>
      make;
};

}  // namespace schemagate
