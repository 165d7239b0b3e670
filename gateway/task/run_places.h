// Places among the tasks that may be running, and for messages: what quotas grant a caller, and what of the
// whole is left. Whatever starts a run for a caller takes one here, a master's message for it like its own.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "gateway/access/principal.h"
#include "gateway/access/quotas.h"
#include "gateway/net/shared_limit.h"

namespace schemagate {

// References must outlive it and the places that it has given. Safe from any thread.
class RunPlaces {
 public:
  RunPlaces(access::Quotas& quotas, const net::SharedLimit& running) : quotas_(quotas), running_(running) {}

  // Given back when the last copy goes.
  using Place = std::shared_ptr<net::SharedLimit::Part>;
  struct Denied {
    std::string used_up;  // the quota, as Quotas::take() tells it; empty: what is left of the whole
  };
  // For one run that takes `size` of the places of all.
  std::variant<Place, Denied> take(const Payer& payer, std::size_t size) const;
  // For one message more; nullopt where it may go, else how long to wait: then it counts nowhere.
  std::optional<access::Quotas::Wait> take_request(const Payer& payer) const;

 private:
  access::Quotas& quotas_;
  const net::SharedLimit& running_;
};

}  // namespace schemagate
