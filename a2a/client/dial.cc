#include "a2a/client/dial.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>

#include "a2a/http/unreachable.h"

namespace schemagate::a2a::client {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

constexpr milliseconds kStopSlice{100};

std::unexpected<Failure> not_dialled(Cause cause, std::string_view reason) {
  auto failure = failed(cause, "the peer " + std::string(reason));
  failure.error().reason = reason;
  return failure;
}

Outcome<Addresses> look_up(const uri::Url& url) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(url.host.c_str(), std::to_string(url.port).c_str(), &hints, &found);
  if (error == 0) return Addresses(found, &freeaddrinfo);
  const bool is_of_system = error == EAI_AGAIN || error == EAI_MEMORY || error == EAI_SYSTEM;
  return not_dialled(Cause::kUnreachable, is_of_system ? http::kNameNotLookedUp : http::kNameUnknown);
}

// Until the connection stands or does not: 0, or an error as errno has them; ECANCELED: `stop` came.
int wait_connected(int socket, milliseconds time_max, const std::stop_token& stop) {
  const Clock::time_point deadline = Clock::now() + time_max;
  for (;;) {
    if (stop.stop_requested()) return ECANCELED;
    const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
    pollfd entry{socket, POLLOUT, 0};
    const int ready =
        poll(&entry, 1, static_cast<int>(std::clamp(left, milliseconds(0), kStopSlice).count()));
    if (ready > 0) break;
    if (ready < 0 && errno != EINTR) return errno;
    if (left <= milliseconds(0)) return ETIMEDOUT;
  }
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

int connect_to(const addrinfo& address, int socket, milliseconds time_max, const std::stop_token& stop) {
  if (connect(socket, address.ai_addr, address.ai_addrlen) == 0) return 0;
  return errno == EINPROGRESS || errno == EINTR ? wait_connected(socket, time_max, stop) : errno;
}

// As the HTTP library wants it: its calls block.
void prepare(int socket) {
  const int on = 1;
  (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  (void)fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) & ~O_NONBLOCK);
}

}  // namespace

Outcome<int> dial(const uri::Url& url, milliseconds time_max, const std::stop_token& stop) {
  const auto addresses = look_up(url);
  if (!addresses) return std::unexpected(addresses.error());
  int error = 0;
  for (const addrinfo* each = addresses->get(); each != nullptr; each = each->ai_next) {
    const int socket = ::socket(each->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int failure = socket < 0 ? errno : connect_to(*each, socket, time_max, stop);
    if (failure == 0) {
      prepare(socket);
      return socket;
    }
    if (socket >= 0) close(socket);
    if (failure == ECANCELED) return failed(Cause::kCanceled, "canceled");
    error = http::telling_error(error, failure);
  }
  return not_dialled(error == ETIMEDOUT ? Cause::kTimeout : Cause::kUnreachable, http::connect_reason(error));
}

}  // namespace schemagate::a2a::client
