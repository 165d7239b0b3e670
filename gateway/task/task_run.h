// Drives one message at the agent until its task ends, waits for the client, or turns out to need no task at
// all. The single writer of its task: what the agent says becomes events in the ledger, translated into the
// gateway's names, with typed artifacts. Independent of the client that started it: a client that leaves
// stops nothing.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "a2a/model/task.h"
#include "extension/object_schemas/typed_artifacts.h"
#include "gateway/agent/agent_client.h"
#include "gateway/net/signal.h"
#include "gateway/store/task_store.h"
#include "gateway/task/edges.h"
#include "gateway/task/push_requests.h"

namespace schemagate {

// What a run begins with.
struct Opening {
  a2a::SendRequest request;     // for the agent, in its names
  a2a::Message said;            // as received: first entry of the history of a task that is made later
  std::string idempotency_key;  // of `said`: the store has recorded it
  // What the message asks for is registered with the task that it makes, or has been.
  RequestedPush push = {};
};

// What a message to a waiting task answers. When the agent does not take the message, the task waits again.
struct Question {
  a2a::TaskStatus status;       // of the task before the answer
  std::string answer_id;        // as the history has it
  std::string idempotency_key;  // of the answer
  bool client_waits = true;     // for the agent's word: an error reaches it
};

struct RunInput {
  std::shared_ptr<const AgentSnapshot> agent;  // its card is published
  store::Scope scope;
  std::string task_id = {};  // ours; the task exists exactly when `has_task`
  bool has_task = false;     // its run is ours, by `lease`
  store::RunLease lease = {};
  std::string context_id = {};       // ours
  a2a::RawJson metadata = {};        // of our task: its title
  store::UpstreamIds upstream = {};  // the agent's names, as far as known
  // Gone when it is not needed any more; never there when a run only goes on with what the agent does.
  std::unique_ptr<Opening> opening = {};
  std::unique_ptr<Question> question = {};  // gone when the agent has taken the answer
  std::vector<std::string> extensions = {};
  const object_schemas::SkillContract* typing = nullptr;  // how artifacts are typed; nullptr: not at all
  std::vector<std::string> accepted_output_modes = {};
  std::set<std::string> known_messages = {};  // ids of what our history holds already
  bool live = false;                          // somebody waits for events: prefer a stream
};

// Makes it the input of a run that goes on with a task that is there.
void take_task(RunInput& input, const store::TaskRecord& record);

class TaskRun {
 public:
  // `changed` is notified when the run has decided, has been interrupted, and when it has ended.
  TaskRun(const Edges& edges, RunInput&& input, net::Signal changed);

  // Starts it on this core; it keeps itself alive until it has ended.
  static void start(std::shared_ptr<TaskRun> run);
  // Takes the agent's first answer in the caller's coroutine; what takes longer goes on by itself. Cheaper
  // than start() for a caller that waits anyway. Bounded by the agent's request_timeout.
  static net::Awaitable<void> start_in_place(std::shared_ptr<TaskRun> run);

  // The agent's first word, once there is one: nullptr when there is a task; a plain answer or an error means
  // that there is none.
  using Decision = a2a::Result<std::unique_ptr<a2a::Message>>;
  bool decided() const { return decision_.has_value(); }
  // Once, when it is there.
  Decision take_decision() { return std::exchange(*decision_, nullptr); }
  // What the ledger knows a message by that has made no task; empty when it has, or the ledger knows nothing.
  std::string announced() const { return input_.has_task ? "" : input_.opening->idempotency_key; }
  // True when a blocking client should be answered: ended, or waiting for the client.
  bool at_rest() const { return ended_ || a2a::is_interrupted(status_); }
  bool ended() const { return ended_; }
  const std::string& task_id() const { return input_.task_id; }

 private:
  net::Awaitable<void> take_answer();
  net::Awaitable<void> carry_on();
  net::Awaitable<a2a::Result<void>> secure();
  net::Awaitable<a2a::Result<void>> deliver();
  net::Awaitable<a2a::Result<void>> catch_up();
  net::Awaitable<a2a::Result<void>> listen();
  net::Awaitable<a2a::Result<void>> ask();
  net::Awaitable<a2a::Result<void>> follow();
  net::Awaitable<a2a::Result<void>> poll(a2a::Result<void> last);
  net::Awaitable<a2a::Result<void>> absorb_all(AgentEvents& events);

  a2a::Result<void> absorb_complete(AgentEvents& events);
  a2a::Result<void> stream_ended() const;
  a2a::Result<void> absorb(a2a::StreamEvent event);
  a2a::Result<void> absorb(a2a::Message message);
  a2a::Result<void> absorb(a2a::Task task);
  a2a::Result<void> absorb(a2a::TaskStatusUpdate update);
  a2a::Result<void> absorb(a2a::TaskArtifactUpdate update);

  net::Awaitable<void> ask_whether_taken();
  void note_taken();
  void take_back();

  a2a::Result<void> ensure_task(const store::UpstreamIds& upstream);
  void link(const store::UpstreamIds& upstream);
  void add_artifact(std::vector<store::TaskEvent>& events, a2a::TaskArtifactUpdate update);
  void add_status(std::vector<store::TaskEvent>& events, a2a::TaskStatus status);
  void add_history(std::vector<store::TaskEvent>& events, std::vector<a2a::Message> history);
  void flush_artifacts(std::vector<store::TaskEvent>& events);
  a2a::Result<void> publish(std::vector<store::TaskEvent> events);

  a2a::TaskStatus own_status(a2a::TaskState state, std::string text) const;
  void adopt(a2a::Message& message) const;
  void decide(Decision decision);
  void note_exception(const std::exception& exception);
  void fail_task(const a2a::Error& error);
  void settle();
  bool settled() const;

  const Edges& edges_;
  RunInput input_;
  net::Signal changed_;
  MonotonicTime deadline_;
  AgentClient upstream_;
  std::unique_ptr<object_schemas::ArtifactTyper> typer_;  // nullptr: artifacts are not typed
  std::optional<Decision> decision_;
  bool needs_no_task_ = false;  // so it was decided
  a2a::Result<void> result_;
  a2a::Task mirror_;  // the agent's task as it has told it so far: what is new in a snapshot
  a2a::TaskState status_ = a2a::TaskState::kSubmitted;
  bool stopped_ = false;  // the ledger takes no more: somebody else has ended the task
  bool ended_ = false;
};

}  // namespace schemagate
