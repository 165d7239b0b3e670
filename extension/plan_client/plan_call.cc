#include "extension/plan_client/plan_call.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string_view>

#include "extension/agent_context/agent_context.h"
#include "extension/object_schemas/mode.h"

namespace schemagate::plan_client {
namespace {

using a2a::client::Cause;
using a2a::client::Client;
using a2a::client::failed;
using a2a::client::Outcome;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kFirstPause{20};
constexpr milliseconds kLongestPause{1'000};
constexpr milliseconds kCancelTime{5'000};
constexpr milliseconds kAttemptPause{500};
constexpr int kPagesMax = 5;
constexpr int kTasksOfPage = 100;
constexpr int kMessagesOfTask = 20;
constexpr std::size_t kAnswerBytesMax = 16 << 20;
constexpr std::string_view kMayHaveHad =
    "the agent may have had the message before the run was stopped, and does not say what it made of it";

Client client_for(const PlanAgent& agent, milliseconds time, std::vector<std::string> extensions = {}) {
  a2a::client::ClientOptions options{
      .headers = agent.headers, .extensions = std::move(extensions), .tls = agent.tls};
  options.timeouts.total = std::max(milliseconds(1), time);
  options.answer_bytes_max = kAnswerBytesMax;
  options.stream_bytes_max = 4 * kAnswerBytesMax;
  return Client(agent.interface, std::move(options));
}

// Sleeps, unless it is stopped.
void pause_for(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_for(lock, stop, time, [] { return false; });
}

// One call from its begin to its end.
class Conversation {
 public:
  Conversation(const PlanCall& call, const std::stop_token& stop,
               const std::function<void(CallReport)>& report)
      : call_(call), stop_(stop), report_(report), end_(Clock::now() + call.time), task_id_(call.task_id) {}

  void run() {
    Outcome<a2a::SendResult> result = attempt();
    for (int made = 1; made < call_.attempts && may_be_repeated(result); ++made) {
      pause_for(kAttemptPause * (1 << std::min(made - 1, 4)), stop_);
      result = attempt();
    }
    CallResult last{.result = std::move(result)};
    const bool stopped = stop_.stop_requested() && !last.result;
    const bool late = is_late(last.result);
    if (stopped || late) {
      const std::string refusal =
          task_id_.empty() ? "the agent had not named a task yet" : cancel_task(call_.agent, task_id_);
      if (stopped) last.cancel_refusal = refusal;
    }
    report_(std::move(last));
  }

 private:
  milliseconds left() const { return std::chrono::duration_cast<milliseconds>(end_ - Clock::now()); }
  Client client() const { return client_for(call_.agent, left(), call_.message.extensions); }

  Outcome<a2a::SendResult> attempt() {
    if (task_id_.empty() && call_.in_doubt) {
      if (auto asked = find(); !asked) return std::unexpected(asked.error());
    }
    return task_id_.empty() ? send_once() : follow();
  }

  bool may_be_repeated(const Outcome<a2a::SendResult>& result) const {
    return !result && result.error().cause == Cause::kUnreachable && !stop_.stop_requested() &&
           left() > kAttemptPause;
  }

  static bool is_late(const Outcome<a2a::SendResult>& result) {
    if (!result) return result.error().cause == Cause::kTimeout;
    const auto* task = std::get_if<a2a::Task>(&*result);
    return task != nullptr && !a2a::is_settled(task->status.state);
  }

  void learn(const a2a::Task& task) {
    if (task_id_ == task.id || task.id.empty()) return;
    task_id_ = task.id;
    report_(TaskKnown{task.id, task.context_id});
  }

  // Among its latest tasks, the one that began with the message. An agent that lists none, that answered
  // without a task, or gets the message only now, does not tell. Errors: it cannot be reached.
  Outcome<void> find() {
    a2a::client::ListRequest request{.page_size = kTasksOfPage, .history_length = kMessagesOfTask};
    for (int i = 0; i < kPagesMax; ++i) {
      const auto page = client().list(request, stop_);
      if (!page && page.error().cause == Cause::kUnreachable) return std::unexpected(page.error());
      if (!page) return {};
      for (const a2a::Task& task : page->tasks) {
        if (!has_had(task)) continue;
        learn(task);
        return {};
      }
      if (page->next_page_token.empty()) break;
      request.page_token = page->next_page_token;
    }
    return {};
  }

  bool has_had(const a2a::Task& task) const {
    return std::ranges::any_of(task.history, [this](const a2a::Message& each) {
      return each.role == a2a::Role::kUser && each.message_id == call_.message.message_id;
    });
  }

  // What the agent may have had already it gets again, under the same id, only where that is allowed.
  Outcome<a2a::SendResult> send_once() {
    if (!call_.in_doubt || call_.may_send_again) return send();
    return failed(Cause::kProtocol, std::string(kMayHaveHad));
  }

  Outcome<a2a::SendResult> send() {
    if (call_.agent.interface.streaming) return stream();
    a2a::SendRequest request{.message = call_.message, .configuration = {.return_immediately = true}};
    auto result = client().send(std::move(request), stop_);
    auto* task = result ? std::get_if<a2a::Task>(&*result) : nullptr;
    if (task == nullptr) return result;
    learn(*task);
    return settle(std::move(*task));
  }

  Outcome<a2a::SendResult> stream() {
    std::optional<a2a::Task> task;
    std::optional<a2a::Message> message;
    const auto sink = [&](const a2a::StreamEvent& event) {
      if (const auto* whole = std::get_if<a2a::Task>(&event)) task = *whole;
      if (const auto* said = std::get_if<a2a::Message>(&event)) message = *said;
      if (const auto* status = std::get_if<a2a::TaskStatusUpdate>(&event))
        apply(task_of(task, status->task_id, status->context_id), *status);
      if (const auto* artifact = std::get_if<a2a::TaskArtifactUpdate>(&event))
        apply(task_of(task, artifact->task_id, artifact->context_id), *artifact);
      if (task) learn(*task);
      return true;
    };
    a2a::SendRequest request{.message = call_.message, .configuration = {}};
    const auto done = client().stream(std::move(request), sink, stop_);
    if (message) return *std::move(message);
    // A stream that broke has told which task to ask for.
    if (task) return settle(*std::move(task));
    if (!done) return std::unexpected(done.error());
    return failed(Cause::kProtocol, "the stream ended without an event");
  }

  static a2a::Task& task_of(std::optional<a2a::Task>& task, const std::string& id,
                            const std::string& context_id) {
    if (!task) task = a2a::Task{.id = id, .context_id = context_id};
    return *task;
  }

  // A task from before: what became of it. One that the agent has forgotten was not done as far as anybody
  // can say.
  Outcome<a2a::SendResult> follow() {
    auto task = client().get(task_id_, std::nullopt, stop_);
    if (!task) {
      const bool is_unknown = task.error().cause == Cause::kAgent &&
                              task.error().error.code == a2a::ErrorCode::kTaskNotFound && call_.key.turn <= 0;
      if (!is_unknown) return std::unexpected(task.error());
      task_id_.clear();
      return send_once();
    }
    // The answer to its question has not arrived, or it has another one by now.
    const bool waits = task->status.state == a2a::TaskState::kInputRequired;
    if (!waits || call_.key.turn <= 0 || has_had(*task)) return settle(*std::move(task));
    return task->history.empty() ? send_once() : send();
  }

  // Asks at growing intervals.
  Outcome<a2a::SendResult> settle(a2a::Task task) {
    milliseconds pause = kFirstPause;
    while (!a2a::is_settled(task.status.state)) {
      if (left() <= pause) return a2a::SendResult(std::move(task));
      pause_for(pause, stop_);
      if (stop_.stop_requested()) return failed(Cause::kCanceled, "canceled");
      pause = std::min(pause * 2, kLongestPause);
      auto next = client().get(task.id, std::nullopt, stop_);
      if (!next && next.error().cause != Cause::kUnreachable) return std::unexpected(next.error());
      if (next) task = *std::move(next);
    }
    return a2a::SendResult(std::move(task));
  }

  const PlanCall& call_;
  const std::stop_token& stop_;
  const std::function<void(CallReport)>& report_;
  const Clock::time_point end_;
  std::string task_id_;
};

}  // namespace

void make_call(const PlanCall& call, const std::stop_token& stop,
               const std::function<void(CallReport)>& report) {
  Conversation(call, stop, report).run();
}

std::string cancel_task(const PlanAgent& agent, const std::string& task_id) {
  const auto task = client_for(agent, kCancelTime).cancel(task_id);
  if (!task) return task.error().error.message;
  return task->status.state == a2a::TaskState::kCanceled
             ? std::string()
             : "the agent's task is " + std::string(a2a::name_v0_3(task->status.state));
}

}  // namespace schemagate::plan_client
