// A language model that makes the plans of a master, as the configuration says.
#pragma once

#include <chrono>
#include <cstddef>

#include "extension/client_agent/language_model.h"
#include "gateway/config/secret.h"

namespace schemagate {

struct PlannerConfig {
  client_agent::ModelEndpoint endpoint = {};  // but for the key
  Secret key = {};                            // empty: none
  bool plain_http = false;                    // http is allowed beyond this machine; never with a key
  std::size_t sub_tasks_max = 16;             // of one plan
  std::chrono::milliseconds timeout{60'000};  // for one plan, with its repair

  // With the key as it is now.
  client_agent::ModelEndpoint endpoint_now() const {
    client_agent::ModelEndpoint now = endpoint;
    now.key = key.value();
    return now;
  }
};

}  // namespace schemagate
