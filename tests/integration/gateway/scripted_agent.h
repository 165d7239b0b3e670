// An A2A agent behind the gateway that does what a test tells it, however wrong, and remembers every call.
// Loopback, a port of its own that it keeps while it is down, one thread per connection.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/integration/gateway/dialect.h"

namespace schemagate {

// Holds threads back until a test lets them go. Copies are one gate.
class Gate {
 public:
  Gate() : state_(std::make_shared<State>()) {}
  void open() const;
  // Gives up after net::RawSocket::kTimeout.
  void wait() const;

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
  };
  std::shared_ptr<State> state_;
};

// A call over HTTP+JSON has the method and the parameters that JSON-RPC would have.
struct AgentCall {
  HttpMessage http;
  Json body;
  std::string method() const { return body.value("method", ""); }
  const Json& params() const { return body["params"]; }
  const Json& message() const { return body["params"]["message"]; }
};

// The answering side of one call.
class AgentAnswer {
 public:
  AgentAnswer(net::RawSocket& socket, const Dialect& dialect, Json id)
      : socket_(socket), dialect_(dialect), id_(std::move(id)) {}

  void result(const Json& result);
  void error(int code, const std::string& message);
  void http(int status, const std::string& content_type, const std::string& body);

  void begin_events();
  // False when the gateway is gone.
  bool event(const Json& result);
  bool chunk(const std::string& bytes);
  void end_events();

  bool bytes(const std::string& bytes) { return socket_.send(bytes); }
  void hold_until_closed() { (void)socket_.ends(); }
  void reset() { socket_.reset(); }

 private:
  std::string wrapped(const Json& result) const;
  net::RawSocket& socket_;
  const Dialect& dialect_;
  Json id_;  // of a JSON-RPC call
};

using Behaviour = std::function<void(const AgentCall&, AgentAnswer&)>;

class ScriptedAgent {
 public:
  // Up from the start; the card is the smallest of that version.
  explicit ScriptedAgent(Dialect dialect = v1_0());
  ~ScriptedAgent();
  ScriptedAgent(const ScriptedAgent&) = delete;
  ScriptedAgent& operator=(const ScriptedAgent&) = delete;

  const Dialect& dialect() const { return dialect_; }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

  // Laid over the card as a merge patch. Call it before the gateway starts.
  void change_card(const Json& patch);
  // As it is served.
  std::string card() const;
  void on(const std::string& method, Behaviour behaviour);
  // The body that a v0.3 agent over HTTP+JSON answers the gateway's question for nobody's task with; it is no
  // call. Before the gateway starts.
  void say_of_no_task(const std::string& body) { no_such_task_ = body; }
  // Calls of `method` give this, at once and always.
  void answer(const std::string& method, const Json& result);

  std::vector<AgentCall> calls(const std::string& method) const;
  // Those that brought a message, as a stream or not; without streams that it was not told to give.
  std::vector<AgentCall> messages() const;
  // Calls of any method.
  std::size_t call_count() const;
  // Requests for what is not there: they got 404.
  std::vector<HttpMessage> misses() const;
  // False when fewer came within a generous time.
  bool wait_for_calls(const std::string& method, std::size_t count) const;
  bool wait_for_messages(std::size_t count) const;

  void go_down();
  void come_up();

 private:
  void accept_all(int listener);
  void serve(int connection);
  void handle(const HttpMessage& request, net::RawSocket& socket);
  AgentCall read_call(const HttpMessage& request) const;
  bool brings_message(const AgentCall& call) const;

  const Dialect dialect_;
  std::string no_such_task_ = R"({"code":-32001,"message":"Task not found"})";
  int reservation_ = -1;  // keeps the port
  std::uint16_t port_ = 0;
  int listener_ = -1;
  std::jthread acceptor_;

  mutable std::mutex mutex_;  // guards what follows
  mutable std::condition_variable called_;
  Json card_;
  std::map<std::string, Behaviour> behaviours_;
  std::vector<AgentCall> calls_;
  std::vector<HttpMessage> misses_;
  std::set<int> connections_;
  std::vector<std::jthread> threads_;
};

}  // namespace schemagate
