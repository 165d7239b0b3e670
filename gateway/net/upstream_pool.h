// The connections of one core to agents: dialled, kept alive, counted per host. Used on one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gateway/net/failure.h"
#include "gateway/net/ip_address.h"
#include "gateway/net/lines.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/signal.h"
#include "gateway/net/timed_socket.h"
#include "gateway/net/tls_client.h"
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
  // Connections to one host that a holder gets as long as there is any.
  static constexpr std::size_t kSmallShare = 4;

  UpstreamPool(Executor executor, UpstreamLimits limits);

 private:
  struct Host {
    Host(std::size_t connections_max, std::shared_ptr<const TlsClient> security)
        : tls(std::move(security)), leased(connections_max, kSmallShare) {}

    std::shared_ptr<const TlsClient> tls;  // of its connections, which need it; nullptr: they are plain
    SharedLimit leased;                    // the connections that somebody has, by holder
    std::size_t open = 0;                  // leased, idle and being dialled
    std::vector<std::unique_ptr<UpstreamConnection>> idle;
    Lines<const Signal*> waiting;
  };
  // One stays where it is as long as somebody has or wants a connection.
  using Hosts = std::unordered_map<std::string, Host>;

 public:
  // One of the host's counted connections. Destroying it closes the connection.
  class Lease {
   public:
    Lease() = default;
    Lease(std::shared_ptr<UpstreamPool> pool, Hosts::value_type& host, SharedLimit::Part part);
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
    Hosts::value_type* host_ = nullptr;
    SharedLimit::Part part_;
    std::unique_ptr<UpstreamConnection> connection_;
    bool reused_ = false;
  };

  // Who wants a connection, and until when.
  struct Wish {
    std::string holder =
        {};              // they are shared out by it (SharedLimit); of those who wait, holders take turns
    bool fresh = false;  // a new one
    std::shared_ptr<const TlsClient> tls = {};  // as UpstreamRequest::tls
    std::optional<IpAddress> address = {};      // as UpstreamRequest::address
    Clock::time_point deadline;
  };
  // An idle connection that is still open, unless a fresh one is wanted; waits while the host, or the holder,
  // has all that it may have. Errors: kOverloaded when none came free by the deadline, kUnresolved,
  // kUnreachable, kTimedOut, kUntrusted, kHandshake.
  Awaitable<Result<Lease>> acquire(const Url& url, Wish wish);

  // Adds what the kernel has to connection.pending. Never waits: kNothing when there is nothing yet.
  TimedSocket::Received fill(UpstreamConnection& connection);
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

  std::shared_ptr<const TlsClient> security(const Url& url, std::shared_ptr<const TlsClient> wanted);
  Awaitable<bool> wait_for_part(Host& host, const Wish& wish, SharedLimit::Part& part);
  std::unique_ptr<UpstreamConnection> take_idle(Host& host);
  void keep(Host& host, std::unique_ptr<UpstreamConnection> connection);
  void release(Hosts::value_type& place);
  static void wake_one(Host& host);
  void drop_expired();
  Awaitable<Result<void>> dial(const Url& url, const Wish& wish, Lease& lease);
  Awaitable<Result<void>> connect(const Url& url, std::optional<IpAddress> address,
                                  Clock::time_point deadline, Lease& lease);
  Awaitable<Result<void>> secure(const Url& url, const TlsClient& tls, Clock::time_point deadline,
                                 Lease& lease);
  Awaitable<Result<Endpoints>> resolve(const Url& url, Clock::time_point deadline);

  Executor executor_;
  const UpstreamLimits limits_;
  DeadlineWheel wheel_;
  Resolver resolver_;
  Sweep sweep_;
  Hosts hosts_;
  std::size_t idle_ = 0;  // of all hosts
  std::vector<char> read_buffer_;
  std::string head_buffer_;
  std::shared_ptr<const TlsClient> of_system_;  // made when it is asked for
};

}  // namespace schemagate::net
