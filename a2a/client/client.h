// A2A operations over JSON-RPC or HTTP+JSON, v0.3 or v1.0, in the values of a2a/model, which have v1.0's
// shape.
//
//   auto found = client::discover("https://agent.example");
//   if (!found) return report(found.error());
//   const client::Client agent(found->interface);
//   SendRequest request;
//   request.message = {.message_id = "m1", .role = Role::kUser, .parts = {{.content = "Hello"}}};
//   auto answer = agent.send(request);   // a Task or a Message, or a Failure
//   if (!answer) return report(answer.error());
//
//   request.message.message_id = "m2";
//   const auto show_all = [](const StreamEvent& event) { return show(event); };   // false ends it
//
//   auto end = agent.stream(request, show_all);
//
//   if (!end) return report(end.error());
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
  // Sent with every request, for example Authorization. Those that a connection writes (Host, Content-Length,
  // Transfer-Encoding, …: http::is_of_connection()) are refused; those of the call (A2A-Version,
  // Content-Type, Accept, and the extensions where some are given) replace a field of that name.
  http::Headers headers = {};
  // URIs that the client activates (section 4.6): A2A-Extensions in v1.0, X-A2A-Extensions in v0.3.
  std::vector<std::string> extensions = {};
  Timeouts timeouts = {};
  tls::Files tls = {};
  // Of a JSON answer.
  std::size_t answer_bytes_max = 16 << 20;
  // Of one event of a stream.
  std::size_t event_bytes_max = 4 << 20;
  // Of one stream, and of all its events together.
  std::size_t events_max = 100'000;
  std::size_t stream_bytes_max = 256 << 20;
};

// Called in order with each event; false ends the stream, which then counts as complete. The event lives for
// the call only. On the thread of the call; what it throws ends the call, closes the connection and reaches
// the caller as it is.
using EventSink = std::function<bool(const StreamEvent&)>;

struct ListRequest {
  // Empty: tasks of every context.
  std::string context_id = {};
  // 1 to 100.
  int page_size = 50;
  // TaskPage::next_page_token of the page before; empty: the first page.
  std::string page_token = {};
  std::optional<TaskState> status = {};
  // RFC 3339, UTC with milliseconds: tasks whose status is from that instant or later. Empty: all.
  std::string status_timestamp_after = {};
  // How many messages of each task's history at most; absent: the agent chooses.
  std::optional<int> history_length = {};
  bool include_artifacts = false;
};

// A call that an extension adds to those of A2A.
struct ExtensionCall {
  // Of JSON-RPC, and its parameters as JSON text.
  std::string method;
  std::string params = {};
  // HTTP+JSON: what to GET, behind the interface's URL, with its query.
  std::string path = {};
};

// A value: an address and options, no connection. Each call opens its own and blocks; const calls may run on
// several threads at once. A2A-Version is sent as exactly "1.0" or "0.3".
// Errors of every call: kArgument (what cannot be sent: a header, an empty task id, an empty EventSink, a
// message without id, role or parts, data that is not one JSON value, metadata that is no object),
// kUnreachable, kTls, kTimeout, kCanceled, kProtocol (no A2A answer, a result of the wrong shape, a bound
// hit), kAgent with the agent's code, message and details kept. Cancelling a call stops nothing at the agent:
// that is cancel().
class Client {
 public:
  explicit Client(AgentInterface interface, ClientOptions options = {});

  const AgentInterface& interface() const { return interface_; }

  // Whether the agent is to wait is always unambiguous: v0.3 gets `blocking`, in v1.0 absence means false.
  Outcome<SendResult> send(SendRequest request, const std::stop_token& stop = {}) const;

  // Both return when the agent ends the stream, and also after an event that ends the turn, because agents
  // exist that keep the connection open: a Message, a terminal or input-required state, v0.3's `final`. A
  // stream that closes without one is no error; the caller's last event tells. An agent that answers with
  // plain JSON gives its error, or its one result as the only event.
  Outcome<void> stream(SendRequest request, const EventSink& sink, const std::stop_token& stop = {}) const;
  Outcome<void> subscribe(std::string_view task_id, const EventSink& sink,
                          const std::stop_token& stop = {}) const;

  // The task as it is now. `history_length`: how many messages at most; absent: the agent chooses.
  Outcome<Task> get(std::string_view task_id, std::optional<int> history_length = std::nullopt,
                    const std::stop_token& stop = {}) const;
  // Asks the agent to stop; the task that it answers need not have ended.
  Outcome<Task> cancel(std::string_view task_id, const std::stop_token& stop = {}) const;
  // v1.0 only: v0.3 has no such JSON-RPC method and gives kAgent with kUnsupportedOperation, nothing is sent.
  Outcome<TaskPage> list(const ListRequest& request, const std::stop_token& stop = {}) const;

  // Calls a method of an extension. The exact text of the result.
  Outcome<RawJson> call(const ExtensionCall& call, const std::stop_token& stop = {}) const;

 private:
  AgentInterface interface_;
  ClientOptions options_;
};

struct Discovered {
  FetchedCard card;
  AgentInterface interface;
};
// fetch_card() and select_interface() together, with the errors of both.
Outcome<Discovered> discover(std::string_view url, const FetchOptions& options = {},
                             std::optional<wire::Version> version = std::nullopt,
                             const std::stop_token& stop = {});

}  // namespace schemagate::a2a::client
