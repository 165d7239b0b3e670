// The executor that this room runs on, and what Asio offers on it. It is named, not any_io_executor: that one
// hides its type from every completion, which then costs an allocation and three indirect calls.
#pragma once

// clang-format off: Boost 1.74's awaitable.hpp uses std::exchange without including <utility>.
#include <utility>
// clang-format on

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace schemagate::net {

using Executor = boost::asio::io_context::executor_type;

template <class T>
using Awaitable = boost::asio::awaitable<T, Executor>;

using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;
using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
using Resolver = boost::asio::ip::basic_resolver<boost::asio::ip::tcp, Executor>;
using Timer =
    boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                      boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

// Suspends the coroutine; how it went is told in `error`.
inline auto awaiting(boost::system::error_code& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable_t<Executor>(), error);
}

// Awaited: the executor that the coroutine runs on.
inline boost::asio::this_coro::executor_t own_executor() {
  return boost::asio::this_coro::executor;
}

// Goes on behind everything that is ready to run by now. What is about to send waits for this, so that a busy
// core sends for many requests in a row: the other ends are woken up once and not for each, and the code that
// sends stays in the caches.
inline Awaitable<void> turn_to_send(Executor executor) {
  return boost::asio::post(executor, boost::asio::use_awaitable_t<Executor>());
}

}  // namespace schemagate::net
