// Drives one message at the agent until its task ends, waits for the client, or turns out to need no task at
// all: asks the agent (AgentConversation) and writes what it says (TaskWriter). Independent of the client
// that started it: a client that leaves stops nothing.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gateway/net/signal.h"
#include "gateway/observe/log.h"
#include "gateway/store/durability.h"
#include "gateway/store/message_memory.h"
#include "gateway/task/agent_conversation.h"
#include "gateway/task/run_input.h"
#include "gateway/task/task_writer.h"

namespace schemagate {

// References must outlive every run. What its parts say of threads holds for each.
struct TaskRunDependencies {
  net::Executor executor;
  AgentClientDependencies client;
  TaskWriterDependencies writer;
  store::MessageMemory& messages;
  store::Durability& durability;
  const Log& log;
};

// Where a run is. What leads from one phase to the next:
//
//   kDelivering  the agent gets the message, or is asked what it has done while nobody looked
//     -> kFollowing   the agent has the message, and there is a task
//     -> kReplied     the agent answered with a message, and there is no task;
//                     or it refused the message before there was a task; or it did not take a pending input
//   kFollowing   what the agent does with the task is followed
//   kDelivering, kFollowing
//     -> kSettled     the task has ended, or waits for the client's input
//     -> kSuperseded  the log takes nothing from this run any more: somebody else has ended the task
//     -> kOverrun     the agent has said more than the log of a task may hold
//     -> kUnwritten   the store could not write what the agent said; the task is left to another run, which
//                     asks the agent for it anew
//   any          -> kEnded  the lease is given back; after an error the task, if any, has been failed before
//
// From kReplied, kSettled, kSuperseded, kOverrun and kUnwritten on the agent is asked nothing more, but for
// the cancellation of what it goes on with although its task was ended here.
enum class RunPhase {
  kDelivering,
  kFollowing,
  kOverrun,
  kUnwritten,
  kReplied,
  kSettled,
  kSuperseded,
  kEnded
};

class TaskRun : private AgentListener {
 public:
  // Borrows the dependencies. `changed` is notified when there is a first answer, when the task is
  // interrupted, and when the run has ended.
  TaskRun(const TaskRunDependencies& dependencies, RunInput&& input, net::Signal changed);

  // Starts it on this core; it keeps itself alive until it has ended.
  static void start(std::shared_ptr<TaskRun> run);
  // Takes the agent's answer in the caller's coroutine, or the head of its stream with what came at once;
  // what takes longer goes on by itself. Cheaper than start() for a caller that waits anyway. Bounded by the
  // agent's request_timeout.
  static net::Awaitable<void> start_in_place(std::shared_ptr<TaskRun> run);

  // What the message has led to: nullptr when there is a task; a message or an error when there is none, or,
  // to an input that a task was waiting for, an error when the agent has not taken it.
  using FirstAnswer = a2a::Result<std::unique_ptr<a2a::Message>>;
  bool has_first_answer() const { return first_answer_.has_value(); }
  // Once, when it is there.
  FirstAnswer take_first_answer() { return std::exchange(*first_answer_, nullptr); }
  // For a follower from_beginning: the task as it was when the agent began with it, before what the agent has
  // said since. A task that the agent gives first thing counts as that. Once, when there is a first answer;
  // nullptr when there is no task, or the store cannot say at once.
  std::unique_ptr<store::TaskRecord> take_beginning() { return std::move(beginning_); }
  // The idempotency key of a message that has made no task; empty when it has, or was never sent.
  std::string key_without_task() const { return writer_.task().exists() ? "" : key(); }
  // True when a blocking client should be answered: ended, or waiting for the client.
  bool is_at_rest() const { return phase_ == RunPhase::kEnded || a2a::is_interrupted(writer_.state()); }

 private:
  // AgentListener
  void on_sent() override;
  a2a::Result<void> on_event(a2a::StreamEvent&& event) override;
  void on_broken_off(const a2a::Error& error) override { writer_.note_reason(error); }
  bool is_satisfied() const override { return phase_ > RunPhase::kFollowing; }
  net::Awaitable<bool> rest(std::chrono::milliseconds pause) override;

  net::Awaitable<void> look_around();
  net::Awaitable<void> begin();
  net::Awaitable<void> take_answer();
  static net::Awaitable<void> go_on(std::shared_ptr<TaskRun> run);
  bool is_recorded() const;
  void note_no_answer();
  void conclude_answer();
  net::Awaitable<void> carry_on();
  net::Awaitable<void> carry_on_to_the_end();
  net::Awaitable<a2a::Result<void>> wait_until_recorded();
  net::Awaitable<a2a::Result<void>> deliver();
  net::Awaitable<a2a::Result<void>> follow();
  net::Awaitable<void> ask_whether_taken();

  bool is_as_before(const a2a::Task& task) const;
  void reply(a2a::Message&& said);
  bool is_of_another_task(const store::UpstreamIds& upstream) const;
  a2a::Result<void> accept(const store::UpstreamIds& upstream);
  template <class Said>
  a2a::Result<void> write(const store::UpstreamIds& upstream, Said&& said);
  void take_back_input();
  void lose_task();
  const std::string& key() const { return input_.message ? input_.message->idempotency_key : key_; }
  void drop_message();
  void keep_beginning();
  void set_first_answer(FirstAnswer answer);
  void update_phase();
  net::Awaitable<void> cancel_unless_told();
  net::Awaitable<void> cancel_unkept_task();
  net::Awaitable<void> cancel_abandoned();
  void note_exception(const std::exception& exception);
  Log::Fields log_fields() const;
  void add_mismatch(Log::Fields& fields, const object_schemas::SchemaMismatch& mismatch) const;
  bool may_come_again() const;
  bool is_left_open() const;
  bool leaves_agent_at_work() const;
  void note_unlabelled_output() const;
  void add_agents_failure(Log::Fields& fields) const;
  void note_failure() const;
  void end();

  const TaskRunDependencies& dependencies_;
  RunRequest input_;
  net::Signal changed_;
  TaskWriter writer_;
  AgentConversation conversation_;
  std::optional<FirstAnswer> first_answer_;
  std::unique_ptr<store::TaskRecord> beginning_;
  std::unique_ptr<a2a::Task> as_before_;  // with which the agent began the stream that answers an input
  std::string key_;                       // the idempotency key of a message that was dropped
  std::string unkept_task_;               // the agent's, of which no task could be made here
  bool is_abandoned_ = false;             // as leaves_agent_at_work() at the end
  a2a::Result<void> result_;
  RunPhase phase_ = RunPhase::kDelivering;
  bool has_begun_ = false;
  bool has_answer_ = false;  // or it is being taken
};

}  // namespace schemagate
