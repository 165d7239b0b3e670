#include "gateway/task/agent_conversation.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "gateway/agent/upstream_failure.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;

constexpr std::chrono::milliseconds kPollPauseMax{30'000};
// An agent that was away is asked again after a quarter of that time at the latest: once it is back, nobody
// waits for much longer than it was away.
constexpr int kOutageShare = 4;
// For the end of a stream, from the event that ends its task on. Most agents write both at once.
constexpr std::chrono::milliseconds kStreamEndTime{250};
constexpr int kReadsMax = 16;  // for the same, behind the last word

Awaitable<void> read_to_end(std::unique_ptr<net::UpstreamStream> stream) {
  for (int i = 0; i < kReadsMax; ++i) {
    const auto bytes = co_await stream->read(kStreamEndTime);
    if (!bytes || bytes->empty()) co_return;
  }
}

// What may be over when the agent is asked again. Else the agent has said what it has to say.
bool is_out_of_reach(const a2a::Error& error) {
  return error.code == ErrorCode::kInvalidAgentResponse || error.code == ErrorCode::kInternal;
}

}  // namespace

Awaitable<Result<void>> AgentConversation::begin(a2a::SendRequest& request) {
  return client_.can_stream() ? stream(request) : ask(request);
}

Awaitable<Result<void>> AgentConversation::catch_up(std::string agents_task_id) {
  auto task = co_await client_.get(std::move(agents_task_id));
  if (!task) co_return std::unexpected(task.error());
  co_return listener_.on_event(std::move(*task));
}

Awaitable<Result<void>> AgentConversation::stream(a2a::SendRequest& request) {
  if (client_.streams() == Streams::kUntried) kept_ = std::make_unique<a2a::SendRequest>(request);
  is_follow_up_ = !request.message.task_id.empty();
  auto events = co_await client_.stream(request);
  listener_.on_sent();
  if (!events) co_return std::unexpected(events.error());
  order_ = StreamOrder();
  events_.emplace(std::move(*events));
  co_return co_await hear_what_is_here();
}

Awaitable<Result<void>> AgentConversation::ask(a2a::SendRequest& request) {
  auto answer = co_await client_.send(request);
  if (!answer) co_return std::unexpected(answer.error());
  co_return listener_.on_event(std::move(*answer));
}

// Most agents write all of a short answer at once: nobody has to wait for it then.
Awaitable<Result<void>> AgentConversation::hear_what_is_here() {
  auto heard = hear_complete();
  while (heard && !is_heard_out() && events_->is_ready()) {
    heard = co_await events_->wait();
    if (heard) heard = hear_complete();
  }
  if (!heard || is_heard_out()) co_await finish(heard);
  co_return heard;
}

Awaitable<Result<void>> AgentConversation::go_on() {
  auto heard = hear_complete();
  while (heard && !end_ && !is_heard_out()) {
    heard = co_await events_->wait();
    if (heard) heard = hear_complete();
    if (heard && is_silent_too_long()) heard = said_nothing();
  }
  co_await finish(heard);
  co_return heard;
}

// Comments that keep a connection open say nothing of a task.
bool AgentConversation::is_silent_too_long() const {
  return !events_->has_told() && clock_.monotonic() >= first_word_by_;
}

Result<void> AgentConversation::said_nothing() const {
  return std::unexpected(
      upstream_error(with_option({net::FailureKind::kStalled, "said nothing of the task"}, "stall_timeout",
                                 format_duration(agent_.config().stall_timeout))));
}

// No coroutine: an idle stream holds no room for an event.
Result<void> AgentConversation::hear_complete() {
  while (!listener_.is_satisfied()) {
    auto event = events_->take();
    if (!event) note_error(event.error());
    if (!event) return std::unexpected(event.error());
    if (!event->has_value()) break;
    if (kept_) note_first_event();
    if (auto heard = hear(std::move(**event)); !heard) return heard;
  }
  return {};
}

void AgentConversation::note_error(const a2a::Error& error) {
  const bool is_agents_own = error.code != ErrorCode::kInvalidAgentResponse;
  if (is_agents_own && events_->has_told()) listener_.on_broken_off(error);
}

void AgentConversation::note_first_event() {
  kept_ = nullptr;
  client_.note_streams(Streams::kWork);
}

Result<void> AgentConversation::hear(a2a::StreamEvent&& event) {
  order_.note(event);
  lost_.resume();
  auto* status = std::get_if<a2a::TaskStatusUpdate>(&event);
  if (status != nullptr && a2a::is_terminal(status->status.state)) {
    end_ = std::make_unique<a2a::TaskStatusUpdate>(std::move(*status));
    return {};
  }
  if (end_ && !std::holds_alternative<a2a::TaskArtifactUpdate>(event)) return {};
  return listener_.on_event(std::move(event));
}

// Nothing more of the stream is wanted, or it has ended or failed. Takes its place: a frame that waits for
// hours holds no room for copies.
Awaitable<void> AgentConversation::finish(Result<void>& heard) {
  if (!events_->has_told()) lost_.miss(heard);
  if (!heard && events_->has_told()) lost_.break_off(heard.error());
  const bool is_refused = !heard && refuses_stream(heard.error());
  if (end_) heard = co_await conclude();
  co_await close_stream();
  if (is_refused) heard = co_await send_otherwise(heard.error());
}

// Agents made with @a2a-js/sdk act on a message that goes on with a task, and then call its stream
// unsupported.
bool AgentConversation::refuses_stream(const a2a::Error& error) const {
  if (is_follow_up_ && error.code == ErrorCode::kUnsupportedOperation) return false;
  return events_->is_refusal(error);
}

// A connection that is read to its end serves again. For what is not here yet nobody waits.
Awaitable<void> AgentConversation::close_stream() {
  const bool is_open = !events_->ended() && events_->has_last_word();
  auto stream = is_open ? events_->release() : nullptr;
  events_.reset();
  for (int i = 0; stream && stream->is_ready() && i < kReadsMax; ++i) {
    const auto bytes = co_await stream->read(kStreamEndTime);
    if (!bytes || bytes->empty()) stream = nullptr;
  }
  if (!stream) co_return;
  boost::asio::co_spawn(executor_, read_to_end(std::move(stream)), boost::asio::detached);
}

// The agent has not acted on it. What it refuses both ways is not the stream, but the message.
Awaitable<Result<void>> AgentConversation::send_otherwise(const a2a::Error& refusal) {
  const auto kept = std::exchange(kept_, nullptr);
  if (!kept) client_.note_streams(Streams::kUntried);
  if (!kept) co_return std::unexpected(refusal);
  auto answered = co_await ask(*kept);
  if (answered) client_.note_streams(Streams::kRefused);
  co_return answered;
}

// Agents that write from several threads put pieces of an artifact there. How the connection ends does not
// matter any more.
Awaitable<void> AgentConversation::hear_late_pieces() {
  const MonotonicTime until = clock_.monotonic() + kStreamEndTime;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - clock_.monotonic());
    if (left.count() <= 0 || !co_await events_->wait_for_more(left)) co_return;
    if (!hear_complete() || events_->ended()) co_return;
  }
}

// What came out of order is put right by the task that the agent keeps, where that can be read.
Awaitable<Result<void>> AgentConversation::conclude() {
  if (!events_->ended()) co_await hear_late_pieces();
  const auto end = std::exchange(end_, nullptr);
  if (order_.is_broken()) {
    auto task = co_await client_.get(end->task_id);
    if (task && a2a::is_terminal(task->status.state)) co_return listener_.on_event(std::move(*task));
  }
  co_return listener_.on_event(std::move(*end));
}

Awaitable<Result<void>> AgentConversation::follow(std::string agents_task_id, Result<void> delivered) {
  if (delivered) delivered = co_await listen(agents_task_id);
  if (listener_.is_satisfied()) co_return delivered;
  co_return co_await poll(agents_task_id, std::move(delivered));
}

Awaitable<Result<void>> AgentConversation::listen(const std::string& agents_task_id) {
  if (!may_subscribe_ || !client_.can_stream()) co_return Result<void>();
  const auto in_time = clock_.monotonic() + agent_.config().stall_timeout;
  first_word_by_ = lost_.is_pending() ? in_time : MonotonicTime::max();
  auto events = co_await client_.subscribe(agents_task_id);
  order_ = StreamOrder::of_subscription();
  Result<void> heard;
  if (events) {
    events_.emplace(std::move(*events));
    heard = co_await go_on();
  }
  const a2a::Error* error = !events ? &events.error() : !heard ? &heard.error() : nullptr;
  may_subscribe_ = error != nullptr && is_out_of_reach(*error);
  co_return heard;
}

// A stream that lasted is no reason to ask less often than at first.
Awaitable<Result<void>> AgentConversation::listen_again(const std::string& agents_task_id,
                                                        std::chrono::milliseconds& pause) {
  const MonotonicTime began = clock_.monotonic();
  auto heard = co_await listen(agents_task_id);
  if (clock_.monotonic() - began > pause) pause = agent_.config().poll_interval;
  co_return heard;
}

Awaitable<Result<void>> AgentConversation::poll(const std::string& agents_task_id, Result<void> last) {
  auto pause = agent_.config().poll_interval;
  std::optional<MonotonicTime> failing_since;
  if (!last) failing_since = clock_.monotonic();
  while (!listener_.is_satisfied()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - clock_.monotonic());
    if (left.count() <= 0) co_return std::unexpected(task_timed_out(agent_.config()));
    const bool is_cut_short = co_await listener_.rest(std::min(pause, left));
    pause = is_cut_short ? agent_.config().poll_interval : std::min(pause * 2, kPollPauseMax);
    if (is_cut_short && !listener_.is_satisfied()) (void)co_await listener_.rest(std::min(pause, left));
    if (listener_.is_satisfied()) break;
    auto task = co_await client_.get(agents_task_id);
    if (task) {
      failing_since.reset();
      lost_.note(task->status, clock_.monotonic());
      last = listener_.on_event(std::move(*task));
      if (!last || listener_.is_satisfied()) co_return last;
      last = co_await listen_again(agents_task_id, pause);
      if (listener_.is_satisfied()) co_return last;
      auto lost = lost_.reason_lost(clock_.monotonic(), agent_.config().outage_timeout);
      if (lost) co_return std::unexpected(*std::move(lost));
      continue;
    }
    const bool is_certain = task.error().code == ErrorCode::kTaskNotFound || client_.was_overrun();
    if (last || is_certain) last = std::unexpected(task.error());
    if (is_certain || !is_out_of_reach(task.error())) co_return last;
    if (!failing_since) failing_since = clock_.monotonic();
    const auto outage =
        std::chrono::duration_cast<std::chrono::milliseconds>(clock_.monotonic() - *failing_since);
    if (outage >= agent_.config().outage_timeout) co_return lasted_too_long(std::move(last));
    pause = std::min(pause, std::max(outage / kOutageShare, agent_.config().poll_interval));
  }
  co_return Result<void>();
}

Result<void> AgentConversation::lasted_too_long(Result<void> failure) const {
  failure.error().message +=
      ", for longer than outage_timeout allows (" + format_duration(agent_.config().outage_timeout) + ")";
  return failure;
}

}  // namespace schemagate
