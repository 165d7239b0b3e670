#include "gateway/net/upstream_pool.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "a2a/http/unreachable.h"

namespace schemagate::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kAgentBufferBytes = 64 << 10;
constexpr std::size_t kUsualAnswerBytes = 4 << 10;

// Connections that are secured in another way, or lead elsewhere, are another host's.
std::string key_of(const Url& url, const TlsClient* tls, const std::optional<IpAddress>& address) {
  constexpr std::size_t kPortBytes = 6;
  std::string key;
  key.reserve(url.host.size() + kPortBytes);
  key.append(url.host).append(1, ':').append(std::to_string(url.port));
  if (address) key.append(1, '@').append(address->text());
  if (tls != nullptr) key.append(1, ' ').append(tls->id());
  return key;
}

std::chrono::milliseconds time_left(Clock::time_point deadline) {
  auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return std::max(left, std::chrono::milliseconds(0));
}

}  // namespace

// A place in its holder's line for a connection; leaving it passes a wake-up on.
class UpstreamPool::Queued {
 public:
  Queued(Host& host, const std::string& holder, const Signal& signal)
      : host_(host), place_(host.waiting.join(holder, &signal)) {}
  Queued(const Queued&) = delete;
  Queued& operator=(const Queued&) = delete;
  ~Queued() {
    host_.waiting.leave(place_);
    wake_one(host_);
  }

 private:
  Host& host_;  // stays while somebody waits
  const Lines<const Signal*>::Place place_;
};

UpstreamPool::Lease::Lease(std::shared_ptr<UpstreamPool> pool, Hosts::value_type& host,
                           SharedLimit::Part part)
    : pool_(std::move(pool)), host_(&host), part_(std::move(part)) {}

UpstreamPool::Lease::Lease(Lease&&) noexcept = default;

UpstreamPool::Lease& UpstreamPool::Lease::operator=(Lease&& other) noexcept {
  std::swap(pool_, other.pool_);
  std::swap(host_, other.host_);
  std::swap(part_, other.part_);
  std::swap(connection_, other.connection_);
  std::swap(reused_, other.reused_);
  return *this;
}

UpstreamPool::Lease::~Lease() {
  if (!pool_) return;
  connection_.reset();
  part_.give_back();
  pool_->release(*host_);
}

void UpstreamPool::Lease::give_back() {
  if (!pool_) return;
  std::shared_ptr<UpstreamPool> pool = std::move(pool_);
  part_.give_back();
  pool->keep(host_->second, std::move(connection_));
}

UpstreamPool::UpstreamPool(Executor executor, UpstreamLimits limits)
    : executor_(std::move(executor)),
      limits_(limits),
      wheel_(executor_),
      resolver_(executor_),
      sweep_(wheel_, *this),
      read_buffer_(kAgentBufferBytes) {}

std::shared_ptr<const TlsClient> UpstreamPool::security(const Url& url,
                                                        std::shared_ptr<const TlsClient> wanted) {
  if (!url.tls) return nullptr;
  if (wanted) return wanted;
  if (!of_system_) of_system_ = TlsClient::of_system();
  return of_system_;
}

// False when the deadline has passed.
Awaitable<bool> UpstreamPool::wait_for_part(Host& host, const Wish& wish, SharedLimit::Part& part) {
  const Signal signal(executor_);
  const Queued queued(host, wish.holder, signal);
  while (!part.grow_to(1)) {
    const bool woken = co_await signal.wait(time_left(wish.deadline));
    if (!woken) co_return false;
  }
  co_return true;
}

Awaitable<Result<UpstreamPool::Lease>> UpstreamPool::acquire(const Url& url, Wish wish) {
  wish.tls = security(url, std::move(wish.tls));
  if (url.tls && !wish.tls) co_return failed(FailureKind::kLocal, "cannot be called: no memory for TLS");
  auto& place =
      *hosts_
           .try_emplace(key_of(url, wish.tls.get(), wish.address), limits_.connections_per_host_max, wish.tls)
           .first;
  Host& host = place.second;
  SharedLimit::Part part = host.leased.part_of(wish.holder);
  if (!part.grow_to(1)) {
    const std::shared_ptr<UpstreamPool> self = shared_from_this();
    const bool granted = co_await wait_for_part(host, wish, part);
    if (!granted)
      co_return failed(
          FailureKind::kOverloaded,
          "has too many requests in progress (limits.upstream.connections): timed out waiting for "
          "a connection");
  }
  if (wish.fresh && host.open >= limits_.connections_per_host_max) {
    host.idle.pop_back();
    --idle_;
    --host.open;
  }
  std::unique_ptr<UpstreamConnection> idle = wish.fresh ? nullptr : take_idle(host);
  if (!idle) ++host.open;
  Lease lease(shared_from_this(), place, std::move(part));
  if (idle) {
    lease.connection_ = std::move(idle);
    lease.reused_ = true;
    co_return lease;
  }
  wish.deadline = std::min(wish.deadline, Clock::now() + limits_.connect_timeout);
  Result<void> dialled = co_await dial(url, wish, lease);
  if (!dialled) co_return std::unexpected(dialled.error());
  co_return lease;
}

// Closed connections and those that speak without being asked are dropped on the way.
std::unique_ptr<UpstreamConnection> UpstreamPool::take_idle(Host& host) {
  while (!host.idle.empty()) {
    std::unique_ptr<UpstreamConnection> connection = std::move(host.idle.back());
    host.idle.pop_back();
    --idle_;
    bool quiet = connection->socket.peek().kind == TimedSocket::Received::Kind::kNothing;
    if (quiet) return connection;
    --host.open;
  }
  return nullptr;
}

void UpstreamPool::keep(Host& host, std::unique_ptr<UpstreamConnection> connection) {
  if (host.idle.size() < limits_.idle_connections_max && idle_ < limits_.idle_of_all_hosts_max) {
    std::string().swap(connection->pending);  // an assignment would keep the memory
    connection->idle_since = Clock::now();
    host.idle.push_back(std::move(connection));
    ++idle_;
    if (sweep_.when() == Clock::time_point::max()) sweep_.arm(Clock::now() + limits_.idle_timeout);
  } else {
    --host.open;
  }
  wake_one(host);
}

void UpstreamPool::release(Hosts::value_type& place) {
  Host& host = place.second;
  --host.open;
  wake_one(host);
  if (host.open == 0 && host.waiting.empty()) hosts_.erase(hosts_.find(place.first));
}

// Who has all that he may have is passed over.
void UpstreamPool::wake_one(Host& host) {
  const auto may_take = [&host](const std::string& holder) { return host.leased.grants(holder, 1); };
  if (const auto next = host.waiting.next(may_take)) (*next->entry)->notify();
}

void UpstreamPool::drop_expired() {
  Clock::time_point oldest = Clock::time_point::max();
  Clock::time_point limit = Clock::now() - limits_.idle_timeout;
  for (auto entry = hosts_.begin(); entry != hosts_.end();) {
    Host& host = entry->second;
    const auto expired = [limit](const auto& idle) { return idle->idle_since <= limit; };
    const std::size_t closed = std::erase_if(host.idle, expired);
    idle_ -= closed;
    host.open -= closed;
    for (const auto& idle : host.idle) oldest = std::min(oldest, idle->idle_since);
    bool unused = host.open == 0 && host.waiting.empty();
    entry = unused ? hosts_.erase(entry) : std::next(entry);
  }
  if (oldest != Clock::time_point::max()) sweep_.arm(oldest + limits_.idle_timeout);
}

TimedSocket::Received UpstreamPool::fill(UpstreamConnection& connection) {
  const TimedSocket::Received got = connection.socket.receive(read_buffer_);
  connection.pending.append(read_buffer_.data(), got.bytes);
  return got;
}

Awaitable<TimedSocket::Received> UpstreamPool::fill_until(UpstreamConnection& connection,
                                                          Clock::time_point deadline) {
  const TimedSocket::Received got =
      co_await connection.socket.receive(connection.pending, kUsualAnswerBytes, deadline);
  if (got.bytes == kUsualAnswerBytes) fill(connection);
  co_return got;
}

Awaitable<Result<void>> UpstreamPool::dial(const Url& url, const Wish& wish, Lease& lease) {
  for (;;) {
    Result<void> dialled = co_await connect(url, wish.address, wish.deadline, lease);
    if (!dialled || wish.tls == nullptr) co_return dialled;
    dialled = co_await secure(url, *wish.tls, wish.deadline, lease);
    // Agents exist that refuse a session of their own: OpenSSL's servers that ask for a certificate and name
    // no context of sessions. Nothing of the request has been sent.
    const bool goes_wrong = !dialled && dialled.error().kind == FailureKind::kHandshake;
    if (!goes_wrong || !wish.tls->forget_session(lease.host_->first)) co_return dialled;
  }
}

Awaitable<Result<void>> UpstreamPool::secure(const Url& url, const TlsClient& tls, Clock::time_point deadline,
                                             Lease& lease) {
  TimedSocket& socket = lease->socket;
  auto session = tls.connect(url.host, lease.host_->first, socket.raw().native_handle());
  const TimedSocket::Wait wait = co_await socket.secure(std::move(session), deadline);
  if (wait == TimedSocket::Wait::kReady) co_return Result<void>();
  if (wait == TimedSocket::Wait::kTimeout)
    co_return failed(FailureKind::kUnreachable, "could not be reached: the TLS handshake timed out");
  const FailureKind kind = socket.tls()->untrusted() ? FailureKind::kUntrusted : FailureKind::kHandshake;
  co_return failed(kind, socket.tls()->reason());
}

Awaitable<Result<void>> UpstreamPool::connect(const Url& url, std::optional<IpAddress> address,
                                              Clock::time_point deadline, Lease& lease) {
  Result<Endpoints> endpoints;
  if (address) {
    endpoints->emplace_back(asio::ip::make_address(address->text()), url.port);
  } else {
    endpoints = co_await resolve(url, deadline);
  }
  if (!endpoints) co_return std::unexpected(endpoints.error());
  int why = 0;
  for (const tcp::endpoint& endpoint : *endpoints) {
    lease.connection_ = std::make_unique<UpstreamConnection>(Socket(executor_), wheel_);
    error_code opened;
    lease->socket.raw().open(endpoint.protocol(), opened);
    if (opened == asio::error::no_descriptors)
      co_return failed(FailureKind::kLocal, "was not called: the gateway has no open file left (ulimit -Hn)");
    const error_code error = co_await lease->socket.connect(endpoint, deadline);
    if (!error) {
      error_code ignored;
      lease->socket.raw().set_option(tcp::no_delay(true), ignored);
      co_return Result<void>();
    }
    why = a2a::http::telling_error(why, error.value());
    if (Clock::now() >= deadline) break;
  }
  co_return failed(FailureKind::kUnreachable, a2a::http::connect_reason(why));
}

// getaddrinfo cannot be interrupted, so it runs on Asio's resolver thread and only its result is waited for.
Awaitable<Result<UpstreamPool::Endpoints>> UpstreamPool::resolve(const Url& url, Clock::time_point deadline) {
  error_code error;
  asio::ip::address numeric = asio::ip::make_address(url.host, error);
  if (!error) co_return Endpoints{tcp::endpoint(numeric, url.port)};
  struct Lookup {
    explicit Lookup(Executor executor) : done(std::move(executor)) {}
    Signal done;
    Endpoints endpoints;
    bool has_failed = false;  // and not found out that there is no such name
  };
  auto lookup = std::make_shared<Lookup>(executor_);
  resolver_.async_resolve(url.host, std::to_string(url.port), Resolver::numeric_service,
                          [lookup](const error_code& why, const Resolver::results_type& results) {
                            lookup->has_failed = why == asio::error::host_not_found_try_again;
                            for (const auto& result : results) lookup->endpoints.push_back(result.endpoint());
                            lookup->done.notify();
                          });
  bool found = co_await lookup->done.wait(time_left(deadline));
  if (!found)
    co_return failed(FailureKind::kUnresolved, "could not be reached: looking up its name timed out");
  if (lookup->endpoints.empty())
    co_return failed(FailureKind::kUnresolved,
                     lookup->has_failed ? a2a::http::kNameNotLookedUp : a2a::http::kNameUnknown);
  co_return std::move(lookup->endpoints);
}

}  // namespace schemagate::net
