#include "gateway/agent/agent_events.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "a2a/http/grammar.h"
#include "a2a/wire/codec.h"
#include "gateway/agent/agent_answer.h"
#include "gateway/agent/upstream_failure.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using net::Awaitable;

bool is_event_stream(std::string_view content_type) {
  return a2a::http::media_type(content_type) == "text/event-stream";
}

// Behind which a stream of lines has nothing more.
bool is_last_word(const a2a::StreamEvent& event) {
  if (std::holds_alternative<a2a::Message>(event)) return true;
  const auto* task = std::get_if<a2a::Task>(&event);
  const auto* update = std::get_if<a2a::TaskStatusUpdate>(&event);
  if (task == nullptr && update == nullptr) return false;
  const a2a::TaskState state = task != nullptr ? task->status.state : update->status.state;
  return a2a::is_terminal(state) || state == a2a::TaskState::kInputRequired;
}

// In v0.3 an update can say so itself.
bool says_final(a2a::JsonValue event) {
  const auto final = event.find("final");
  return final && final->boolean() == true;
}

// What comes first may be the whole answer.
std::size_t first_bytes_max(const GatewayLimits& limits, bool is_answer) {
  return is_answer ? std::max(limits.event_bytes_max, limits.answer_bytes_max) : limits.event_bytes_max;
}

}  // namespace

AgentEvents::AgentEvents(std::unique_ptr<net::UpstreamStream> stream, const AgentSnapshot& agent,
                         const AgentClientDependencies& dependencies, const AgentCallLog& log,
                         MonotonicTime deadline, std::optional<MonotonicTime> answer_by,
                         std::string request_id)
    : stream_(std::move(stream)),
      protocol_(agent.published->endpoint.protocol),
      config_(&agent.config()),
      dependencies_(dependencies),
      log_(log),
      deadline_(deadline),
      first_by_(answer_by),
      bytes_max_(first_bytes_max(dependencies.limits, answer_by.has_value())),
      is_sse_(is_event_stream(stream_->header("Content-Type"))),
      is_lines_(stream_->header("Content-Type") == net::kMessagesType),
      request_id_(std::move(request_id)),
      parser_(bytes_max_) {
  if (first_by_ && (is_sse_ || is_lines_)) allow_silence();
}

AgentEvents::AgentEvents(AgentEvents&&) noexcept = default;
AgentEvents::~AgentEvents() = default;

// Before the first event, from now on.
void AgentEvents::allow_silence() {
  const auto ends = dependencies_.clock.monotonic() + config_->stall_timeout;
  if (ends <= *first_by_) return;
  first_by_ = ends;
  by_stall_timeout_ = true;
}

Result<std::optional<a2a::StreamEvent>> AgentEvents::decode(std::string data, std::string_view event) {
  const auto result = read(std::move(data), event);
  if (!result) return std::unexpected(result.error());
  const bool is_final = is_lines_ && says_final(*result);
  auto decoded = a2a::wire::decode_stream_event(protocol_.format(), *result);
  if (!decoded) log_.note_malformed(stream_->status(), decoded.error());
  note_told(decoded, is_final);
  if (!decoded) return std::unexpected(to_error(decoded.error()));
  return *std::move(decoded);
}

Result<a2a::JsonValue> AgentEvents::read(std::string data, std::string_view event) {
  const int status = stream_->status();
  const a2a::JsonLimits limits{.bytes_max = bytes_max_, .depth_max = dependencies_.limits.json_depth_max};
  const auto root = parse_body(dependencies_.document, std::move(data), limits);
  if (!root) {
    log_.note_malformed(status, root.error());
    return or_no_credentials(std::unexpected(to_error(root.error(), status)), status);
  }
  const std::string_view id = id_to_have(*root, request_id_);
  auto result = made_fit(is_sse_ ? a2a::wire::read_event(protocol_, event, *root, id)
                                 : a2a::wire::read_answer(protocol_, status, *root, id));
  if (!result) {
    note_error(*root, result.error());
    return or_no_credentials(std::move(result), status);
  }
  const auto excess = too_many_parts(*result, dependencies_.limits, is_sse_ ? "an event" : "an answer");
  if (!excess) return result;
  log_.note_failure(*excess);
  return std::unexpected(upstream_error(*excess));
}

void AgentEvents::note_error(a2a::JsonValue root, const a2a::Error& error) const {
  const int status = stream_->status();
  if (has_told_) return log_.note_broken_off(status, root, error);
  const bool is_no_failure = is_refusal(error) && error.code != ErrorCode::kInvalidAgentResponse;
  is_no_failure ? log_.note_refusal(status, root, error) : log_.note_error(status, root, error);
}

void AgentEvents::note_told(const a2a::wire::Answer<a2a::StreamEvent>& told, bool is_final) {
  has_last_word_ = is_final || (told && is_last_word(*told));
  if (std::exchange(has_told_, true)) return;
  bytes_max_ = dependencies_.limits.event_bytes_max;
  parser_.set_limit(bytes_max_);
}

// Before its first event there is no task that could be asked for: to give up is to lose the message. Until
// then only whole comments are a sign of life: SDKs send them while an agent thinks. What drips is none.
std::chrono::milliseconds AgentEvents::silence_max() const {
  if (!owes_first()) return config_->stall_timeout;
  return std::chrono::duration_cast<std::chrono::milliseconds>(*first_by_ - dependencies_.clock.monotonic());
}

bool AgentEvents::is_refusal(const a2a::Error& error) const {
  constexpr int kNotAcceptable = 406;
  constexpr int kNotImplemented = 501;
  if (!owes_first()) return false;
  if (error.code == ErrorCode::kMethodNotFound || error.code == ErrorCode::kUnsupportedOperation ||
      error.code == ErrorCode::kInvalidRequest)
    return true;
  const int status = stream_->status();
  const bool has_no_stream = is_misdirected() || status == kNotAcceptable || status == kNotImplemented;
  return has_no_stream && error.code == ErrorCode::kInvalidAgentResponse;
}

Result<std::optional<a2a::StreamEvent>> AgentEvents::take() {
  if (is_lines_) return take_line();
  if (!is_sse_) return take_json();
  auto event = parser_.next();
  if (!event) return std::unexpected(overrun("sent an event that is too large"));
  if (!event->has_value()) {
    if (auto held = hold(); !held) return std::unexpected(held.error());
    return std::nullopt;
  }
  return decode(std::move((*event)->data), (*event)->event);
}

Result<std::optional<a2a::StreamEvent>> AgentEvents::take_json() {
  if (!ended_ || std::exchange(json_taken_, true)) return std::nullopt;
  return decode(std::move(json_), "");
}

// An error, and whatever is an agent's last word on a task, ends the stream. A task that waits may be what
// the stream that answers its question begins with: whoever listens knows.
Result<std::optional<a2a::StreamEvent>> AgentEvents::take_line() {
  if (json_.empty()) return std::nullopt;
  auto event = decode(std::exchange(json_, {}), "");
  const auto* task = event && event->has_value() ? std::get_if<a2a::Task>(&**event) : nullptr;
  const bool may_go_on = task != nullptr && task->status.state == a2a::TaskState::kInputRequired;
  ended_ = !event || (has_last_word_ && !may_go_on);
  return event;
}

Awaitable<Result<void>> AgentEvents::wait() {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - dependencies_.clock.monotonic());
  if (left.count() <= 0) co_return std::unexpected(task_timed_out(*config_));
  if (owes_first() && std::exchange(has_fed_, false) && parser_.held_bytes() == 0) allow_silence();
  const auto silence = silence_max();
  if (silence.count() <= 0) co_return kept_waiting(silence, left);
  const auto bytes = co_await stream_->read(std::min(silence, left));
  co_return bytes ? feed(*bytes) : failed(bytes.error(), silence, left);
}

// No part of wait(), which keeps room for whatever it names.
Result<void> AgentEvents::failed(const net::Failure& failure, std::chrono::milliseconds silence,
                                 std::chrono::milliseconds left) const {
  const net::Failure told = failure_of(failure, silence, left);
  log_.note_failure(told);
  return std::unexpected(upstream_error(told));
}

// Bytes came to the last moment, and the first event did not.
Result<void> AgentEvents::kept_waiting(std::chrono::milliseconds silence,
                                       std::chrono::milliseconds left) const {
  return failed({net::FailureKind::kStalled, "timed out"}, silence, left);
}

// Of a read that was to take no longer than the agent may be silent, and than its task has left.
net::Failure AgentEvents::failure_of(net::Failure failure, std::chrono::milliseconds silence,
                                     std::chrono::milliseconds left) const {
  const bool is_message = failure.kind == net::FailureKind::kTooLarge && config_->upstream_websocket;
  if (is_message) return with_body_limit(std::move(failure), dependencies_.limits);
  if (failure.kind != net::FailureKind::kStalled) return failure;
  if (owes_first()) failure = {net::FailureKind::kTimedOut, "timed out"};
  if (left < silence)
    return with_option(std::move(failure), "task_timeout", format_duration(config_->task_timeout));
  if (owes_first() && !by_stall_timeout_)
    return with_option(std::move(failure), "request_timeout", format_duration(config_->request_timeout));
  return with_option(std::move(failure), "stall_timeout", format_duration(config_->stall_timeout));
}

a2a::Error AgentEvents::overrun(std::string_view what) const {
  const bool is_event = bytes_max_ == dependencies_.limits.event_bytes_max;
  const net::Failure failure =
      with_option({net::FailureKind::kTooLarge, std::string(what)},
                  is_event ? "limits.event_bytes" : "limits.upstream.body", format_size(bytes_max_));
  log_.note_failure(failure);
  return upstream_error(failure);
}

Awaitable<bool> AgentEvents::wait_for_more(std::chrono::milliseconds time) {
  const auto bytes = co_await stream_->read(time);
  co_return bytes&& feed(*bytes);
}

// As where the connection broke: the agent may have acted on the message.
a2a::Error AgentEvents::no_answer() const {
  const net::Failure failure{net::FailureKind::kClosed, "ended its stream without an answer"};
  log_.note_failure(failure);
  return upstream_error(failure);
}

Result<void> AgentEvents::feed(std::string_view bytes) {
  ended_ = bytes.empty();
  if (ended_ && owes_first() && (is_sse_ || is_lines_)) return std::unexpected(no_answer());
  if (is_sse_) {
    parser_.feed(bytes);
    has_fed_ = true;
    return {};  // take() counts what is left of it
  }
  if (json_.size() + bytes.size() > bytes_max_)
    return std::unexpected(overrun("sent an answer that is too large"));
  json_ += bytes;
  return hold();
}

// Counts what is there of an event that is not complete yet.
Result<void> AgentEvents::hold() {
  if (stream_->hold(is_sse_ ? parser_.held_bytes() : json_.size())) return {};
  const net::Failure failure{net::FailureKind::kOverloaded,
                             "sent more than the gateway has memory for at the moment"};
  log_.note_failure(failure);
  return std::unexpected(upstream_error(failure));
}

}  // namespace schemagate
