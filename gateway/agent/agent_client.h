// Calls the agent behind the gateway in the binding and version that it speaks. Model values in, model values
// out.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "a2a/wire/outgoing_call.h"
#include "a2a/wire/sse.h"
#include "gateway/agent/agent_call_log.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/agent_tokens.h"
#include "gateway/agent/call_origin.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/environment/clock.h"
#include "gateway/net/signal.h"
#include "gateway/net/upstream.h"

namespace schemagate {

// What a client of an agent needs of its core. References must outlive the client and its streams.
struct AgentClientDependencies {
  net::UpstreamClient& upstream;  // of this core
  a2a::JsonDocument& document;    // of this core: what was read last, good until the next suspension
  const Clock& clock;
  const GatewayLimits& limits;
  const Log& log;  // is told of calls that fail on their way
};

// For whom an agent is called. Borrows all but the room.
struct AgentCaller {
  const std::vector<std::string>& extensions;  // URIs that the client asked for, passed on to the agent
  const std::string& holder;                   // see net::UpstreamRequest::holder
  CallOrigin* origin = nullptr;                // is told of calls that fail; nullptr: nobody asked just now
  // What a message takes of the process's memory on its way (CallContext::room), given back when it is sent.
  std::shared_ptr<net::SharedLimit::Part> room = {};
  const std::string* task_id = nullptr;  // of the task here, while there is one; nullptr, empty: none
};

// Events of one answer, pulled one by one.
class AgentEvents {
 public:
  // Borrows `dependencies` and what `log` does. After `deadline` wait() fails even when the agent keeps
  // sending. `answer_by`, of a message: an answer that is no stream is all there by then, and so is the first
  // event of one, for which there is stall_timeout at least, and again behind each comment.
  AgentEvents(std::unique_ptr<net::UpstreamStream> stream, const AgentSnapshot& agent,
              const AgentClientDependencies& dependencies, const AgentCallLog& log, MonotonicTime deadline,
              std::optional<MonotonicTime> answer_by);
  AgentEvents(AgentEvents&&) noexcept;
  ~AgentEvents();

  // The next event that is complete; nullopt: there is none before more has come.
  // Errors: the agent's own, or kInvalidAgentResponse (garbage, event over the limit).
  a2a::Result<std::optional<a2a::StreamEvent>> take();
  // Waits for more. Apart from take(), so that a stream that waits for hours holds no room for an event.
  // Errors: kInvalidAgentResponse (stall, broken connection, answer over the limit, deadline).
  net::Awaitable<a2a::Result<void>> wait();
  // The same for so long at most, by an agent that need not send anything: false when nothing has come, and
  // nobody is told.
  net::Awaitable<bool> wait_for_more(std::chrono::milliseconds time);
  // The agent has ended the stream: nothing more will come.
  bool ended() const { return ended_; }
  // Something is here already: wait() most likely does not wait.
  bool is_ready() const { return stream_->is_ready(); }
  // The agent serves nothing at this method and path.
  bool is_misdirected() const { return stream_->status() == 404 || stream_->status() == 405; }
  // It has told something already.
  bool has_told() const { return has_told_; }
  // What it said last is its last word on a task, or an answer that makes none.
  bool has_last_word() const { return has_last_word_; }
  // `error`, which take() gave, says that the agent answers no message with a stream: it has not acted on it.
  bool is_refusal(const a2a::Error& error) const;
  // The rest, undecoded. Nothing else may be called afterwards.
  std::unique_ptr<net::UpstreamStream> release() { return std::move(stream_); }

 private:
  a2a::Error overrun(std::string_view what) const;
  net::Failure failure_of(net::Failure failure, std::chrono::milliseconds silence,
                          std::chrono::milliseconds left) const;
  a2a::Result<std::optional<a2a::StreamEvent>> decode(std::string data, std::string_view event);
  a2a::Result<a2a::JsonValue> read(std::string data, std::string_view event);
  // A message has neither its answer nor the first event of one.
  bool owes_first() const { return first_by_ && !has_told_; }
  void allow_silence();
  std::chrono::milliseconds silence_max() const;
  void note_told(const a2a::Result<a2a::StreamEvent>& told, bool is_final);
  a2a::Result<void> hold();
  a2a::Result<void> failed(const net::Failure& failure, std::chrono::milliseconds silence,
                           std::chrono::milliseconds left) const;
  a2a::Result<void> kept_waiting(std::chrono::milliseconds silence, std::chrono::milliseconds left) const;
  a2a::Result<void> feed(std::string_view bytes);
  a2a::Result<std::optional<a2a::StreamEvent>> take_json();
  a2a::Result<std::optional<a2a::StreamEvent>> take_line();

  std::unique_ptr<net::UpstreamStream> stream_;
  a2a::wire::Protocol protocol_;
  const AgentConfig* config_;
  const AgentClientDependencies& dependencies_;
  AgentCallLog log_;
  MonotonicTime deadline_;
  std::optional<MonotonicTime> first_by_;  // of what answers a message
  std::size_t bytes_max_;                  // of what it tells next
  bool has_told_ = false;
  bool has_last_word_ = false;
  bool is_sse_;
  bool is_lines_;  // each a JSON-RPC response, without an end but what one of them says
  bool ended_ = false;
  bool json_taken_ = false;
  bool by_stall_timeout_ = false;  // first_by_ is, as there is more of it than of request_timeout
  bool has_fed_ = false;           // the parser, since the last look
  a2a::wire::SseParser parser_;
  // An agent that answers a streaming request with plain JSON: an error, or one result.
  std::string json_;  // or one line
};

// Make one per run. Borrows `dependencies`, `agent`, whose card must be published, and what `caller` names.
// Used on its core only.
class AgentClient {
 public:
  // `deadline`: the end of every stream, by the agent's task_timeout, and of every request but cancel(),
  // which has its request_timeout even then: it is what follows a task whose time is up.
  AgentClient(const AgentClientDependencies& dependencies, const AgentSnapshot& agent,
              const AgentCaller& caller, MonotonicTime deadline)
      : dependencies_(dependencies), agent_(agent), caller_(caller), deadline_(deadline) {}

  // Its card says so, and it has not refused to.
  bool can_stream() const { return endpoint().streaming && streams() != Streams::kRefused; }
  // What calls to it have shown.
  Streams streams() const { return agent_.published->streams->load(std::memory_order_relaxed); }
  void note_streams(Streams streams) const;
  // The last request that is no stream was answered with more than limits.upstream.body, or parts, allows, as
  // it would be again.
  bool was_overrun() const { return was_overrun_; }

  // Errors of all: the agent's own A2A error, fit for clients (agent_error.h), or kInvalidAgentResponse when
  // it cannot be reached, breaks the protocol or lets a deadline pass. The parts of a SendRequest are used
  // up: they are gone when the call has begun. Gives a task or a message.
  net::Awaitable<a2a::Result<a2a::StreamEvent>> send(a2a::SendRequest& request);
  net::Awaitable<a2a::Result<AgentEvents>> stream(a2a::SendRequest& request);
  net::Awaitable<a2a::Result<a2a::Task>> get(std::string task_id);
  net::Awaitable<a2a::Result<a2a::Task>> cancel(std::string task_id);
  net::Awaitable<a2a::Result<AgentEvents>> subscribe(std::string task_id);
  // kUnsupportedOperation for an agent of v0.3.
  net::Awaitable<a2a::Result<a2a::TaskPage>> list(a2a::ListTasksRequest request);
  // JSON text, as the agent gives it.
  net::Awaitable<a2a::Result<std::string>> extended_card();

 private:
  const UpstreamEndpoint& endpoint() const { return agent_.published->endpoint; }
  const a2a::wire::Protocol& protocol() const { return endpoint().protocol; }
  std::chrono::milliseconds time_for_request() const;
  AgentCallLog call_log(a2a::wire::Operation operation) const;
  net::Failure with_limit(net::Failure failure, MonotonicTime by) const;
  a2a::Error failed(a2a::wire::Operation operation, const net::Failure& failure) const;
  net::UpstreamClient& upstream() const;
  net::UpstreamRequest make_request(a2a::wire::Operation operation, a2a::wire::OutgoingCall call) const;
  void add_credentials(net::UpstreamRequest& request) const;
  a2a::Result<TokenWish> token_wish() const;
  a2a::Error no_token(const TokenFailure& failure) const;
  net::Awaitable<a2a::Result<void>> add_token(net::UpstreamRequest& request);
  void note_status(a2a::wire::Operation operation, int status);
  void give_room_back(a2a::wire::Operation operation) const;
  a2a::wire::OutgoingCall use_up(a2a::wire::Operation operation, a2a::SendRequest& request) const;
  net::Awaitable<a2a::Result<net::HttpResponse>> fetch(a2a::wire::Operation operation,
                                                       a2a::wire::OutgoingCall call);
  a2a::Result<a2a::JsonValue> read(a2a::wire::Operation operation, net::HttpResponse&& response);
  net::Awaitable<a2a::Result<a2a::StreamEvent>> fetch_result(a2a::wire::OutgoingCall call);
  net::Awaitable<a2a::Result<a2a::Task>> fetch_task(a2a::wire::Operation operation,
                                                    a2a::wire::OutgoingCall call);
  net::Awaitable<a2a::Result<AgentEvents>> open(a2a::wire::Operation operation, a2a::wire::OutgoingCall call);
  std::optional<MonotonicTime> answer_by(a2a::wire::Operation operation) const;

  const AgentClientDependencies& dependencies_;
  const AgentSnapshot& agent_;
  const AgentCaller caller_;
  MonotonicTime deadline_;
  std::string token_ = {};  // that the last request had, where the agent has any
  bool was_overrun_ = false;
};

}  // namespace schemagate
