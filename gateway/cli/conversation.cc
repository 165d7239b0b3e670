#include "gateway/cli/conversation.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <thread>

#include "a2a/wire/codec.h"
#include "gateway/cli/printable.h"

namespace schemagate::cli {
namespace {

using a2a::wire::Version;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{250};
constexpr milliseconds kLongestPause{2'000};

}  // namespace

std::string where_to_look(const AgentConnection& agent, const std::string& task_id) {
  return "task " + printable_line(task_id) + " goes on at its agent; to see it: schemagate task get " +
         printable_line(agent.url()) + " " + printable_line(task_id);
}

std::string may_go_on(const AgentConnection& agent) {
  const std::string text = "the message was sent, and the agent may go on with it";
  return agent.lists_tasks()
             ? text + "; to look for its task: schemagate task list " + printable_line(agent.url())
             : text;
}

a2a::client::Outcome<a2a::Task> wait_until_settled(const AgentConnection& agent, const Console& console,
                                                   a2a::Task task) {
  if (!a2a::is_settled(task.status.state)) console.goes_on(where_to_look(agent, task.id));
  milliseconds pause = kFirstPause;
  while (!a2a::is_settled(task.status.state)) {
    if (agent.time_left() <= pause) {
      return failed(a2a::client::Cause::kTimeout,
                    "task " + task.id + " is still " + std::string(a2a::name_v0_3(task.status.state)) +
                        "; to see it: schemagate task get " + agent.url() + " " + task.id);
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, kLongestPause);
    auto next = agent.client().get(task.id);
    if (!next) return next;
    task = *std::move(next);
  }
  return task;
}

a2a::client::Outcome<std::string> new_message_id() {
  std::array<unsigned char, 16> bytes{};
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    return failed(a2a::client::Cause::kArgument, "no random bytes from OpenSSL");
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string id;
  for (unsigned char byte : bytes) id += {kDigits[byte >> 4], kDigits[byte & 15]};
  return id;
}

a2a::client::Outcome<a2a::SendResult> send_until_settled(const AgentConnection& agent, const Console& console,
                                                         a2a::SendRequest request) {
  console.goes_on(may_go_on(agent));
  auto result = agent.client().send(std::move(request));
  auto* task = result ? std::get_if<a2a::Task>(&*result) : nullptr;
  if (task == nullptr) return result;
  auto settled = wait_until_settled(agent, console, std::move(*task));
  if (!settled) return std::unexpected(settled.error());
  return a2a::SendResult(*std::move(settled));
}

Console following(const Console& console) {
  Console watched = console;
  watched.progress = true;
  return watched;
}

bool StreamView::operator()(const a2a::StreamEvent& event) {
  keep(event);
  if (output_ == Output::kJson)
    print_json(console_, a2a::wire::encode_stream_event(Version::kV1_0, event, false));
  if (output_ == Output::kText && console_.progress)
    console_.err << progress_line(event) << '\n' << std::flush;
  return true;
}

void StreamView::keep(const a2a::StreamEvent& event) {
  if (auto* task = std::get_if<a2a::Task>(&event)) task_ = *task;
  if (auto* message = std::get_if<a2a::Message>(&event)) message_ = *message;
  if (auto* update = std::get_if<a2a::TaskStatusUpdate>(&event)) {
    apply(task_of(update->task_id, update->context_id), *update);
  }
  if (auto* update = std::get_if<a2a::TaskArtifactUpdate>(&event)) {
    apply(task_of(update->task_id, update->context_id), *update);
  }
  if (task_) console_.goes_on(a2a::is_settled(task_->status.state) ? "" : where_to_look(agent_, task_->id));
}

// v0.3 agents may begin a stream without the task itself.
a2a::Task& StreamView::task_of(const std::string& id, const std::string& context_id) {
  if (!task_) task_ = a2a::Task{.id = id, .context_id = context_id};
  return *task_;
}

ExitCode finish_stream(const AgentConnection& agent, const Console& console, Output output,
                       const a2a::client::Outcome<void>& outcome, const StreamView& view) {
  const bool is_open = view.task() && !a2a::is_settled(view.task()->status.state);
  if (!outcome) {
    a2a::client::Failure failure = outcome.error();
    if (is_open && failure.cause != a2a::client::Cause::kAgent)
      failure.error.message += "; " + where_to_look(agent, view.task()->id);
    return report(console, output, failure);
  }
  if (is_open) {
    auto task = wait_until_settled(agent, console, *view.task());
    return task ? show_result(console, output, *std::move(task)) : report(console, output, task.error());
  }
  bool text = output == Output::kText;
  if (view.task()) {
    if (text) show_task(console.out, *view.task());
    return exit_code_of(view.task()->status.state);
  }
  if (view.message()) {
    if (text) show_message(console.out, *view.message());
    return kDone;
  }
  return report(console, output,
                failed(a2a::client::Cause::kProtocol, "the stream ended without an event").error());
}

ExitCode show_result(const Console& console, Output output, const a2a::SendResult& result) {
  auto* task = std::get_if<a2a::Task>(&result);
  if (output == Output::kJson) {
    print_json(console, a2a::wire::encode_send_result(Version::kV1_0, result));
  } else if (task) {
    show_task(console.out, *task);
  } else {
    show_message(console.out, std::get<a2a::Message>(result));
  }
  return task ? exit_code_of(task->status.state) : kDone;
}

}  // namespace schemagate::cli
