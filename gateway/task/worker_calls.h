// How a plan's run reaches the agents that do its subtasks.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "a2a/model/task.h"
#include "extension/agent_context/run_event.h"
#include "gateway/net/executor.h"
#include "gateway/net/signal.h"
#include "gateway/task/run_places.h"

namespace schemagate {

// One message of a run to one agent.
struct WorkerCall {
  std::string agent;  // of the configuration
  std::string owner;  // of the tasks that the agent makes of the run's messages: store::run_owner()
  Payer payer;        // the caller of the run: in whose quotas the message counts
  a2a::Message message;
  // The message as it was worded when it was first sent, where that was otherwise: whoever has taken it in
  // then recognises it by that.
  std::optional<a2a::Message> first_wording = {};
  // It is what a context asks for that the agent's contract has let in: it has its place already, and where
  // it is a text, the gateway's own wording, the contract is not asked again.
  bool is_of_context = false;
  bool as_is = false;
  // Ours, of the task that was made of it before a restart; empty: none is known.
  std::string task_id = {};
  std::chrono::milliseconds time{30'000};
  int nested_runs = 0;  // RunHeader::nested_runs
};

struct WorkerResult {
  // A task that has settled, or a message; absent: `outcome` says why there is none, and `text` for readers.
  std::optional<a2a::SendResult> answer = {};
  agent_context::CallOutcome outcome = agent_context::CallOutcome::kAnswered;
  std::string text = {};
  // Where the call was stopped and the agent did not cancel its task: why.
  std::string cancel_refusal = {};
  // To be called once this result has been written down, unless empty: the same message is a new one then.
  std::function<void()> recorded = {};
};

// Shared by a call and whoever waits for it, on one core.
struct WorkerControl {
  net::Signal wake;
  bool stopping = false;  // set it, then notify: the task is canceled at the agent
};

// Used on one core only.
class WorkerCalls {
 public:
  virtual ~WorkerCalls() = default;

  // nullopt: there is no such agent.
  virtual std::optional<bool> takes_context(std::string_view agent) const = 0;
  // Whether the gateway answers its contexts in its place, and reads what they refer to.
  virtual bool is_plain(std::string_view agent) const = 0;
  // Returns with the last word. `accepted` is told the task, and its context, as soon as there is one.
  // Borrows its arguments.
  using Accepted = std::function<void(const std::string& task_id, const std::string& context_id)>;
  virtual net::Awaitable<WorkerResult> call(WorkerCall& call, WorkerControl& control,
                                            const Accepted& accepted) = 0;
  // Of a task that nobody follows. Why it was not canceled; empty: it was.
  virtual net::Awaitable<std::string> cancel(const WorkerCall& call) = 0;
};

}  // namespace schemagate
