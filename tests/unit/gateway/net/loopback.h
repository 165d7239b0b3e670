// Loopback sockets and coroutines on one loop: what they do is over when run() returns.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>
#include <utility>

#include "gateway/net/executor.h"

namespace schemagate::net {

class Loopback {
 public:
  // `backlog`: connections that wait to be accepted.
  explicit Loopback(int backlog = 16) : acceptor(context) {
    using boost::asio::ip::tcp;
    acceptor.open(tcp::v4());
    acceptor.bind(tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    acceptor.listen(backlog);
  }

  // Runs the loop until `work` is done, and gives its result.
  template <class T>
  T run(Awaitable<T> work) {
    std::optional<T> result;
    boost::asio::co_spawn(
        context, [&result, &work]() -> Awaitable<void> { result.emplace(co_await std::move(work)); },
        boost::asio::detached);
    context.restart();
    while (!result) context.run_one();
    return std::move(*result);
  }

  // The two ends of a connection.
  std::pair<Socket, Socket> connect() {
    Socket near(context.get_executor());
    near.connect(acceptor.local_endpoint());
    Socket far(context.get_executor());
    acceptor.accept(far);
    return {std::move(near), std::move(far)};
  }

  boost::asio::io_context context;
  Acceptor acceptor;
};

}  // namespace schemagate::net
