// What the agent tells in answer to one call, event by event, whether it streams or answers at once.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "a2a/wire/answer_fault.h"
#include "a2a/wire/outgoing_call.h"
#include "a2a/wire/sse.h"
#include "gateway/agent/agent_call_log.h"
#include "gateway/agent/agent_snapshot.h"
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

// Events of one answer, pulled one by one.
class AgentEvents {
 public:
  // Borrows `dependencies` and what `log` does. After `deadline` wait() fails even when the agent keeps
  // sending. `answer_by`, of a message: an answer that is no stream is all there by then, and so is the first
  // event of one, for which there is stall_timeout at least, and again behind each comment. `request_id`:
  // that all of them have to answer, in JSON-RPC.
  AgentEvents(std::unique_ptr<net::UpstreamStream> stream, const AgentSnapshot& agent,
              const AgentClientDependencies& dependencies, const AgentCallLog& log, MonotonicTime deadline,
              std::optional<MonotonicTime> answer_by, std::string request_id);
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
  a2a::Error no_answer() const;
  net::Failure failure_of(net::Failure failure, std::chrono::milliseconds silence,
                          std::chrono::milliseconds left) const;
  a2a::Result<std::optional<a2a::StreamEvent>> decode(std::string data, std::string_view event);
  a2a::Result<a2a::JsonValue> read(std::string data, std::string_view event);
  // A message has neither its answer nor the first event of one.
  bool owes_first() const { return first_by_ && !has_told_; }
  void allow_silence();
  std::chrono::milliseconds silence_max() const;
  void note_error(a2a::JsonValue root, const a2a::Error& error) const;
  void note_told(const a2a::wire::Answer<a2a::StreamEvent>& told, bool is_final);
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
  std::string request_id_;
  a2a::wire::SseParser parser_;
  // An agent that answers a streaming request with plain JSON: an error, or one result.
  std::string json_;  // or one line
};

}  // namespace schemagate
