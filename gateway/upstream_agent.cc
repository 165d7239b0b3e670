#include "gateway/upstream_agent.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/wire/codec.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::wire::Operation;
using a2a::wire::Peer;
using a2a::wire::Version;
using net::Awaitable;

a2a::JsonLimits answer_limits(std::size_t bytes_max, std::size_t depth_max) {
  return {.bytes_max = bytes_max, .depth_max = depth_max};
}

// The agent's `result`, its own error, or what is wrong with its answer.
Result<a2a::JsonValue> read_answer(a2a::JsonDocument& document, std::string body,
                                   const a2a::JsonLimits& limits, int status) {
  auto root = document.parse_own(std::move(body), limits);
  if (!root) {
    return a2a::fail(ErrorCode::kInvalidAgentResponse,
                     "the agent answered HTTP " + std::to_string(status) +
                         " with a body that is no JSON-RPC answer: " + root.error().message);
  }
  return a2a::wire::parse_answer(*root);
}

bool is_event_stream(std::string_view content_type) {
  constexpr std::string_view kType = "text/event-stream";
  return std::ranges::equal(content_type.substr(0, kType.size()), kType,
                            [](unsigned char a, unsigned char b) { return std::tolower(a) == b; });
}

std::string join(const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& value : values) joined += (joined.empty() ? "" : ", ") + value;
  return joined;
}

}  // namespace

UpstreamEvents::UpstreamEvents(std::unique_ptr<net::UpstreamStream> stream, Version version,
                               const AgentConfig& config, const Edges& edges, store::MonotonicTime deadline)
    : stream_(std::move(stream)),
      version_(version),
      stall_timeout_(config.stall_timeout),
      edges_(&edges),
      deadline_(deadline),
      is_sse_(is_event_stream(stream_->header("Content-Type"))),
      parser_(edges.limits.event_bytes_max) {}

UpstreamEvents::UpstreamEvents(UpstreamEvents&&) noexcept = default;
UpstreamEvents::~UpstreamEvents() = default;

Result<std::optional<a2a::StreamEvent>> UpstreamEvents::decode(std::string data) {
  const auto limits = answer_limits(edges_->limits.event_bytes_max, edges_->limits.json_depth_max);
  auto result = read_answer(edges_->document, std::move(data), limits, stream_->status());
  if (!result) return std::unexpected(result.error());
  return a2a::wire::decode_stream_event(version_, *result, Peer::kAgent);
}

Result<std::optional<a2a::StreamEvent>> UpstreamEvents::take() {
  if (!is_sse_) return take_json();
  auto event = parser_.next();
  if (!event) return std::unexpected(event.error());
  if (!event->has_value()) return std::nullopt;
  return decode(std::move((*event)->data));
}

Result<std::optional<a2a::StreamEvent>> UpstreamEvents::take_json() {
  if (!ended_ || std::exchange(json_taken_, true)) return std::nullopt;
  return decode(std::move(json_));
}

Awaitable<Result<void>> UpstreamEvents::wait() {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - edges_->clock.monotonic());
  if (left.count() <= 0) {
    co_return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent did not end the task in time");
  }
  const auto bytes = co_await stream_->read(std::min(stall_timeout_, left));
  if (!bytes) co_return std::unexpected(bytes.error());
  co_return feed(*bytes);
}

Result<void> UpstreamEvents::feed(std::string_view bytes) {
  ended_ = bytes.empty();
  if (is_sse_) {
    parser_.feed(bytes);
  } else if (json_.size() + bytes.size() > edges_->limits.event_bytes_max) {
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "the agent's answer exceeds the limit of " +
                                                           std::to_string(edges_->limits.event_bytes_max) +
                                                           " bytes");
  } else {
    json_ += bytes;
  }
  return {};
}

net::UpstreamRequest UpstreamAgent::make_request(Operation operation, std::string_view params) const {
  const Version version = state_.endpoint.version;
  net::UpstreamRequest request;
  request.headers.push_back({"Content-Type", "application/json"});
  request.headers.push_back(
      {"Accept", a2a::wire::is_streaming(operation) ? "text/event-stream" : "application/json"});
  if (version == Version::kV1_0)
    request.headers.push_back({"A2A-Version", std::string(a2a::wire::name(version))});
  if (!extensions_.empty()) {
    request.headers.push_back(
        {version == Version::kV1_0 ? "A2A-Extensions" : "X-A2A-Extensions", join(extensions_)});
  }
  request.body = a2a::wire::request_envelope(a2a::wire::kRequestId, version, operation, params);
  request.safe_to_retry = operation == Operation::kGet || operation == Operation::kSubscribe ||
                          operation == Operation::kExtendedCard;
  return request;
}

// No request outlasts the run that it belongs to.
std::chrono::milliseconds UpstreamAgent::time_for_request() const {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - edges_.clock.monotonic());
  return std::clamp(left, std::chrono::milliseconds(0), config_.request_timeout);
}

Awaitable<Result<net::HttpResponse>> UpstreamAgent::call(Operation operation, std::string params) {
  return edges_.upstream.fetch(state_.url, make_request(operation, params), time_for_request());
}

Awaitable<Result<UpstreamEvents>> UpstreamAgent::open(Operation operation, std::string params) {
  auto stream =
      co_await edges_.upstream.open(state_.url, make_request(operation, params), time_for_request());
  if (!stream) co_return std::unexpected(stream.error());
  co_return UpstreamEvents(std::move(*stream), state_.endpoint.version, config_, edges_, deadline_);
}

// Its parameters on the wire.
std::string UpstreamAgent::use_up(a2a::SendRequest& request) const {
  a2a::SendRequest used = std::move(request);
  used.tenant = state_.endpoint.tenant;
  return encode_send_request(state_.endpoint.version, used);
}

Awaitable<Result<a2a::SendResult>> UpstreamAgent::send(a2a::SendRequest& request) {
  return call_for_result(use_up(request));
}

Awaitable<Result<a2a::SendResult>> UpstreamAgent::call_for_result(std::string params) {
  auto response = co_await call(Operation::kSend, std::move(params));
  if (!response) co_return std::unexpected(response.error());
  const auto limits = answer_limits(response->body.size(), edges_.limits.json_depth_max);
  auto result = read_answer(edges_.document, std::move(response->body), limits, response->status);
  if (!result) co_return std::unexpected(result.error());
  co_return a2a::wire::decode_send_result(state_.endpoint.version, *result, Peer::kAgent);
}

Awaitable<Result<UpstreamEvents>> UpstreamAgent::stream(a2a::SendRequest& request) {
  return open(Operation::kStream, use_up(request));
}

Awaitable<Result<a2a::Task>> UpstreamAgent::call_for_task(Operation operation, std::string params) {
  auto response = co_await call(operation, std::move(params));
  if (!response) co_return std::unexpected(response.error());
  const auto limits = answer_limits(response->body.size(), edges_.limits.json_depth_max);
  auto result = read_answer(edges_.document, std::move(response->body), limits, response->status);
  if (!result) co_return std::unexpected(result.error());
  co_return a2a::wire::decode_task(state_.endpoint.version, *result, Peer::kAgent);
}

Awaitable<Result<a2a::Task>> UpstreamAgent::get(std::string task_id) {
  const a2a::GetTaskRequest request{std::move(task_id), std::nullopt, state_.endpoint.tenant};
  return call_for_task(Operation::kGet, encode_get_task_request(state_.endpoint.version, request));
}

Awaitable<Result<a2a::Task>> UpstreamAgent::cancel(std::string task_id) {
  const a2a::TaskIdRequest request{std::move(task_id), {}, state_.endpoint.tenant};
  return call_for_task(Operation::kCancel, encode_task_id_request(state_.endpoint.version, request));
}

Awaitable<Result<UpstreamEvents>> UpstreamAgent::subscribe(std::string task_id) {
  const a2a::TaskIdRequest request{std::move(task_id), {}, state_.endpoint.tenant};
  return open(Operation::kSubscribe,
              encode_task_id_request(state_.endpoint.version, request, Operation::kSubscribe));
}

Awaitable<Result<std::string>> UpstreamAgent::extended_card() {
  std::string params = "{";
  if (!state_.endpoint.tenant.empty()) a2a::append_string_member(params, "tenant", state_.endpoint.tenant);
  auto response = co_await call(Operation::kExtendedCard, params + "}");
  if (!response) co_return std::unexpected(response.error());
  const auto limits = answer_limits(response->body.size(), edges_.limits.json_depth_max);
  const auto result = read_answer(edges_.document, std::move(response->body), limits, response->status);
  if (!result) co_return std::unexpected(result.error());
  co_return std::string(result->raw());
}

}  // namespace schemagate
