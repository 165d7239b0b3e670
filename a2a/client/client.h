// A2A operations over JSON-RPC or HTTP+JSON, v0.3 or v1.0, in the model's v1.0-shaped values.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/client/card.h"
#include "a2a/client/failure.h"
#include "a2a/client/http.h"
#include "a2a/model/task.h"

namespace schemagate::a2a::client {

struct ClientOptions {
  http::Headers headers = {};                // sent with every request, for example Authorization
  std::vector<std::string> extensions = {};  // URIs; A2A-Extensions (v1.0) or X-A2A-Extensions (v0.3)
  Timeouts timeouts = {};
  std::size_t answer_bytes_max = 16 << 20;   // of a JSON answer
  std::size_t event_bytes_max = 4 << 20;     // of one event of a stream
  std::size_t events_max = 100'000;          // of one stream
  std::size_t stream_bytes_max = 256 << 20;  // of all its events together
};

// Called in order with each event; false ends the stream, which then counts as complete. The event lives for
// the call only.
using EventSink = std::function<bool(const StreamEvent&)>;

struct ListRequest {
  std::string context_id = {};  // empty: all
  int page_size = 50;           // 1 to 100
  std::string page_token = {};
};

struct TaskPage {
  std::vector<Task> tasks;
  std::string next_page_token;  // empty: this was the last page
};

// A call that an extension adds to those of A2A.
struct ExtensionCall {
  std::string method;       // of JSON-RPC
  std::string params = {};  // JSON
  std::string path = {};    // HTTP+JSON: what to GET, behind the interface's URL, with its query
};

// A value: an address and options, no connection. Each call opens its own and blocks; const calls may run on
// several threads at once. A2A-Version is sent as exactly "1.0" or "0.3".
// Errors of every call: kArgument (a message or header that cannot be sent), kUnreachable, kTimeout,
// kCanceled, kProtocol (no A2A answer, a result of the wrong shape, a bound hit), kAgent with the agent's
// code, message and details kept. Cancelling a call stops nothing at the agent: that is cancel().
class Client {
 public:
  explicit Client(Endpoint endpoint, ClientOptions options = {});

  const Endpoint& endpoint() const { return endpoint_; }

  // Whether the agent is to wait is always unambiguous: v0.3 gets `blocking`, in v1.0 absence means false.
  Outcome<SendResult> send(SendRequest request, const std::stop_token& stop = {}) const;

  // Both return when the agent ends the stream, and also after an event that ends the turn, because agents
  // exist that keep the connection open: a Message, a terminal or input-required state, v0.3's `final`. A
  // stream that closes without one is no error; the caller's last event tells. An agent that answers with
  // plain JSON gives its error, or its one result as the only event.
  Outcome<void> stream(SendRequest request, const EventSink& sink, const std::stop_token& stop = {}) const;
  Outcome<void> subscribe(std::string_view task_id, const EventSink& sink,
                          const std::stop_token& stop = {}) const;

  Outcome<Task> get(std::string_view task_id, std::optional<int> history_length = std::nullopt,
                    const std::stop_token& stop = {}) const;
  Outcome<Task> cancel(std::string_view task_id, const std::stop_token& stop = {}) const;
  // v1.0 only: v0.3 has no such JSON-RPC method and gives kAgent with kUnsupportedOperation, nothing is sent.
  Outcome<TaskPage> list(const ListRequest& request, const std::stop_token& stop = {}) const;

  // The exact text of the result.
  Outcome<RawJson> call(const ExtensionCall& call, const std::stop_token& stop = {}) const;

 private:
  Endpoint endpoint_;
  ClientOptions options_;
};

struct Discovered {
  FetchedCard card;
  Endpoint endpoint;
};
// fetch_card() and select_endpoint() together.
Outcome<Discovered> discover(std::string_view url, const FetchOptions& options = {},
                             std::optional<wire::Version> version = std::nullopt,
                             const std::stop_token& stop = {});

}  // namespace schemagate::a2a::client
