// One method per A2A operation, no HTTP and no wire format in it: the core rules (unknown, foreign and ended
// tasks, context mismatch), the structured-input flow, the ledger, and the runs that drive the agent.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "a2a/json/document.h"
#include "a2a/model/task.h"
#include "gateway/net/signal.h"
#include "gateway/task/call_context.h"
#include "gateway/task/edges.h"
#include "gateway/task/message_meaning.h"
#include "gateway/task/task_run.h"

namespace schemagate {

// A task to be followed from its present state.
struct FollowTask {
  std::string task_id;
  bool known = false;  // it was there before the request: the client may have seen some of it
};
using StreamStart = std::variant<a2a::Message, FollowTask>;

// Used on one core only. The coroutines borrow their arguments: await them where the arguments live.
class RequestHandler {
 public:
  explicit RequestHandler(Edges edges) : edges_(std::move(edges)) {}

  // Answers when the task has ended or waits for the client, after blocking_timeout, or at once if asked so.
  // `announced`: what the ledger knows a message by that has made no task; for answered().
  net::Awaitable<a2a::Result<a2a::SendResult>> send(const CallContext& context, a2a::SendRequest&& request,
                                                    std::string& announced);
  // Answers as soon as it is known whether there is a task.
  net::Awaitable<a2a::Result<StreamStart>> stream(const CallContext& context, a2a::SendRequest&& request,
                                                  std::string& announced);
  // To be called when the caller has the answer, and not before: from now on the same message is a new one.
  // After a crash before this, it is refused instead of reaching the agent twice.
  void answered(const CallContext& context, const std::string& announced);
  net::Awaitable<a2a::Result<a2a::Task>> get(const CallContext& context,
                                             const a2a::GetTaskRequest& request) const;
  // The caller's tasks at this agent, from the ledger alone. Without history and artifacts unless asked for.
  net::Awaitable<a2a::Result<a2a::TaskPage>> list(const CallContext& context,
                                                  const a2a::ListTasksRequest& request) const;
  net::Awaitable<a2a::Result<a2a::Task>> cancel(const CallContext& context,
                                                const a2a::TaskIdRequest& request);
  // `ended_too`: v0.3 shows an ended task once; v1.0 refuses it with kUnsupportedOperation, unless its log
  // goes on behind `seen`, the event that the client has seen last.
  net::Awaitable<a2a::Result<FollowTask>> subscribe(const CallContext& context,
                                                    const a2a::TaskIdRequest& request, bool ended_too,
                                                    std::optional<std::uint64_t> seen = {}) const;

  const Edges& edges() const { return edges_; }

 private:
  // What a message has set in motion: a run of ours, or a task that something else drives.
  struct Begun {
    std::string task_id = {};                // empty while only the run knows
    std::shared_ptr<TaskRun> run = nullptr;  // nullptr: driven elsewhere
    net::Signal changed;
    std::unique_ptr<a2a::Message> said = nullptr;  // all that there is to it: nothing runs, there is no task
  };
  net::Awaitable<a2a::Result<Begun>> begin(const CallContext& context, a2a::SendRequest&& request, bool live);
  net::Awaitable<a2a::Result<std::string>> record(RunInput& input, store::NextStep next) const;
  static bool needs_agents_names(const RunInput& input);
  net::Awaitable<void> translate_names(RunInput& input) const;
  a2a::Result<void> create_task(RunInput& input);
  RunInput make_run(const CallContext& context, a2a::Message&& said, a2a::SendRequest&& request, bool live);
  Begun say(a2a::Message&& answer) const;
  net::Awaitable<a2a::Result<void>> pass_on(RunInput& input);
  a2a::Result<void> record_answer(const RunInput& input);
  net::Awaitable<void> record_end(const a2a::Task& task, a2a::TaskStatus status);
  net::Awaitable<a2a::Result<Begun>> resume(const CallContext& context, a2a::SendRequest&& request,
                                            store::TaskRecord&& record, RequestedPush push, bool live);
  static a2a::Result<std::optional<store::TaskRecord>> open_task(a2a::Result<store::TaskRecord>& record,
                                                                 const a2a::Message& message);
  static a2a::Result<std::optional<a2a::Message>> plain_answer(const Begun& begun, std::string& announced);
  net::Awaitable<Begun> launch(RunInput&& input);
  // Until the task ends, waits for the client, or the time is up.
  net::Awaitable<void> wait_until_at_rest(const CallContext& context, const Begun& begun);
  net::Awaitable<void> wait_for_decision(const Begun& begun);
  net::Awaitable<a2a::Result<a2a::Task>> snapshot(const CallContext& context, const std::string& task_id,
                                                  std::optional<int> history_length) const;

  const Edges edges_;
};

}  // namespace schemagate
