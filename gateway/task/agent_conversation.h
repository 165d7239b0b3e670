// What to ask an agent next, from the first message until nothing more is to be learnt: the message, as a
// stream where the agent can, so that its task is known at once; then a subscription where the agent streams,
// else its task from time to time. What the agent says goes to a listener. Nothing of stores and clients in
// here: whoever drives several agents makes one conversation with each.
//
//   AgentConversation conversation(dependencies, *agent, caller, deadline, listener);
//   auto heard = co_await conversation.begin(request);
//   if (conversation.is_listening()) heard = co_await conversation.go_on();
//   if (!listener.is_satisfied()) heard = co_await conversation.follow(agents_task_id, std::move(heard));
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "gateway/agent/agent_client.h"
#include "gateway/net/executor.h"
#include "gateway/task/lost_stream.h"
#include "gateway/task/stream_order.h"

namespace schemagate {

// Is told what the agent says. Called on the conversation's core, never after it has returned.
class AgentListener {
 public:
  virtual ~AgentListener() = default;

  // The message has been sent; `request` is empty now.
  virtual void on_sent() {}
  // One thing that the agent said, in order. An error ends what is being done with that error.
  virtual a2a::Result<void> on_event(a2a::StreamEvent&& event) = 0;
  // The agent has broken off what it was telling with an error of its own. What has become of its task is
  // asked for, and may not say why.
  virtual void on_broken_off(const a2a::Error&) {}
  // Nothing more is wanted: the conversation returns.
  virtual bool is_satisfied() const = 0;
  // A pause before the agent is asked again, and time to find out whether that is still wanted. True when it
  // was cut short: something else has happened in the task, which the agent may have an answer to soon.
  virtual net::Awaitable<bool> rest(std::chrono::milliseconds pause) = 0;
};

struct ConversationDependencies {
  net::Executor executor;
  const AgentClientDependencies& client;
};

// One at a time is awaited. Borrows all but the executor. Used on its core only.
class AgentConversation {
 public:
  // After `deadline` the agent is asked nothing more.
  AgentConversation(const ConversationDependencies& dependencies, const AgentSnapshot& agent,
                    const AgentCaller& caller, MonotonicTime deadline, AgentListener& listener)
      : executor_(dependencies.executor),
        clock_(dependencies.client.clock),
        agent_(agent),
        client_(dependencies.client, agent, caller, deadline),
        deadline_(deadline),
        listener_(listener) {}

  // Errors of all: the agent's own A2A error, kInvalidAgentResponse (unreachable, broken, too late), and
  // those of the listener. Success says that the answer, or the stream, came to its end.

  // Brings the message to the agent, within its `request_timeout`. Of a stream only what has come with its
  // head has been heard then: while is_listening(), the rest is heard by go_on(). An agent that refuses to
  // stream, which its card says it does, is sent the message otherwise.
  net::Awaitable<a2a::Result<void>> begin(a2a::SendRequest& request);
  // The same, never as a stream: what the agent says is its answer.
  net::Awaitable<a2a::Result<void>> ask(a2a::SendRequest& request);
  bool is_listening() const { return events_.has_value(); }
  net::Awaitable<a2a::Result<void>> go_on();
  // Reads the agent's task once: what it has done while nobody looked.
  net::Awaitable<a2a::Result<void>> catch_up(std::string agents_task_id);
  // Follows the agent's task until the listener is satisfied: by a subscription where the agent streams, and
  // by polling where that is not to be had, or has broken off. `delivered`: what came of the call before; an
  // error is the result when the agent cannot be asked for longer than its `outage_timeout`.
  net::Awaitable<a2a::Result<void>> follow(std::string agents_task_id, a2a::Result<void> delivered);

  AgentClient& client() { return client_; }

 private:
  net::Awaitable<a2a::Result<void>> stream(a2a::SendRequest& request);
  net::Awaitable<a2a::Result<void>> hear_what_is_here();
  bool is_silent_too_long() const;
  a2a::Result<void> said_nothing() const;
  bool is_heard_out() const { return listener_.is_satisfied() || events_->ended(); }
  a2a::Result<void> hear_complete();
  a2a::Result<void> hear(a2a::StreamEvent&& event);
  void note_error(const a2a::Error& error);
  bool refuses_stream(const a2a::Error& error) const;
  void note_first_event();
  net::Awaitable<void> finish(a2a::Result<void>& heard);
  net::Awaitable<void> close_stream();
  net::Awaitable<a2a::Result<void>> send_otherwise(const a2a::Error& refusal);
  net::Awaitable<void> hear_late_pieces();
  net::Awaitable<a2a::Result<void>> conclude();
  // Success, too, where the agent cannot be subscribed to.
  net::Awaitable<a2a::Result<void>> listen(const std::string& agents_task_id);
  net::Awaitable<a2a::Result<void>> listen_again(const std::string& agents_task_id,
                                                 std::chrono::milliseconds& pause);
  net::Awaitable<a2a::Result<void>> poll(const std::string& agents_task_id, a2a::Result<void> last);
  a2a::Result<void> lasted_too_long(a2a::Result<void> failure) const;

  const net::Executor executor_;
  const Clock& clock_;
  const AgentSnapshot& agent_;
  AgentClient client_;
  const MonotonicTime deadline_;
  AgentListener& listener_;
  bool may_subscribe_ = true;  // it has neither refused to be, nor ended a subscription before its task
  bool is_follow_up_ = false;  // the message that is streamed
  // The message as long as the agent may refuse to stream, which it has not been seen to do.
  std::unique_ptr<a2a::SendRequest> kept_;
  // The stream that is heard now. What ends the task is told when the stream has ended, too.
  std::optional<AgentEvents> events_;
  StreamOrder order_;
  LostStream lost_;
  MonotonicTime first_word_by_ = MonotonicTime::max();  // of the stream that follows a lost one
  std::unique_ptr<a2a::TaskStatusUpdate> end_;
};

}  // namespace schemagate
