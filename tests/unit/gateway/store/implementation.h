// What a suite that runs on every kind of Store is given.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "gateway/store/store.h"

namespace schemagate {

struct Implementation {
  std::string name;
  std::function<std::unique_ptr<schemagate::store::Store>(schemagate::store::StoreLimits,
                                                          const std::string& file)>
      make;
};

}  // namespace schemagate
