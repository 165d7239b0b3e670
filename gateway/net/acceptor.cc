#include "gateway/net/acceptor.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cerrno>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gateway/net/connection.h"
#include "gateway/net/proxy_header.h"

namespace schemagate::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

constexpr std::chrono::milliseconds kPauseWithoutDescriptors{50};
constexpr std::chrono::seconds kShortageToldAgain{1};
constexpr int kAcceptsPerWake = 64;

std::unexpected<Failure> cannot_listen(const tcp::endpoint& endpoint, const error_code& error) {
  std::ostringstream text;
  text << "cannot listen on " << endpoint << ": ";
  if (error == asio::error::address_in_use) {
    text << "another program listens there, or still another schemagate; end it, or choose another address";
  } else if (error == asio::error::access_denied) {
    text << "not permitted: a port below 1024 needs CAP_NET_BIND_SERVICE; or choose another one";
  } else {
    text << error.message();
  }
  return failed(FailureKind::kLocal, text.str());
}

// With the fields of whoever tells of it.
std::string answer_turned_away(std::string_view reason, const std::vector<Header>& fields) {
  const std::string body = R"({"error":")" + std::string(reason) + R"("})";
  std::string answer =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: " +
      std::to_string(body.size()) +
      "\r\nX-Content-Type-Options: nosniff\r\nRetry-After: 1\r\nConnection: close\r\n";
  for (const Header& field : fields)
    answer.append(field.name).append(": ").append(field.value).append("\r\n");
  return answer.append("\r\n").append(body);
}

// Sends what a refused client may read before the connection goes; never waits.
void turn_away(const ListenerCore& core, int descriptor, bool by_tls, std::string_view address,
               std::string_view reason) {
  constexpr int kUnavailable = 503;
  std::vector<Header> fields;
  if (core.on_refused)
    fields = core.on_refused({.status = by_tls ? 0 : kUnavailable, .message = reason, .address = address});
  std::array<char, 4096> dropped{};
  ::recv(descriptor, dropped.data(), dropped.size(), MSG_DONTWAIT);
  const std::string answer = by_tls ? std::string() : answer_turned_away(reason, fields);
  if (!by_tls) ::send(descriptor, answer.data(), answer.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  ::shutdown(descriptor, SHUT_WR);
  ::close(descriptor);
}

struct Accepted {
  int descriptor = -1;
  tcp::endpoint peer;
};

Accepted accept_one(Acceptor& acceptor) {
  Accepted accepted;
  auto size = static_cast<socklen_t>(accepted.peer.capacity());
  accepted.descriptor =
      ::accept4(acceptor.native_handle(), accepted.peer.data(), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
  return accepted;
}

void serve(const std::shared_ptr<ListenerCore>& core, const Listening& listening, const Accepted& accepted) {
  const std::optional<IpAddress> address = IpAddress::from(*accepted.peer.data());
  const bool is_proxy = address && is_trusted(*address, listening.options.trusted_proxies);
  if (!address || (listening.options.proxy_protocol && !is_proxy)) {
    ::close(accepted.descriptor);
    return;
  }
  PeerIdentity peer{.listener = listening.index};
  peer.comes_from(*address);
  std::optional<ConnectionLimiter::Seat> seat = core->limiter->enter();
  const bool has_place = seat && (is_proxy || seat->count_for(peer.network));
  if (!has_place)
    return turn_away(*core, accepted.descriptor, listening.options.tls != nullptr, peer.address,
                     seat ? kTooManyOfAddress : kTooManyConnections);
  Socket socket(core->executor);
  error_code error;
  socket.assign(accepted.peer.protocol(), accepted.descriptor, error);
  if (error) {
    ::close(accepted.descriptor);
    return;
  }
  socket.set_option(tcp::no_delay(true), error);
  auto client =
      std::make_unique<Client>(core, listening, std::move(socket), std::move(peer), std::move(*seat));
  client->is_proxy = is_proxy;
  asio::co_spawn(core->executor, serve_connection(std::move(client)), asio::detached);
}

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

// 0, or what the process lacks for another connection, as errno has it.
int accept_waiting(const std::shared_ptr<ListenerCore>& core, Listening& listening) {
  for (int i = 0; i < kAcceptsPerWake; ++i) {
    Accepted accepted = accept_one(listening.acceptor);
    if (accepted.descriptor < 0) return is_shortage(errno) ? errno : 0;
    serve(core, listening, accepted);
  }
  return 0;
}

std::string_view words_for(int shortage) {
  if (shortage == EMFILE)
    return "no open file is left for a connection, which waits: raise the process's hard limit (ulimit -Hn, "
           "LimitNOFILE of systemd)";
  if (shortage == ENFILE)
    return "no open file is left in the system for a connection, which waits: raise fs.file-max (sysctl)";
  return "the system has no memory for a connection, which waits";
}

Awaitable<void> pause(Executor executor) {
  Timer timer(executor, kPauseWithoutDescriptors);
  error_code ignored;
  co_await timer.async_wait(awaiting(ignored));
}

}  // namespace

Result<void> listen_on(Acceptor& acceptor, tcp::endpoint endpoint, int backlog) {
  error_code error;
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(Acceptor::reuse_address(true), error);
  if (!error) acceptor.set_option(ReusePort(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(backlog, error);
  if (!error) acceptor.non_blocking(true, error);
  if (error) return cannot_listen(endpoint, error);
  return {};
}

Result<void> check_free(Executor executor, tcp::endpoint endpoint) {
  Acceptor probe(executor);
  error_code error;
  probe.open(endpoint.protocol(), error);
  if (!error) probe.set_option(Acceptor::reuse_address(true), error);
  if (!error) probe.bind(endpoint, error);
  if (error) return cannot_listen(endpoint, error);
  return {};
}

Awaitable<void> accept_connections(std::shared_ptr<ListenerCore> core, Listening& listening) {
  error_code error;
  Clock::time_point tell_from{};
  while (!error && listening.acceptor.is_open()) {
    co_await listening.acceptor.async_wait(Acceptor::wait_read, awaiting(error));
    if (error || !listening.acceptor.is_open()) co_return;
    const int shortage = accept_waiting(core, listening);
    if (shortage == 0) continue;
    if (core->on_refused && Clock::now() >= tell_from) {
      core->on_refused({.message = words_for(shortage)});
      tell_from = Clock::now() + kShortageToldAgain;
    }
    co_await pause(core->executor);
  }
}

}  // namespace schemagate::net
