#include "gateway/agent/agent_client.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "a2a/http/grammar.h"
#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/model/metadata.h"
#include "a2a/text/ascii.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/task_page.h"
#include "gateway/access/denial.h"
#include "gateway/agent/agent_answer.h"
#include "gateway/agent/agent_credentials.h"
#include "gateway/agent/upstream_failure.h"
#include "gateway/config/text.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::wire::Binding;
using a2a::wire::Operation;
using a2a::wire::OutgoingCall;
using a2a::wire::Peer;
using a2a::wire::Protocol;
using a2a::wire::Version;
using net::Awaitable;

bool is_event_stream(std::string_view content_type) {
  return a2a::http::media_type(content_type) == "text/event-stream";
}

// v1.0's HTTP+JSON has a media type of its own.
std::string answer_type(const Protocol& protocol) {
  const bool own = protocol.binding == Binding::kHttpJson && protocol.version == Version::kV1_0;
  return own ? "application/a2a+json, application/json" : "application/json";
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

bool brings_message(Operation operation) {
  return operation == Operation::kSend || operation == Operation::kStream;
}

// In v0.3 an update can say so itself.
bool says_final(a2a::JsonValue event) {
  const auto final = event.find("final");
  return final && final->boolean() == true;
}

// Whether the agent may be gone.
bool tells_of_absence(net::FailureKind kind) {
  using enum net::FailureKind;
  return kind == kUnresolved || kind == kUnreachable || kind == kTimedOut || kind == kClosed ||
         kind == kUntrusted || kind == kHandshake;
}

// The answer of a proxy whose agent is away.
bool tells_of_absence(int status) {
  constexpr int kBadGateway = 502;
  constexpr int kGatewayTimeout = 504;
  return status >= kBadGateway && status <= kGatewayTimeout;
}

// Has the agent's card read again soon.
void note_absence(const AgentSnapshot& agent, const net::Failure& failure) {
  if (tells_of_absence(failure.kind)) agent.call_failed->store(true);
}

std::string join(const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& value : values) joined += (joined.empty() ? "" : ", ") + value;
  return joined;
}

// What stands in header fields otherwise.
std::string service_parameters(std::string_view extensions) {
  std::string out = R"({"A2A-Extensions":)";
  a2a::append_json_string(out, extensions);
  return out += '}';
}

// A client's are for the gateway: an agent without header fields takes them for the gateway's own.
a2a::RawJson without_service_parameters(const a2a::RawJson& metadata) {
  a2a::RawJson kept = metadata;
  if (metadata.empty()) return kept;
  a2a::JsonDocument document;
  const auto root = document.parse(
      metadata.text,
      {.bytes_max = metadata.text.size(), .depth_max = 1'000, .values_max = metadata.text.size()});
  if (!root || !root->is_object()) return kept;
  for (const auto& [name, value] : root->members()) {
    if (a2a::text::equals_ignore_case(name, a2a::wire::kServiceParameters))
      kept = a2a::without_member(kept, name);
  }
  return kept;
}

// What comes first may be the whole answer.
std::size_t first_bytes_max(const GatewayLimits& limits, bool is_answer) {
  return is_answer ? std::max(limits.event_bytes_max, limits.answer_bytes_max) : limits.event_bytes_max;
}

}  // namespace

AgentEvents::AgentEvents(std::unique_ptr<net::UpstreamStream> stream, const AgentSnapshot& agent,
                         const AgentClientDependencies& dependencies, const AgentCallLog& log,
                         MonotonicTime deadline, std::optional<MonotonicTime> answer_by)
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
  auto decoded = a2a::wire::decode_stream_event(protocol_.format(), *result, Peer::kAgent);
  if (!decoded) log_.note_malformed(stream_->status(), decoded.error());
  note_told(decoded, is_final);
  return decoded;
}

Result<a2a::JsonValue> AgentEvents::read(std::string data, std::string_view event) {
  const int status = stream_->status();
  const a2a::JsonLimits limits{.bytes_max = bytes_max_, .depth_max = dependencies_.limits.json_depth_max};
  auto root = parse_body(dependencies_.document, std::move(data), limits, status);
  if (!root) {
    log_.note_malformed(status, root.error());
    return or_no_credentials(std::move(root), status);
  }
  auto result = made_fit(is_sse_ ? a2a::wire::read_event(protocol_, event, *root)
                                 : a2a::wire::read_answer(protocol_, status, *root));
  if (!result) {
    has_told_ ? log_.note_broken_off(status, *root, result.error())
              : log_.note_error(status, *root, result.error());
    return or_no_credentials(std::move(result), status);
  }
  const auto excess = too_many_parts(*result, dependencies_.limits, is_sse_ ? "an event" : "an answer");
  if (!excess) return result;
  log_.note_failure(*excess);
  return std::unexpected(upstream_error(*excess));
}

void AgentEvents::note_told(const Result<a2a::StreamEvent>& told, bool is_final) {
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

Result<void> AgentEvents::feed(std::string_view bytes) {
  ended_ = bytes.empty();
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

// It is said once: later calls are made otherwise.
void AgentClient::note_streams(Streams streams) const {
  const Streams before = agent_.published->streams->exchange(streams);
  if (streams != Streams::kRefused || before == streams) return;
  dependencies_.log.write(LogLevel::kWarn, "agent_refuses_streams",
                          {{"agent", agent_.config().name},
                           {"a2a.method", a2a::wire::method_name(protocol().version, Operation::kStream)}});
}

// Where the agent is.
net::UpstreamClient& AgentClient::upstream() const {
  return agent_.process ? *agent_.process : dependencies_.upstream;
}

net::UpstreamRequest AgentClient::make_request(Operation operation, OutgoingCall call) const {
  const bool is_v1_0 = protocol().version == Version::kV1_0;
  const bool streams = a2a::wire::is_streaming(operation);
  net::UpstreamRequest request{.method = std::move(call.method)};
  constexpr std::size_t kOwnHeadersMax = 4;
  const FixedHeaders& configured = agent_.config().upstream_headers;
  const std::size_t passed = caller_.origin != nullptr ? caller_.origin->headers.size() : 0;
  request.headers.reserve(kOwnHeadersMax + configured.size() + passed);
  if (!call.path.empty()) request.target = request_target(agent_.published->url.target(), call);
  request.body = std::move(call.body);
  if (brings_message(operation)) request.room = caller_.room;
  request.holder = caller_.holder;
  if (agent_.config().upstream_tls) request.tls = agent_.config().upstream_tls->now();
  request.websocket = agent_.config().upstream_websocket;
  if (!request.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  request.headers.push_back({"Accept", streams ? "text/event-stream" : answer_type(protocol())});
  if (is_v1_0) request.headers.push_back({"A2A-Version", std::string(a2a::wire::name(Version::kV1_0))});
  if (!caller_.extensions.empty()) {
    request.headers.push_back({is_v1_0 ? "A2A-Extensions" : "X-A2A-Extensions", join(caller_.extensions)});
  }
  append(configured, request.headers);
  if (passed > 0) {
    const auto& headers = caller_.origin->headers;
    request.headers.insert(request.headers.end(), headers.begin(), headers.end());
  }
  add_credentials(request);
  request.safe_to_retry = operation == Operation::kGet || operation == Operation::kList ||
                          operation == Operation::kSubscribe || operation == Operation::kExtendedCard;
  return request;
}

// No request outlasts the run that it belongs to.
std::chrono::milliseconds AgentClient::time_for_request() const {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - dependencies_.clock.monotonic());
  return std::clamp(left, std::chrono::milliseconds(0), agent_.config().request_timeout);
}

AgentCallLog AgentClient::call_log(Operation operation) const {
  const auto method = a2a::wire::method_name(protocol().version, operation);
  return {dependencies_.log, dependencies_.clock, agent_, method, caller_.origin, caller_.task_id};
}

// `by`: when the request was to be answered.
net::Failure AgentClient::with_limit(net::Failure failure, MonotonicTime by) const {
  using enum net::FailureKind;
  if (failure.kind == kTooLarge) return with_body_limit(std::move(failure), dependencies_.limits);
  const bool is_over = dependencies_.clock.monotonic() >= by;
  const bool is_late = failure.kind == kTimedOut || failure.kind == kOverloaded;
  if (!is_late || !is_over) return failure;
  const AgentConfig& config = agent_.config();
  if (by + std::chrono::milliseconds(1) > deadline_)
    return with_option(std::move(failure), "task_timeout", format_duration(config.task_timeout));
  return with_option(std::move(failure), "request_timeout", format_duration(config.request_timeout));
}

a2a::Error AgentClient::failed(Operation operation, const net::Failure& failure) const {
  call_log(operation).note_failure(failure);
  note_absence(agent_, failure);
  return upstream_error(failure);
}

// What is known without asking anybody.
void AgentClient::add_credentials(net::UpstreamRequest& request) const {
  const UpstreamCredentials& credentials = agent_.config().credentials;
  if (endpoint().api_key)
    add_api_key(request, *endpoint().api_key, credentials.api_key.value(), agent_.published->url.target());
  const CardIdentity& identity = agent_.published->identity;
  const bool is_known =
      caller_.origin != nullptr && caller_.origin->caller && caller_.origin->caller->is_authenticated;
  if (!credentials.caller || !is_known || identity.signer == nullptr) return;
  std::string_view issuer = identity.key_set_url;
  issuer.remove_suffix(kKeySetPath.size());
  const auto now = std::chrono::floor<std::chrono::seconds>(dependencies_.clock.utc());
  auto token = caller_token(*caller_.origin->caller, *credentials.caller, *identity.signer, issuer, now);
  if (token) request.headers.push_back({credentials.caller->header, *std::move(token)});
}

// Errors: there is no caller's token to exchange.
Result<TokenWish> AgentClient::token_wish() const {
  if (!agent_.config().credentials.exchanges()) return TokenWish{};
  const CallOrigin* origin = caller_.origin;
  if (origin == nullptr || origin->caller == nullptr)
    return a2a::fail(ErrorCode::kInvalidAgentResponse,
                     "the agent is called with a token of the caller, which is not known any more");
  if (!origin->caller->is_authenticated || origin->token.empty())
    return std::unexpected(
        access::denied("not allowed for this caller: the agent is called with a token that is got for the "
                       "caller's own, and the caller has presented none"));
  return TokenWish{token_key(*origin->caller, origin->token), origin->token};
}

a2a::Error AgentClient::no_token(const TokenFailure& failure) const {
  const std::string id = caller_.origin != nullptr ? caller_.origin->request_id : "";
  dependencies_.log.write(LogLevel::kWarn, "agent_token_failed",
                          {{"request_id", id},
                           {"agent", agent_.config().name},
                           {"failure.kind", failure.kind},
                           {"cause", failure.cause}});
  if (caller_.origin != nullptr) caller_.origin->note(failure.kind, failure.cause);
  if (!agent_.config().credentials.exchanges()) agent_.call_failed->store(true);
  return {ErrorCode::kInvalidAgentResponse, "the gateway has no token for the agent: " + failure.shown};
}

Awaitable<Result<void>> AgentClient::add_token(net::UpstreamRequest& request) {
  const auto wish = token_wish();
  if (!wish) co_return std::unexpected(wish.error());
  auto token = agent_.tokens->look(*wish);
  if (!token) {
    auto later = co_await agent_.tokens->get(*wish, time_for_request());
    token.emplace(std::move(later));
  }
  if (!*token) co_return std::unexpected(no_token(token->error()));
  token_ = **std::move(token);
  request.headers.push_back({"Authorization", "Bearer " + token_});
  co_return Result<void>();
}

// A token that the agent does not take is not shown to it again.
void AgentClient::note_status(Operation operation, int status) {
  call_log(operation).note_status(status);
  if (tells_of_absence(status)) agent_.call_failed->store(true);
  constexpr int kUnauthorized = 401;
  if (status != kUnauthorized || token_.empty()) return;
  const auto wish = token_wish();
  if (wish) agent_.tokens->reject(wish->key, token_);
}

// Whoever sends a message does so as soon as it can; here it has been sent, or never will be.
void AgentClient::give_room_back(Operation operation) const {
  if (caller_.room && brings_message(operation)) caller_.room->give_back();
}

Awaitable<Result<net::HttpResponse>> AgentClient::fetch(Operation operation, OutgoingCall call) {
  net::UpstreamRequest request = make_request(operation, std::move(call));
  if (agent_.tokens) {
    auto added = co_await add_token(request);
    if (!added) co_return std::unexpected(std::move(added.error()));
  }
  const auto time = time_for_request();
  const MonotonicTime by = dependencies_.clock.monotonic() + time;
  auto response = co_await upstream().fetch(agent_.published->url, std::move(request), time);
  give_room_back(operation);
  was_overrun_ = !response && response.error().kind == net::FailureKind::kTooLarge;
  if (!response) co_return std::unexpected(failed(operation, with_limit(response.error(), by)));
  note_status(operation, response->status);
  co_return *std::move(response);
}

// Nobody has to wait for the first event of a subscription: the task can be asked for.
std::optional<MonotonicTime> AgentClient::answer_by(Operation operation) const {
  if (operation != Operation::kStream) return std::nullopt;
  return dependencies_.clock.monotonic() + agent_.config().request_timeout;
}

Awaitable<Result<AgentEvents>> AgentClient::open(Operation operation, OutgoingCall call) {
  net::UpstreamRequest request = make_request(operation, std::move(call));
  if (agent_.tokens) {
    auto added = co_await add_token(request);
    if (!added) co_return std::unexpected(std::move(added.error()));
  }
  const auto time = time_for_request();
  const MonotonicTime until = dependencies_.clock.monotonic() + time;
  const auto by = answer_by(operation);
  auto stream = co_await upstream().open(agent_.published->url, std::move(request), time);
  give_room_back(operation);
  if (!stream) co_return std::unexpected(failed(operation, with_limit(stream.error(), until)));
  note_status(operation, (*stream)->status());
  co_return AgentEvents(std::move(*stream), agent_, dependencies_, call_log(operation), deadline_, by);
}

OutgoingCall AgentClient::use_up(Operation operation, a2a::SendRequest& request) const {
  request.tenant = endpoint().tenant;
  request.metadata = without_service_parameters(request.metadata);
  if (agent_.process && !caller_.extensions.empty())
    request.metadata = a2a::with_member(request.metadata, a2a::wire::kServiceParameters,
                                        service_parameters(join(caller_.extensions)));
  OutgoingCall call = send_call(protocol(), operation, std::move(request));
  request.message.parts = std::vector<a2a::Part>();
  return call;
}

// What the agent gives, its own error, or what is wrong with its answer.
Result<a2a::JsonValue> AgentClient::read(Operation operation, net::HttpResponse&& response) {
  const AgentCallLog log = call_log(operation);
  const a2a::JsonLimits limits{.bytes_max = response.body.size(),
                               .depth_max = dependencies_.limits.json_depth_max};
  auto root = parse_body(dependencies_.document, std::move(response.body), limits, response.status);
  if (!root) {
    log.note_malformed(response.status, root.error());
    return or_no_credentials(std::move(root), response.status);
  }
  auto result = made_fit(a2a::wire::read_answer(protocol(), response.status, *root));
  if (!result) {
    log.note_error(response.status, *root, result.error());
    return or_no_credentials(std::move(result), response.status);
  }
  const auto excess = too_many_parts(*result, dependencies_.limits, "an answer");
  was_overrun_ = excess.has_value();
  if (excess) return std::unexpected(failed(operation, *excess));
  log.note_success();
  return result;
}

Awaitable<Result<a2a::StreamEvent>> AgentClient::send(a2a::SendRequest& request) {
  return fetch_result(use_up(Operation::kSend, request));
}

Awaitable<Result<a2a::StreamEvent>> AgentClient::fetch_result(OutgoingCall call) {
  auto response = co_await fetch(Operation::kSend, std::move(call));
  if (!response) co_return std::unexpected(std::move(response.error()));
  const int status = response->status;
  auto result = read(Operation::kSend, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  auto event = a2a::wire::decode_send_event(protocol().format(), *result, Peer::kAgent);
  if (!event) call_log(Operation::kSend).note_malformed(status, event.error());
  co_return event;
}

Awaitable<Result<AgentEvents>> AgentClient::stream(a2a::SendRequest& request) {
  return open(Operation::kStream, use_up(Operation::kStream, request));
}

Awaitable<Result<a2a::Task>> AgentClient::fetch_task(Operation operation, OutgoingCall call) {
  auto response = co_await fetch(operation, std::move(call));
  if (!response) co_return std::unexpected(std::move(response.error()));
  const int status = response->status;
  auto result = read(operation, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  auto task = a2a::wire::decode_task(protocol().format(), *result, Peer::kAgent);
  if (!task) call_log(operation).note_malformed(status, task.error());
  co_return task;
}

Awaitable<Result<a2a::Task>> AgentClient::get(std::string task_id) {
  const a2a::GetTaskRequest request{std::move(task_id), std::nullopt, endpoint().tenant};
  return fetch_task(Operation::kGet, get_call(protocol(), request));
}

Awaitable<Result<a2a::Task>> AgentClient::cancel(std::string task_id) {
  deadline_ = std::max(deadline_, dependencies_.clock.monotonic() + agent_.config().request_timeout);
  const a2a::TaskIdRequest request{std::move(task_id), {}, endpoint().tenant};
  return fetch_task(Operation::kCancel, task_call(protocol(), Operation::kCancel, request));
}

// A2A's text and its a2a.proto do not agree on the method in HTTP+JSON: an agent may know only the other one.
Awaitable<Result<AgentEvents>> AgentClient::subscribe(std::string task_id) {
  const a2a::TaskIdRequest request{std::move(task_id), {}, endpoint().tenant};
  OutgoingCall call = task_call(protocol(), Operation::kSubscribe, request);
  OutgoingCall other = call;
  other.method = call.method == "GET" ? "POST" : "GET";
  auto events = co_await open(Operation::kSubscribe, std::move(call));
  const bool misdirected = events && protocol().binding == Binding::kHttpJson && events->is_misdirected();
  if (!misdirected) co_return events;
  co_return co_await open(Operation::kSubscribe, std::move(other));
}

Awaitable<Result<a2a::TaskPage>> AgentClient::list(a2a::ListTasksRequest request) {
  if (protocol().version != Version::kV1_0)
    co_return a2a::fail(ErrorCode::kUnsupportedOperation, "A2A 0.3 has no list of tasks");
  request.tenant = endpoint().tenant;
  auto response = co_await fetch(Operation::kList, list_call(protocol(), request));
  if (!response) co_return std::unexpected(std::move(response.error()));
  const auto result = read(Operation::kList, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  co_return a2a::wire::decode_task_page(*result);
}

Awaitable<Result<std::string>> AgentClient::extended_card() {
  auto response = co_await fetch(Operation::kExtendedCard, card_call(protocol(), endpoint().tenant));
  if (!response) co_return std::unexpected(std::move(response.error()));
  const auto result = read(Operation::kExtendedCard, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  co_return std::string(result->raw());
}

}  // namespace schemagate
