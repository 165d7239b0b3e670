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
#include "gateway/agent/agent_call_log.h"
#include "gateway/agent/agent_events.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/agent_tokens.h"
#include "gateway/agent/call_origin.h"
#include "gateway/config/gateway_limits.h"
#include "gateway/environment/clock.h"
#include "gateway/net/upstream.h"

namespace schemagate {

// For whom an agent is called. Borrows all but the room.
struct AgentCaller {
  const std::vector<std::string>& extensions;  // URIs that the client asked for, passed on to the agent
  const std::string& holder;                   // see net::UpstreamRequest::holder
  CallOrigin* origin = nullptr;                // is told of calls that fail; nullptr: nobody asked just now
  // What a message takes of the process's memory on its way (CallContext::room), given back when it is sent.
  std::shared_ptr<net::SharedLimit::Part> room = {};
  const std::string* task_id = nullptr;  // of the task here, while there is one; nullptr, empty: none
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
  // What an answer with that status was read as; what is wrong with it is logged.
  template <class T>
  a2a::Result<T> told(a2a::wire::Operation operation, int status, a2a::wire::Answer<T> value) const;
  net::UpstreamClient& upstream() const;
  net::UpstreamRequest make_request(a2a::wire::Operation operation, a2a::wire::OutgoingCall call) const;
  void add_credentials(net::UpstreamRequest& request) const;
  a2a::Result<TokenWish> token_wish() const;
  a2a::Error no_token(const TokenFailure& failure) const;
  net::Awaitable<a2a::Result<void>> add_token(net::UpstreamRequest& request);
  void note_status(a2a::wire::Operation operation, int status);
  void give_room_back(a2a::wire::Operation operation) const;
  a2a::wire::OutgoingCall use_up(a2a::wire::Operation operation, a2a::SendRequest& request) const;
  std::string give_id(a2a::wire::OutgoingCall& call) const;
  struct Answered : net::HttpResponse {
    std::string request_id;
  };
  net::Awaitable<a2a::Result<Answered>> fetch(a2a::wire::Operation operation, a2a::wire::OutgoingCall call);
  a2a::Result<a2a::JsonValue> read(a2a::wire::Operation operation, Answered&& response);
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
