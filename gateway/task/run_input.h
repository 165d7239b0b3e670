// What a run of a task begins with. Values only.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "a2a/model/message.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/contract.h"
#include "gateway/agent/agent_client.h"
#include "gateway/agent/agent_snapshot.h"
#include "gateway/agent/call_origin.h"
#include "gateway/net/shared_limit.h"
#include "gateway/store/task_store.h"
#include "gateway/task/push_requests.h"
#include "gateway/task/schema_updates.h"

namespace schemagate {

// The message that a run brings to the agent.
struct InitialMessage {
  a2a::SendRequest request;     // for the agent, in its names
  a2a::Message received;        // as the client sent it: first entry of the history of a task made later
  std::string idempotency_key;  // of `received`
  std::vector<std::string> accepted_output_modes = {};  // the client's, to be kept with such a task
  std::string address = {};                             // that it came from
  RequestedPush push = {};   // to be registered with the task that the message makes
  bool is_recorded = false;  // a restart knows of it
};

// The input that a task was waiting for. When the agent does not take it, the task waits again.
struct PendingInput {
  a2a::TaskStatus status;       // of the task before the input
  std::string message_id;       // of the input, as the history has it
  std::string idempotency_key;  // of the input
  bool client_waits = true;     // for the agent's answer: an error reaches it
};

// A task as the run that writes it knows it.
struct TaskIdentity {
  store::Scope scope;
  std::string task_id = {};          // ours; decided before the task is made
  std::string context_id = {};       // ours
  a2a::RawJson metadata = {};        // of our task: its title
  store::UpstreamIds upstream = {};  // the agent's names, as far as known
  // Of its status as it was written last: no later status is from before it.
  a2a::TaskState state = a2a::TaskState::kSubmitted;
  std::string status_time = {};
  store::RunLease lease = {};  // of the run; none while there is no task

  bool exists() const { return lease != store::RunLease{}; }
};

// What the agent's output is held to. Both pointers are into the run's snapshot.
struct OutputTyping {
  const object_schemas::Contract* contract = nullptr;  // nullptr: the agent says nothing in this run
  const object_schemas::SkillContract* skill =
      nullptr;  // nullptr: no skill's output; only labels are checked
  std::vector<std::string> accepted_output_modes = {};
  std::shared_ptr<const Suggestion> suggestion = {};  // goes into the first artifact; nullptr: none
  // Whoever has sent the message waits for the end: an output that comes in pieces is typed as a whole, as in
  // an answer that is no stream.
  bool as_a_whole = false;
  // Fields of the agent's data are hidden from some: texts that are JSON are shown as wholes (whole_texts.h).
  bool whole_texts = false;
};

// What a run needs to ask the agent: the part of its input that it keeps until it ends, which may be for
// hours.
struct RunRequest {
  std::shared_ptr<const AgentSnapshot> agent;  // its card is published
  // Absent when the run only goes on with what the agent does.
  std::unique_ptr<InitialMessage> message = {};
  std::unique_ptr<PendingInput> pending_input = {};  // when `message` answers a task that was waiting for it
  std::vector<std::string> extensions = {};          // to be passed on to the agent
  std::string holder = {};                           // see CallContext, as the next two
  std::shared_ptr<net::SharedLimit::Part> place = {};
  std::shared_ptr<net::SharedLimit::Part> room = {};
  std::shared_ptr<CallOrigin> origin = {};  // nullptr: no request has started the run
  // Somebody waits for events, and begins with what TaskRun::take_beginning() gives.
  bool from_beginning = false;
};

// For whom the agent is asked. Borrows `request`, and `task` where it is for one that may be there already.
AgentCaller caller_of(const RunRequest& request, const TaskIdentity* task = nullptr);

// The rest becomes the TaskWriter's.
struct RunInput : RunRequest {
  TaskIdentity task;
  OutputTyping typing = {};
  std::set<std::string> known_messages = {};  // ids of what our history holds already
};

// The modes that the agent is asked for. It knows nothing of schemas that are not its own: to it they are
// plain JSON.
std::vector<std::string> modes_for_agent(std::vector<std::string> modes,
                                         const object_schemas::Contract& contract);

// The agent's output is typed as the skill's. nullptr: as no skill's. A skill that hands labels over
// activates the extension at the agent.
void set_skill(RunInput& input, const object_schemas::SkillContract* skill);

// The input of a run that goes on with a task that is there; its lease is still to be acquired.
void continue_task(RunInput& input, const store::TaskRecord& record);

}  // namespace schemagate
