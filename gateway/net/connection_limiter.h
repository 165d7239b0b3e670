// Counts the client connections of the whole process and of each address. The one thing that cores share;
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

   private:
    std::shared_ptr<ConnectionLimiter> limiter_;
    std::string address_;
  };
  // Nothing when one of the limits is reached.
  std::optional<Seat> enter(const std::string& address);

  std::size_t open() const;
  // True as soon as nobody is left, false after `timeout`.
  bool wait_until_empty(std::chrono::milliseconds timeout);

 private:
  void leave(const std::string& address);

  const std::size_t connections_max_;
  const std::size_t per_address_max_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable empty_;
  std::size_t open_ = 0;
  std::unordered_map<std::string, std::size_t> by_address_;
};

}  // namespace schemagate::net
