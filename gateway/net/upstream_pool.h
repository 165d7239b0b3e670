// The connections of one core to agents: dialled, kept alive, counted per host. Used on one thread.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/net/failure.h"
#include "gateway/net/signal.h"
#include "gateway/net/timed_socket.h"
#include "gateway/net/upstream_limits.h"
#include "gateway/net/url.h"

namespace schemagate::net {

struct UpstreamConnection {
  UpstreamConnection(Socket open_socket, DeadlineWheel& wheel) : socket(std::move(open_socket), wheel) {}

  TimedSocket socket;
  std::string pending;  // received, not yet used
  Clock::time_point idle_since{};
};

// Shared by its client and by every lease, so a lease may outlive the client.
class UpstreamPool : public std::enable_shared_from_this<UpstreamPool> {
 public:
  UpstreamPool(Executor executor, UpstreamLimits limits);

 private:
  struct Host {
    std::size_t open = 0;  // leased, idle and being dialled
    std::vector<std::unique_ptr<UpstreamConnection>> idle;
    std::list<const Signal*> waiting;
  };

 public:
  // One of the host's counted connections. Destroying it closes the connection.
  class Lease {
   public:
    Lease() = default;
    Lease(std::shared_ptr<UpstreamPool> pool, std::string key);
    Lease(Lease&&) noexcept;
    Lease& operator=(Lease&&) noexcept;
    ~Lease();

    UpstreamConnection& operator*() const { return *connection_; }
    UpstreamConnection* operator->() const { return connection_.get(); }
    UpstreamPool& pool() const { return *pool_; }
    bool reused() const { return reused_; }
    // Keeps the connection for the next request. The lease is empty afterwards.
    void give_back();

   private:
    friend class UpstreamPool;
    std::shared_ptr<UpstreamPool> pool_;
    std::string key_;
    std::unique_ptr<UpstreamConnection> connection_;
    bool reused_ = false;
  };

  // An idle connection that is still open, unless `fresh` asks for a new one; waits while the host has all
  // that it may have. Errors: kOverloaded when none came free by `deadline`, kUnresolved, kUnreachable,
  // kTimedOut.
  Awaitable<Result<Lease>> acquire(const Url& url, bool fresh, Clock::time_point deadline);

  // Adds what the kernel has to connection.pending. False: the connection ended or broke.
  bool fill(UpstreamConnection& connection);
  // The same, but waits for bytes until `deadline`, with room for them: for what comes soon.
  Awaitable<TimedSocket::Received> fill_until(UpstreamConnection& connection, Clock::time_point deadline);

  const UpstreamLimits& limits() const { return limits_; }
  const Executor& executor() const { return executor_; }
  // Scratch memory between two suspensions.
  std::string& head_buffer() { return head_buffer_; }

 private:
  class Queued;
  class Sweep final : public Deadline {
   public:
    Sweep(DeadlineWheel& wheel, UpstreamPool& pool) : Deadline(wheel), pool_(pool) {}

   private:
    void on_deadline() override { pool_.drop_expired(); }
    UpstreamPool& pool_;
  };
  using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

  std::unique_ptr<UpstreamConnection> take_idle(Host& host);
  void keep(Host& host, std::unique_ptr<UpstreamConnection> connection);
  void release(const std::string& key);
  void wake_one(Host& host);
  void drop_expired();
  Awaitable<Result<void>> dial(const Url& url, Clock::time_point deadline, Lease& lease);
  Awaitable<Result<Endpoints>> resolve(const Url& url, Clock::time_point deadline);

  Executor executor_;
  const UpstreamLimits limits_;
  DeadlineWheel wheel_;
  Resolver resolver_;
  Sweep sweep_;
  std::unordered_map<std::string, Host> hosts_;
  std::vector<char> read_buffer_;
  std::string head_buffer_;
};

}  // namespace schemagate::net
