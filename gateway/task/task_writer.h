// The writer of one task's log: what an agent says becomes events in the gateway's names, with typed
// artifacts. It asks nobody anything; whoever drives an agent hands it what the agent said.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/boxed.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/label_check.h"
#include "extension/object_schemas/typed_artifacts.h"
#include "gateway/environment/clock.h"
#include "gateway/environment/id_source.h"
#include "gateway/store/context_store.h"
#include "gateway/store/task_store.h"
#include "gateway/task/run_input.h"
#include "gateway/task/whole_texts.h"

namespace schemagate {

// References must outlive the writer. `ids` and `document` belong to its core, the rest is safe from any
// thread.
struct TaskWriterDependencies {
  store::TaskStore& tasks;
  store::ContextStore& contexts;
  PushRegistration push;
  IdSource& ids;
  const Clock& clock;
  a2a::JsonDocument& document;
  std::size_t event_bytes_max;  // of what is held back of an artifact until it can be typed
};

// Makes the task that `message` needs and registers the message's push notification config with it; `task`
// has the lease then. Takes what was received out of the message; its request and its key stay.
// `accepted_under`: the contract that its input fits; empty: it is no structured input. `first_steps`: what
// is in its log from the beginning. Errors: as store::TaskStore::create().
a2a::Result<void> create_task(const TaskWriterDependencies& dependencies, TaskIdentity& task,
                              InitialMessage& message, object_schemas::ContractReference accepted_under = {},
                              std::vector<store::RunStep> first_steps = {});

// Ends a task whose lease was acquired as failed, with the reason, and gives the lease back. False when the
// store does not take it now, or the task has ended otherwise: it has not failed.
bool fail_task(const TaskWriterDependencies& dependencies, const store::Scope& scope,
               const store::TaskRecord& record, store::RunLease lease, const a2a::Error& reason);

// Why the log lacks what was to be written last.
enum class WriteRefusal {
  kNone,        // it lacks nothing
  kSuperseded,  // another run has the task, or it has ended: nothing that is written has an effect any more
  kFull,        // it was more than the log of a task may hold
  kNotWritten,  // the store could not write it, and this writer would not say it again
};

// The only writer of its task while it has the lease. Borrows the dependencies and what `typing` points to.
// Used on one core only.
class TaskWriter {
 public:
  TaskWriter(const TaskWriterDependencies& dependencies, TaskIdentity&& task, OutputTyping&& typing,
             std::set<std::string>&& known_messages);

  const TaskIdentity& task() const { return task_; }
  // As it was written last; kSubmitted before.
  a2a::TaskState state() const { return state_; }
  // What the agent said of its own task last.
  a2a::TaskState agent_state() const { return agent_task_.status.state; }
  // What does not fit of the output that the agent had completed the task with, where strict_output has made
  // that a failure; without schemas and violations when there was no JSON object in it. Empty: nothing.
  const a2a::Boxed<object_schemas::SchemaMismatch>& refused_output() const { return refused_output_; }
  // The same where strict_output is off and the output was handed on without a label.
  const a2a::Boxed<object_schemas::SchemaMismatch>& unlabelled_output() const { return unlabelled_output_; }
  // Of the last one that there was: what is written after it may be in the log.
  WriteRefusal refusal() const { return refusal_; }

  // Makes the task of a message that turned out to need one: see create_task().
  a2a::Result<void> create(InitialMessage& message) { return create_task(dependencies_, task_, message); }
  // Remembers the agent's names for the task, and for its context where it gives one.
  void link(const store::UpstreamIds& upstream);

  // An answer that makes no task, as the client may have it: with true labels only.
  void check(a2a::Message& message) const;

  // Appends what is new in it. The task exists. Errors of all: those of store::TaskStore::append() but for
  // kEnded and kStaleLease, which make the writer superseded.
  a2a::Result<void> write(a2a::Message message);  // the whole answer: an artifact and the end of the task
  a2a::Result<void> write(a2a::Task task);
  a2a::Result<void> write(a2a::TaskStatusUpdate update);
  a2a::Result<void> write(a2a::TaskArtifactUpdate update);

  // Why the task has failed, should the agent say that it has, and not why.
  void note_reason(const a2a::Error& reason) { reason_ = reason.message; }
  // Ends the task as failed, with the reason for the client; what was held back comes before it. It has not
  // failed, as state() says then, when the store does not take that.
  void fail(const a2a::Error& reason);
  // The agent did not take the input: the task is what it was before, and the input may be sent again.
  void take_back(PendingInput&& input);
  void release() { dependencies_.tasks.release_run(task_.lease); }

 private:
  using Events = std::vector<store::TaskEvent>;
  void add_artifact(Events& events, a2a::TaskArtifactUpdate update);
  void hold(Events& events, a2a::TaskArtifactUpdate update);
  void release_held(Events& events, bool complete);
  void put_artifact(Events& events, a2a::TaskArtifactUpdate update);
  void show_artifact(Events& events, a2a::TaskArtifactUpdate update);
  void flush_texts(Events& events);
  void add_status(Events& events, a2a::TaskStatus status);
  void add_history(Events& events, std::vector<a2a::Message> history);
  void judge_output(a2a::TaskStatus& status);
  bool says_more(const a2a::TaskStatus& status);
  void put_in_order(a2a::TaskStatus& status);
  void flush_artifacts(Events& events);
  a2a::Result<void> append(Events events);
  a2a::Message message_of_ours(std::string text) const;
  a2a::TaskStatus status_of_ours(a2a::TaskState state, std::string text) const;
  void put_into_task(a2a::Message& message) const;

  const TaskWriterDependencies& dependencies_;
  TaskIdentity task_;
  bool strict_output_;
  std::unique_ptr<object_schemas::ArtifactTyper> typer_;  // nullptr: no output of a skill
  bool holds_artifacts_ = false;                          // until they are complete; see as_a_whole
  std::set<std::string> held_;                            // their ids at the agent; they are in agent_task_
  std::size_t held_bytes_ = 0;
  std::unique_ptr<WholeTexts> whole_texts_;           // nullptr: pieces of texts are shown as they come
  std::optional<object_schemas::LabelCheck> labels_;  // nullopt: nothing of the agent is written
  const object_schemas::Contract* contract_;          // nullptr: as above
  std::shared_ptr<const Suggestion> suggestion_;      // as long as no artifact has taken it
  std::set<std::string> known_messages_;
  bool is_new_at_agent_;  // it has no artifact from before
  std::string reason_;
  a2a::Task agent_task_;  // as the agent has told it so far: what is new in a snapshot
  a2a::Boxed<object_schemas::SchemaMismatch> refused_output_;
  a2a::Boxed<object_schemas::SchemaMismatch> unlabelled_output_;
  a2a::TaskState state_ = a2a::TaskState::kSubmitted;
  WriteRefusal refusal_ = WriteRefusal::kNone;
};

}  // namespace schemagate
