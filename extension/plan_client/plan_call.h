// One call of a run, on a thread of its own: sends the message, or follows the task that an earlier process
// had made of it, until that settles.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <variant>

#include "a2a/client/client.h"
#include "extension/agent_context/run.h"
#include "extension/plan_client/plan_agents.h"

namespace schemagate::plan_client {

struct PlanCall {
  agent_context::CallKey key;
  PlanAgent agent;
  a2a::Message message;
  // The task that the agent made of an earlier turn or attempt; empty: none is known.
  std::string task_id;
  // An earlier process may have sent it: the agent is asked for the task that it has made of it. Where it
  // names none, the call fails, or if so allowed sends the message again, under the same id.
  bool in_doubt = false;
  bool may_send_again = false;
  std::chrono::milliseconds time{30'000};
  // How often it is sent here where the agent cannot be reached; what a run notes down of its calls says that
  // otherwise.
  int attempts = 1;
};

// The agent has made a task of the message.
struct TaskKnown {
  std::string task_id;
  std::string context_id;
};
// The last word. A task that is not settled has run out of time; it has been canceled at the agent.
struct CallResult {
  a2a::client::Outcome<a2a::SendResult> result;
  // Where the call was stopped and the agent did not cancel its task: why.
  std::string cancel_refusal = {};
};
using CallReport = std::variant<TaskKnown, CallResult>;

// Blocks until the last word, which it reports last. `stop` cancels the task at the agent. Nothing is shared
// between calls but `report`, which must take calls from several threads.
void make_call(const PlanCall& call, const std::stop_token& stop,
               const std::function<void(CallReport)>& report);

// Asks the agent to cancel a task that nobody follows. Why it did not; empty: it did.
std::string cancel_task(const PlanAgent& agent, const std::string& task_id);

}  // namespace schemagate::plan_client
