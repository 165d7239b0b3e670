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
    Seat(std::shared_ptr<ConnectionLimiter> limiter, std::string address);
    Seat(Seat&&) = default;
    Seat& operator=(Seat&&) = delete;
    ~Seat();

    // Counts it for that address, too. False when the address has all that it may have.
    bool count_for(const std::string& address);

   private:
    std::shared_ptr<ConnectionLimiter> limiter_;
    std::string address_;  // empty: of nobody's
  };
  // Nothing when one of the limits is reached.
  std::optional<Seat> enter(const std::string& address);
  // The same, of nobody's: a proxy's, whose clients have addresses of their own.
  std::optional<Seat> enter_for_others() { return enter({}); }

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
