#include "gateway/agent/agent_client.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <utility>

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
using a2a::wire::Protocol;
using a2a::wire::Version;
using net::Awaitable;

// v1.0's HTTP+JSON has a media type of its own.
std::string answer_type(const Protocol& protocol) {
  const bool own = protocol.binding == Binding::kHttpJson && protocol.version == Version::kV1_0;
  return own ? "application/a2a+json, application/json" : "application/json";
}

bool brings_message(Operation operation) {
  return operation == Operation::kSend || operation == Operation::kStream;
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

// Of a call over HTTP: another one than those before it, which is all that it takes to tell their answers
// apart. One that every JSON-RPC library takes.
std::string next_id() {
  constexpr std::int64_t kIdMax = 0x7fffffff;
  return std::to_string(std::chrono::steady_clock::now().time_since_epoch().count() & kIdMax);
}

}  // namespace

// It is said once: later calls are made otherwise.
void AgentClient::note_streams(Streams streams) const {
  const Streams before = agent_.published->streams->exchange(streams);
  if (streams != Streams::kRefused || before == streams) return;
  dependencies_.log.write(LogLevel::kWarn, "agent_refuses_streams",
                          {{"agent", agent_.config().name},
                           {"a2a.method", a2a::wire::method_name(protocol().version, Operation::kStream)}});
}

// Whoever has lost step on a connection that is kept, by two answers to one request, would give one caller
// what is another's. A program's requests get ids where they are written.
std::string AgentClient::give_id(OutgoingCall& call) const {
  if (agent_.process || protocol().binding != Binding::kJsonRpc) return std::string(a2a::wire::kRequestId);
  std::string id = next_id();
  call.body = a2a::wire::with_id(std::move(call.body), id);
  return id;
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

template <class T>
Result<T> AgentClient::told(Operation operation, int status, a2a::wire::Answer<T> value) const {
  if (value) return *std::move(value);
  call_log(operation).note_malformed(status, value.error());
  return std::unexpected(to_error(value.error()));
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

Awaitable<Result<AgentClient::Answered>> AgentClient::fetch(Operation operation, OutgoingCall call) {
  std::string id = give_id(call);
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
  Answered answered{*std::move(response), std::move(id)};
  co_return answered;
}

// Nobody has to wait for the first event of a subscription: the task can be asked for.
std::optional<MonotonicTime> AgentClient::answer_by(Operation operation) const {
  if (operation != Operation::kStream) return std::nullopt;
  return dependencies_.clock.monotonic() + agent_.config().request_timeout;
}

Awaitable<Result<AgentEvents>> AgentClient::open(Operation operation, OutgoingCall call) {
  std::string id = give_id(call);
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
  co_return AgentEvents(std::move(*stream), agent_, dependencies_, call_log(operation), deadline_, by,
                        std::move(id));
}

OutgoingCall AgentClient::use_up(Operation operation, a2a::SendRequest& request) const {
  request.tenant = endpoint().tenant;
  request.metadata = without_service_parameters(request.metadata);
  if (agent_.process && !caller_.extensions.empty())
    request.metadata = a2a::with_member(request.metadata, a2a::wire::kServiceParameters,
                                        service_parameters(join(caller_.extensions)));
  OutgoingCall call = send_call(protocol(), operation, request);
  request.message.parts = std::vector<a2a::Part>();
  return call;
}

// What the agent gives, its own error, or what is wrong with its answer.
Result<a2a::JsonValue> AgentClient::read(Operation operation, Answered&& response) {
  const AgentCallLog log = call_log(operation);
  const a2a::JsonLimits limits{.bytes_max = response.body.size(),
                               .depth_max = dependencies_.limits.json_depth_max};
  const auto root = parse_body(dependencies_.document, std::move(response.body), limits);
  if (!root) {
    log.note_malformed(response.status, root.error());
    return or_no_credentials(std::unexpected(to_error(root.error(), response.status)), response.status);
  }
  const std::string_view id = id_to_have(*root, response.request_id);
  auto result = made_fit(a2a::wire::read_answer(protocol(), response.status, *root, id));
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
  co_return told(Operation::kSend, status, a2a::wire::decode_send_event(protocol().format(), *result));
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
  co_return told(operation, status, a2a::wire::decode_task(protocol().format(), *result));
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
  const int status = response->status;
  const auto result = read(Operation::kList, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  co_return told(Operation::kList, status, a2a::wire::decode_task_page(*result));
}

Awaitable<Result<std::string>> AgentClient::extended_card() {
  auto response = co_await fetch(Operation::kExtendedCard, card_call(protocol(), endpoint().tenant));
  if (!response) co_return std::unexpected(std::move(response.error()));
  const auto result = read(Operation::kExtendedCard, std::move(*response));
  if (!result) co_return std::unexpected(result.error());
  co_return std::string(result->raw());
}

}  // namespace schemagate
