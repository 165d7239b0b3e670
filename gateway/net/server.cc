#include "gateway/net/server.h"

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "gateway/net/acceptor.h"
#include "gateway/net/client_exchange.h"
#include "gateway/net/listener_core.h"

namespace schemagate::net {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

// Stops accepting, closes idle connections, tells handlers that wait.
void begin_drain(ListenerCore& core) {
  core.draining = true;
  boost::system::error_code ignored;
  for (const auto& listening : core.listening) listening->acceptor.close(ignored);
  for (Client* client : core.clients) {
    if (client->idle) client->socket.cancel();
    if (client->exchange) client->exchange->drain_begun();
  }
}

void cut_off(ListenerCore& core) {
  for (Client* client : core.clients) {
    if (client->exchange) client->exchange->core_ends();
    client->socket.close();
  }
}

// One core: its loop, its thread and what runs on it. The order of the members is the order of life:
// coroutines die with the context, while the handler is still there.
class Worker {
 public:
  Worker(const ServerOptions& options, const std::shared_ptr<ConnectionLimiter>& limiter)
      : context_(std::make_unique<asio::io_context>(BOOST_ASIO_CONCURRENCY_HINT_UNSAFE_IO)),
        core_(std::make_shared<ListenerCore>(context_->get_executor(), options.limits, options.upstream,
                                             limiter, options.memory)) {
    core_->on_refused = options.on_refused;
    core_->write_refusal = options.write_refusal;
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    context_->stop();
    if (thread_.joinable()) thread_.join();
    core_.reset();
    context_.reset();
  }

  ListenerCore& core() { return *core_; }

  void prepare(const HandlerFactory& factory, std::size_t index) {
    handler_ = factory(Core{core_->executor, *core_->upstream, index});
    core_->handler = &handler_;
  }

  void start() {
    for (const auto& listening : core_->listening)
      asio::co_spawn(core_->executor, accept_connections(core_, *listening), asio::detached);
    thread_ = std::jthread([context = context_.get()] {
      auto work = asio::make_work_guard(*context);
      context->run();
    });
  }

  // Runs `task` on the core and waits for it.
  void run_there(void (*task)(ListenerCore&)) {
    std::promise<void> done;
    asio::post(core_->executor, [this, task, &done] {
      task(*core_);
      done.set_value();
    });
    done.get_future().wait();
  }

  void stop() {
    context_->stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  Handler handler_;
  std::unique_ptr<asio::io_context> context_;
  std::shared_ptr<ListenerCore> core_;
  std::jthread thread_;
};

class ThreadedServer final : public Server {
 public:
  explicit ThreadedServer(const ServerOptions& options)
      : limiter_(std::make_shared<ConnectionLimiter>(options.limits.connections_max,
                                                     options.limits.connections_per_address_max)) {}
  ~ThreadedServer() override { drain(std::chrono::milliseconds(0)); }

  Result<void> open(const ServerOptions& options, const HandlerFactory& factory);

  std::uint16_t port(std::size_t listener) const override { return endpoints_.at(listener).port(); }
  std::size_t connections() const override { return limiter_->open(); }
  std::size_t drain(std::chrono::milliseconds deadline) override;

 private:
  Result<void> read_endpoints(const ServerOptions& options);
  Result<void> add_worker(const ServerOptions& options);
  Result<void> listen(const ServerOptions& options, std::size_t listener);

  std::shared_ptr<ConnectionLimiter> limiter_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<tcp::endpoint> endpoints_;  // of the listeners; with the ports that were chosen
  bool started_ = false;
  bool drained_ = false;
};

Result<void> ThreadedServer::read_endpoints(const ServerOptions& options) {
  for (const ListenerOptions& each : options.listeners) {
    boost::system::error_code error;
    const asio::ip::address address = asio::ip::make_address(each.address, error);
    if (error) return failed(FailureKind::kInvalid, "not an IP address to listen on: " + each.address);
    endpoints_.emplace_back(address, each.port);
  }
  return {};
}

// The first core finds out which port a listener without one has.
Result<void> ThreadedServer::listen(const ServerOptions& options, std::size_t listener) {
  ListenerCore& core = workers_.back()->core();
  tcp::endpoint& endpoint = endpoints_[listener];
  const bool first = workers_.size() == 1;
  if (first && endpoint.port() != 0) {
    if (auto free = check_free(core.executor, endpoint); !free) return free;
  }
  core.listening.push_back(std::make_unique<Listening>(core.executor, options.listeners[listener], listener));
  Acceptor& acceptor = core.listening.back()->acceptor;
  if (auto listening = listen_on(acceptor, endpoint, options.limits.backlog); !listening) return listening;
  boost::system::error_code ignored;
  if (first) endpoint = acceptor.local_endpoint(ignored);
  return {};
}

Result<void> ThreadedServer::add_worker(const ServerOptions& options) {
  workers_.push_back(std::make_unique<Worker>(options, limiter_));
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    if (auto listening = listen(options, i); !listening) return listening;
  }
  return {};
}

Result<void> ThreadedServer::open(const ServerOptions& options, const HandlerFactory& factory) {
  if (auto read = read_endpoints(options); !read) return read;
  std::size_t threads = options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < threads; ++i) {
    if (auto added = add_worker(options); !added) return added;
  }
  started_ = true;
  for (std::size_t i = 0; i < threads; ++i) workers_[i]->prepare(factory, i);
  for (auto& worker : workers_) worker->start();
  return {};
}

std::size_t ThreadedServer::drain(std::chrono::milliseconds deadline) {
  if (std::exchange(drained_, true) || !started_) return 0;
  for (auto& worker : workers_) worker->run_there(begin_drain);
  limiter_->wait_until_empty(deadline);
  std::size_t cut = limiter_->open();
  for (auto& worker : workers_) worker->run_there(cut_off);
  for (auto& worker : workers_) worker->stop();
  return cut;
}

}  // namespace

Result<std::unique_ptr<Server>> Server::start(ServerOptions options, HandlerFactory factory) {
  auto server = std::make_unique<ThreadedServer>(options);
  if (auto opened = server->open(options, factory); !opened) return std::unexpected(opened.error());
  return server;
}

}  // namespace schemagate::net
