// Looks host names up within a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "gateway/push/address_guard.h"

namespace schemagate::push {

// All addresses of a host; empty when there is none. Blocks, for as long as it likes.
using Resolver = std::function<std::vector<IpAddress>(const std::string& host)>;
// getaddrinfo(): 10 seconds for each name server and search domain that is silent, and no way to break it
// off.
std::vector<IpAddress> resolve_by_system(const std::string& host);

// Each look-up runs on a thread of its own that is left behind when the time is over, until the resolver
// gives it up by itself. Safe from any thread.
class NameLookup {
 public:
  static constexpr std::size_t kAtOnceMax = 64;  // those left behind count

  // `resolve` is called from many threads at once, and may still be when this has gone.
  explicit NameLookup(Resolver resolve) : resolve_(std::move(resolve)) {}

  // Blocks for `time` at most, waiting for a place included. nullopt: not found out in that time, or stopped.
  std::optional<std::vector<IpAddress>> find(const std::string& host, std::chrono::milliseconds time,
                                             const std::stop_token& stop);

 private:
  // Shared with the threads that are left behind.
  struct Places {
    std::mutex mutex;  // guards `busy`, and what the threads find
    std::condition_variable_any changed;
    std::size_t busy = 0;
  };

  const Resolver resolve_;
  const std::shared_ptr<Places> places_ = std::make_shared<Places>();
};

}  // namespace schemagate::push
