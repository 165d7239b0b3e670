// Looks host names up within a time, without blocking.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/net/executor.h"
#include "gateway/push/address_guard.h"
#include "gateway/push/resolver.h"

namespace schemagate::push {

// Each look-up runs on a thread of its own that is left behind when the time is over, until the resolver
// gives it up by itself. Used on its executor's thread.
class NameLookup {
 public:
  static constexpr std::size_t kAtOnceMax = 64;  // those left behind count

  // `resolve` is called from many threads at once, and may still be when this has gone.
  NameLookup(net::Executor executor, Resolver resolve);

  // Waits for `time` at most, for a place included: they are shared out among the holders
  // (net::SharedLimit), who take turns. nullopt: not found out in that time.
  net::Awaitable<std::optional<std::vector<IpAddress>>> find(std::string host, std::string holder,
                                                             std::chrono::milliseconds time) const;

 private:
  struct State;
  class Search;

  const net::Executor executor_;
  const std::shared_ptr<State> state_;  // shared with the threads that are left behind
};

}  // namespace schemagate::push
