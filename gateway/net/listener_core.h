// What one core of the listener owns, and one accepted connection on it. Everything here is used on the
// core's thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "gateway/net/connection_limiter.h"
#include "gateway/net/deadline.h"
#include "gateway/net/exchange.h"
#include "gateway/net/framing_guard.h"
#include "gateway/net/listener_limits.h"
#include "gateway/net/listener_options.h"
#include "gateway/net/message_writer.h"
#include "gateway/net/refused_request.h"
#include "gateway/net/shared_limit.h"
#include "gateway/net/timed_socket.h"
#include "gateway/net/upstream.h"
#include "gateway/net/upstream_limits.h"

namespace schemagate::net {

struct Client;

// One listening socket of a core.
struct Listening {
  Listening(const Executor& executor, ListenerOptions its_options, std::size_t its_index);

  Acceptor acceptor;
  const ListenerOptions options;
  const std::size_t index;
  const std::string answer_lines;  // header lines of every answer, beside the answer's own
};

// Of the process, and of one address.
inline constexpr std::string_view kTooManyConnections = "too many connections (limits.connections)";
inline constexpr std::string_view kTooManyOfAddress =
    "too many connections from this address (limits.connections_per_address)";
inline constexpr Refusal kNoMemory{
    503, "the gateway holds as much as it may (limits.memory); try again in a moment"};

// Shared by the coroutines of its connections, so it goes when the last of them has gone.
struct ListenerCore {
  ListenerCore(Executor where, const ListenerLimits& bounds, const UpstreamLimits& upstream_bounds,
               std::shared_ptr<ConnectionLimiter> connections, SharedLimit bytes);

  Executor executor;
  const ListenerLimits limits;
  DeadlineWheel wheel;
  std::vector<std::unique_ptr<Listening>> listening;
  std::shared_ptr<ConnectionLimiter> limiter;
  const SharedLimit memory;  // of the process
  std::unique_ptr<UpstreamClient> upstream;
  const Handler* handler = nullptr;  // outlives the core's io_context
  RefusalObserver on_refused = {};   // see ServerOptions
  RefusalWriter write_refusal = {};  // likewise
  // Scratch memory between two suspensions; never held across one.
  std::vector<char> read_buffer;
  std::string head_buffer;
  DateLine date;
  bool draining = false;
  std::unordered_set<Client*> clients;
};

// One accepted connection. Bytes that came ahead of their turn wait in `pending`; it owns nothing while a
// request is answered, and 2 KiB while one is waited for.
struct Client {
  Client(std::shared_ptr<ListenerCore> its_core, const Listening& taken_by, Socket accepted,
         PeerIdentity its_peer, ConnectionLimiter::Seat its_seat);
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client();

  enum class Fill { kBytes, kNothing, kEnd, kTimeout };
  // Moves what the kernel has into `pending`, at most one scratch buffer.
  Fill fill();
  // The same, but waits for bytes until `deadline`: never kNothing.
  Awaitable<Fill> fill_until(Clock::time_point deadline);
  // Drops the first bytes of `pending`, and its memory when nothing is left.
  void consume(std::size_t bytes);
  // Sends a head written in core.head_buffer and what follows it. False: the client is gone.
  Awaitable<bool> send_head(std::string_view body);

  const std::shared_ptr<ListenerCore> owner;
  ListenerCore& core;  // *owner
  const Listening& listening;
  ConnectionLimiter::Seat seat;
  TimedSocket socket;
  PeerIdentity peer;
  bool is_proxy = false;  // a trusted one, which may tell who its clients are
  std::string pending;
  SharedLimit::Part held;                    // of the process's memory, by its request or by the answer
  bool idle = true;                          // between requests
  class ClientExchange* exchange = nullptr;  // while a handler runs
};

}  // namespace schemagate::net
