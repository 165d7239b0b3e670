// Counts the client connections of the whole process and of each address (PeerIdentity::network).
// The one thing that cores share;
// touched when a connection opens or closes, never per request.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace schemagate::net {

// All functions: any thread.
class ConnectionLimiter : public std::enable_shared_from_this<ConnectionLimiter> {
 public:
  ConnectionLimiter(std::size_t connections_max, std::size_t per_address_max);

  // One counted connection; leaving is destroying it.
  class Seat {
   public:
    explicit Seat(std::shared_ptr<ConnectionLimiter> limiter);
    Seat(Seat&&) = default;
    Seat& operator=(Seat&&) = delete;
    ~Seat();

    // Counts it for that address, too. False when the address has all that it may have.
    bool count_for(const std::string& address);

   private:
    std::shared_ptr<ConnectionLimiter> limiter_;
    std::string address_;  // empty: of nobody's
  };
  // Of nobody's until it is counted for an address, which a proxy's is not: its clients have addresses of
  // their own. Nothing when the process has as many as it may.
  std::optional<Seat> enter();

  std::size_t open() const;
  // True as soon as nobody is left, false after `timeout`.
  bool wait_until_empty(std::chrono::milliseconds timeout);

 private:
  bool count(const std::string& address);  // under the lock
  void leave(const std::string& address);

  const std::size_t connections_max_;
  const std::size_t per_address_max_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable empty_;
  std::size_t open_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace schemagate::net
