// What to ask an agent next, from the first message until nothing more is to be learnt: the message, sent or
// as a stream; then a subscription where the agent streams, else its task from time to time. What the agent
// says goes to a listener. Nothing of stores and clients in here: whoever drives several agents makes one
// conversation with each.
//
//   AgentConversation conversation(dependencies, *agent, caller, deadline, listener);
//   auto heard = co_await conversation.deliver(request, /*live=*/true);
//   if (!listener.is_satisfied()) heard = co_await conversation.follow(agents_task_id, std::move(heard));
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "a2a/model/task.h"
#include "gateway/agent/agent_client.h"
#include "gateway/net/executor.h"
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
  // Nothing more is wanted: the conversation returns.
  virtual bool is_satisfied() const = 0;
  // Before the agent is asked again after a pause: time to find out whether that is still wanted.
  virtual net::Awaitable<void> look_around() = 0;
};

struct ConversationDependencies {
  net::Executor executor;
  AgentClientDependencies client;
};

// One at a time is awaited. Borrows all but `dependencies`. Used on its core only.
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

  // Brings the message to the agent; as a stream where `live` and the agent streams.
  net::Awaitable<a2a::Result<void>> deliver(a2a::SendRequest& request, bool live);
  // Reads the agent's task once: what it has done while nobody looked.
  net::Awaitable<a2a::Result<void>> catch_up(std::string agents_task_id);
  // Follows the agent's task until the listener is satisfied: by a subscription where the agent streams, and
  // by polling where that is not to be had, or has broken off. `delivered`: what came of the call before; an
  // error is the result when the agent cannot be asked for longer than its `outage_timeout`.
  net::Awaitable<a2a::Result<void>> follow(std::string agents_task_id, a2a::Result<void> delivered);

  AgentClient& client() { return client_; }

 private:
  net::Awaitable<a2a::Result<void>> stream(a2a::SendRequest& request);
  net::Awaitable<a2a::Result<void>> ask(a2a::SendRequest& request);
  net::Awaitable<a2a::Result<void>> hear_all(AgentEvents& events);
  a2a::Result<void> hear_complete(AgentEvents& events);
  a2a::Result<void> hear(a2a::StreamEvent&& event);
  net::Awaitable<void> hear_what_is_behind_the_end(AgentEvents& events);
  net::Awaitable<a2a::Result<void>> conclude(AgentEvents& events);
  // Success, too, where the agent cannot be subscribed to.
  net::Awaitable<a2a::Result<void>> listen(const std::string& agents_task_id);
  net::Awaitable<a2a::Result<void>> listen_again(const std::string& agents_task_id,
                                                 std::chrono::milliseconds& pause);
  net::Awaitable<a2a::Result<void>> poll(const std::string& agents_task_id, a2a::Result<void> last);

  const net::Executor executor_;
  const Clock& clock_;
  const AgentSnapshot& agent_;
  AgentClient client_;
  const MonotonicTime deadline_;
  AgentListener& listener_;
  bool may_subscribe_ = true;  // it has neither refused to be, nor ended a subscription before its task
  // Of the stream that is heard now. What ends the task is told when the stream has ended, too.
  StreamOrder order_;
  std::unique_ptr<a2a::TaskStatusUpdate> end_;
};

}  // namespace schemagate
