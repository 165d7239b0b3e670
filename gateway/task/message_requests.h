// SendMessage and SendStreamingMessage without HTTP and without a wire format: what a message means, whether
// it came before, the task that it makes or goes on with, and the run that brings it to the agent.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "a2a/model/boxed.h"
#include "a2a/model/task.h"
#include "extension/object_schemas/structured_input.h"
#include "gateway/net/signal.h"
#include "gateway/observe/payload_observer.h"
#include "gateway/task/awaited_replies.h"
#include "gateway/task/call_context.h"
#include "gateway/task/message_digest.h"
#include "gateway/task/message_meaning.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/push_requests.h"
#include "gateway/task/task_run.h"

namespace schemagate {

// References must outlive the requests. `digest` belongs to the core.
struct MessageRequestDependencies {
  TaskRunDependencies run;
  PushRequestDependencies push;
  MessageDigest& digest;
  AwaitedReplies& replies;
  PayloadObserver* payloads;  // nullptr: there is none
  const PlanRuns& plans;
};

// A task to be followed.
struct FollowTask {
  std::string task_id;
  bool known = false;  // it was there before the request: the client may have seen some of it
  std::unique_ptr<store::TaskRecord> beginning = nullptr;  // where to begin; nullptr: with its present state
};
using StreamStart = std::variant<a2a::Message, FollowTask>;

// Never empty. On the heap, as it is handed on from call to call.
using Sent = a2a::Boxed<a2a::SendResult>;

// A message that has made no task. Until its caller has the answer, copies of it are answered the same.
struct PlainMessage {
  std::string idempotency_key = {};  // empty: it has made a task, or the agent has not had it
  std::string task_id = {};          // of the task that it has not made
};

// Used on one core only. The coroutines borrow their arguments: await them where the arguments live.
class MessageRequests {
 public:
  explicit MessageRequests(MessageRequestDependencies dependencies)
      : dependencies_(std::move(dependencies)) {}

  // Answers when the task has ended or waits for the client, after blocking_timeout, or at once if asked so.
  // `plain`: filled in where there is no task; for answering() and answered(). Errors: those of A2A v1.0.1
  // section 3.1.1; kInvalidParams for an input that does not fit its schema.
  net::Awaitable<a2a::Result<Sent>> send(const CallContext& context, a2a::SendRequest&& request,
                                         PlainMessage& plain);
  // Answers as soon as it is known whether there is a task. Errors: as send(), those of section 3.1.2.
  net::Awaitable<a2a::Result<StreamStart>> stream(const CallContext& context, a2a::SendRequest&& request,
                                                  PlainMessage& plain);
  // To be called when the answer is there, and before its caller gets any of it: from now on copies get it.
  void answering(const PlainMessage& plain, a2a::Message&& reply);
  // To be called when the caller has the answer, and not before: from now on the same message is a new one.
  // After a crash before this, it is refused instead of reaching the agent twice.
  void answered(const CallContext& context, const PlainMessage& plain);

 private:
  // What a message has set in motion: a run of ours, or a task that something else drives.
  struct Started {
    std::string task_id = {};
    std::shared_ptr<TaskRun> run = nullptr;  // nullptr: driven elsewhere
    net::Signal changed;
    // The gateway's own, or the agent's to a copy of the message: nothing runs, there is no task.
    std::unique_ptr<a2a::Message> reply = nullptr;
    // The agent has answered to it: only a status behind this version of the log is what came of the message.
    std::optional<std::uint64_t> answered_behind = {};
    // As FollowTask has it, of a task that is driven elsewhere.
    std::unique_ptr<store::TaskRecord> beginning = nullptr;

    // Of the agent, which a run of ours has asked. The run's own deadlines bound this.
    bool has_no_answer() const { return run && !run->has_first_answer(); }
  };
  // What came of the same message before; nothing of a new one.
  struct Earlier {
    std::string task_id = {};
    std::unique_ptr<a2a::Message> reply = nullptr;
    bool is_unknown = false;  // the agent may have it, and nothing more is known
  };
  // What the caller wants to be told: what came of it, or all that happens from the start.
  enum class Wanted { kAnswer, kStream };
  net::Awaitable<a2a::Result<Started>> start(const CallContext& context, a2a::SendRequest&& request,
                                             Wanted wanted);
  net::Awaitable<a2a::Result<Started>> resume(const CallContext& context, a2a::SendRequest&& request,
                                              store::TaskRecord&& record, RequestedPush push, Wanted wanted);
  a2a::Result<MessageMeaning> allowed_meaning(const CallContext& context, a2a::Message& message,
                                              const a2a::Task* existing, Wanted wanted) const;
  a2a::Result<Started> answer_itself(const CallContext& context, OwnAnswer&& answer,
                                     const std::vector<std::string>& accepted_output_modes) const;
  RunInput make_new_input(const CallContext& context, a2a::SendRequest&& request, StructuredTask* structured,
                          Wanted wanted);
  a2a::Result<void> tell(const CallContext& context, const OwnAnswer& answer) const;
  std::shared_ptr<const Suggestion> suggest(const CallContext& context, const StructuredTask& task,
                                            const std::vector<std::string>& accepted_output_modes) const;
  void warn_of_large_integers(const CallContext& context, const object_schemas::StructuredInput& input) const;
  net::Awaitable<a2a::Result<Earlier>> find_earlier(RunInput& input, store::NextStep next) const;
  net::Awaitable<a2a::Result<Started>> find_at_agent(const CallContext& context, RunInput&& input) const;
  RunInput make_input(const CallContext& context, a2a::Message&& received, a2a::SendRequest&& request,
                      Wanted wanted);
  net::Awaitable<void> translate_names(RunInput& input) const;
  net::Awaitable<a2a::Result<PreparedRun>> prepare_run(const CallContext& context,
                                                       const InitialMessage& message) const;
  net::Awaitable<a2a::Result<void>> make_task(RunInput& input, const std::string& schema,
                                              const PreparedRun* run);
  net::Awaitable<a2a::Result<bool>> pass_on(RunInput& input, const a2a::TaskStatus& before);
  a2a::Result<void> record_input(RunInput& input);
  net::Awaitable<Started> launch(RunInput&& input);
  Started launch_plan(const CallContext& context, RunInput&& input, PreparedRun&& run) const;
  net::Awaitable<a2a::Result<Started>> answer_plan(const CallContext& context, a2a::SendRequest&& request,
                                                   store::TaskRecord&& record);
  Started reply(a2a::Message&& message) const;
  Started driven_elsewhere(std::string task_id) const;
  TaskRun::FirstAnswer take_reply(const Started& started, PlainMessage& plain) const;
  net::Awaitable<void> wait_until_at_rest(const CallContext& context, const Started& started);
  net::Awaitable<bool> is_at_rest(const CallContext& context, const Started& started) const;

  store::TaskStore& tasks() const { return dependencies_.run.writer.tasks; }
  const net::Executor& executor() const { return dependencies_.run.executor; }
  const Clock& clock() const { return dependencies_.run.client.clock; }

  const MessageRequestDependencies dependencies_;
};

}  // namespace schemagate
