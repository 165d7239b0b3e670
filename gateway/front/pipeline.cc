#include "gateway/front/pipeline.h"

#include <algorithm>
#include <charconv>
#include <exception>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/push_operations.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/front/extended_card.h"
#include "gateway/front/extension_header.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/task_stream.h"
#include "gateway/front/template_endpoint.h"
#include "gateway/task/push_requests.h"

namespace schemagate {
namespace {

using a2a::ErrorCode;
using a2a::Result;
using a2a::wire::Operation;
using a2a::wire::Version;
using net::Awaitable;
using net::HttpResponse;

// Counts a stream as long as it lives.
class StreamPlace {
 public:
  explicit StreamPlace(std::atomic<std::size_t>& open) : open_(open), count_(open.fetch_add(1) + 1) {}
  StreamPlace(const StreamPlace&) = delete;
  StreamPlace& operator=(const StreamPlace&) = delete;
  ~StreamPlace() { open_.fetch_sub(1); }
  std::size_t count() const { return count_; }

 private:
  std::atomic<std::size_t>& open_;
  std::size_t count_;
};

// The version that the header or else the query names; nullopt when neither does.
Result<std::optional<Version>> requested_version(const net::HttpRequest& request, const Route& route) {
  std::string_view text = request.header("A2A-Version");
  if (text.empty()) text = route.version;
  if (text.empty()) return std::optional<Version>();
  auto version = a2a::wire::parse_version(text);
  if (!version) return std::unexpected(version.error());
  return std::optional<Version>(*version);
}

// The event that a client has seen before its stream broke off; nullopt when it names none of ours.
std::optional<std::uint64_t> last_event_id(const net::HttpRequest& request) {
  const std::string_view text = request.header("Last-Event-ID");
  std::uint64_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  const bool whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional(id) : std::nullopt;
}

const Representation& choose(const PublishedCards& cards, const net::HttpRequest& request,
                             const Route& route) {
  auto version = requested_version(request, route);
  if (!version || !*version) return cards.hybrid;
  return **version == Version::kV1_0 ? cards.v1_0 : cards.v0_3;
}

}  // namespace

// g++ 12 destroys a conditional's temporaries twice when they stand in a co_await expression: what is awaited
// below is always built first and given a name.

struct RequestPipeline::OpenStream {
  StreamPlace place;
  TaskStreamOptions options;
};

RequestPipeline::RequestPipeline(Edges edges, const AgentDirectory& agents)
    : handler_(std::move(edges)), agents_(agents) {}
RequestPipeline::~RequestPipeline() = default;

Awaitable<void> RequestPipeline::handle(net::HttpRequest& request, net::Exchange& exchange) {
  const auto began = handler_.edges().clock.monotonic();
  Outcome outcome;
  bool failed = false;
  try {
    co_await route(request, exchange, outcome);
    if (outcome.stream) {
      request.headers = std::vector<net::Header>();
      co_await write_task_stream(handler_.edges(), exchange, outcome.stream->options);
    }
  } catch (const std::exception& exception) {
    handler_.edges().log.write(LogLevel::kError, "request_failed", {{"cause", exception.what()}});
    failed = true;
  }
  if (failed) {
    outcome.http_status = 500;
    HttpResponse answer = plain_error(500, "internal error");
    co_await exchange.respond(std::move(answer));
  }
  log(request, parse_target(request.target), outcome, began);
}

Awaitable<void> RequestPipeline::route(net::HttpRequest& request, net::Exchange& exchange, Outcome& outcome) {
  const Route route = parse_target(request.target);
  std::optional<RestRoute> rest;
  std::optional<HttpResponse> answer;
  if (!names_no_agent(route)) {
    answer = answer_at_once(request, route);
  } else if (rest = find_rest_route(agents_, request.target); !rest) {
    answer = plain_error(404, "no agent is served here");
  }
  if (answer) {
    outcome.http_status = answer->status;
    co_await exchange.respond(std::move(*answer));
    co_return;
  }
  auto accepted = rest ? accept_rest(request, route, *rest, outcome) : accept(request, route, outcome);
  if (!accepted) {
    outcome.http_status = accepted.error().status;
    co_await exchange.respond(std::move(accepted.error()));
    co_return;
  }
  co_await call(std::move(*accepted), exchange, outcome);
}

bool RequestPipeline::names_no_agent(const Route& route) const {
  if (route.kind == RouteKind::kHealth || route.kind == RouteKind::kKeySet) return false;
  const Agent* agent = route.kind == RouteKind::kNone ? nullptr : find_agent(route);
  return agent == nullptr || (route.kind == RouteKind::kTemplates && agent->templates().empty());
}

std::optional<HttpResponse> RequestPipeline::answer_at_once(const net::HttpRequest& request,
                                                            const Route& route) const {
  if (route.kind == RouteKind::kHealth) return health();
  if (route.kind == RouteKind::kCall) {
    if (request.method != "POST") return method_not_allowed("POST");
    return std::nullopt;
  }
  const bool readable = request.method == "GET" || request.method == "HEAD";
  if (!readable) return method_not_allowed("GET, HEAD");
  if (route.kind == RouteKind::kKeySet) return key_set(request);
  return route.kind == RouteKind::kCard ? card(request, route) : schema_template(request, route);
}

Agent* RequestPipeline::find_agent(const Route& route) const {
  return route.agent.empty() ? agents_.root() : agents_.find(route.agent);
}

HttpResponse RequestPipeline::health() const {
  std::string agents = "{";
  bool all_ready = true;
  for (const auto& agent : agents_.all()) {
    const bool ready = agent->state() != nullptr;
    all_ready = all_ready && ready;
    a2a::append_string_member(agents, agent->config().name, ready ? "ready" : "unreachable");
  }
  std::string body = "{";
  a2a::append_string_member(body, "status", all_ready ? "ok" : "degraded");
  a2a::append_raw_member(body, "agents", agents + "}");
  return json_answer(200, body + "}");
}

HttpResponse RequestPipeline::key_set(const net::HttpRequest& request) const {
  const Representation* keys = agents_.key_set();
  if (keys == nullptr) return plain_error(404, "cards are not signed here");
  return key_set_answer(keys->body, keys->etag, request.header("If-None-Match"));
}

HttpResponse RequestPipeline::card(const net::HttpRequest& request, const Route& route) const {
  const auto state = find_agent(route)->state();
  if (!state) return unavailable("the agent's card could not be fetched yet");
  const Representation& card = choose(state->cards, request, route);
  return card_answer(card.body, card.etag, request.header("If-None-Match"));
}

HttpResponse RequestPipeline::schema_template(const net::HttpRequest& request, const Route& route) const {
  const auto version = requested_version(request, route);
  const auto& templates = find_agent(route)->templates();
  const Version spoken = version && *version ? **version : Version::kV1_0;
  return get_template(templates, route, spoken, request.header("If-None-Match"));
}

RequestPipeline::Acceptance RequestPipeline::accept(net::HttpRequest& request, const Route& route,
                                                    Outcome& outcome) {
  const auto refuse = [&outcome](int status, const Refusal& refusal) {
    outcome.error = std::to_string(identity(refusal.error.code).jsonrpc_code);
    return std::unexpected(
        json_answer(status, a2a::wire::error_envelope(refusal.id, refusal.version, refusal.error)));
  };
  if (!is_json(request.header("Content-Type"))) {
    return refuse(
        415,
        {"null", Version::kV1_0, {ErrorCode::kContentTypeNotSupported, "the body must be application/json"}});
  }
  auto invocation = decode(request, route);
  if (!invocation) {
    const Agent& agent = *find_agent(route);
    auto answer =
        answer_template_call(agent.templates(), handler_.edges().document.root(), invocation.error());
    if (!answer) return refuse(200, invocation.error());
    outcome.method = schema_interaction::kTemplateMethod;
    add_activation(*answer, requested_extensions(request, agent.declared_extensions()),
                   invocation.error().version);
    return std::unexpected(*std::move(answer));
  }
  return admit(request, *find_agent(route), std::move(*invocation), outcome);
}

RequestPipeline::Acceptance RequestPipeline::accept_rest(net::HttpRequest& request, const Route& route,
                                                         const RestRoute& rest, Outcome& outcome) {
  outcome.agent = rest.agent->config().name;
  const Edges& edges = handler_.edges();
  auto invocation =
      decode_rest_call(request, rest, requested_version(request, route), edges.limits, edges.document);
  if (!invocation) return std::unexpected(std::move(invocation.error()));
  return admit(request, *rest.agent, std::move(*invocation), outcome);
}

RequestPipeline::Acceptance RequestPipeline::admit(const net::HttpRequest& request, const Agent& agent,
                                                   Invocation&& invocation, Outcome& outcome) {
  outcome.method = a2a::wire::method_name(invocation.version(), invocation.operation);
  invocation.last_event_id = last_event_id(request);
  CallContext context{.agent = agent, .state = agent.state(), .version = invocation.version()};
  if (!context.state) {
    const a2a::Error error{ErrorCode::kInternal,
                           "the agent behind the gateway cannot be reached at the moment"};
    outcome.error = std::to_string(identity(error.code).jsonrpc_code);
    return std::unexpected(unavailable_answer(invocation, error));
  }
  RequestedExtensions extensions = requested_extensions(request, agent.declared_extensions());
  context.extensions = extensions.others;
  context.schemas_activated = extensions.object_schemas;
  context.templates_activated = extensions.schema_interaction;
  return std::unique_ptr<Accepted>(
      new Accepted{std::move(invocation), std::move(context), std::move(extensions)});
}

Awaitable<void> RequestPipeline::call(std::unique_ptr<Accepted> accepted, net::Exchange& exchange,
                                      Outcome& outcome) {
  Invocation& invocation = accepted->invocation;
  Result<std::string> result;
  if (a2a::wire::is_streaming(invocation.operation)) {
    HttpResponse head = event_stream_head(accepted->extensions, invocation.version());
    auto streamed =
        co_await perform_stream(accepted->context, invocation, exchange, std::move(head), outcome);
    if (streamed) {
      handler_.answered(accepted->context, outcome.announced);
      co_return;
    }
    result = std::unexpected(streamed.error());
  } else {
    result = co_await perform(accepted->context, invocation, outcome);
  }
  HttpResponse answer;
  if (result) {
    answer = result_answer(invocation, std::move(*result));
    if (invocation.operation == Operation::kExtendedCard)
      answer.headers.push_back({"Cache-Control", "no-store"});
  } else {
    outcome.error = std::to_string(identity(result.error().code).jsonrpc_code);
    answer = error_answer(invocation, result.error());
  }
  outcome.http_status = answer.status;
  add_activation(answer, accepted->extensions, invocation.version());
  co_await exchange.respond(std::move(answer));
  handler_.answered(accepted->context, outcome.announced);
}

Result<Invocation, RequestPipeline::Refusal> RequestPipeline::decode(net::HttpRequest& request,
                                                                     const Route& route) {
  const GatewayLimits& limits = handler_.edges().limits;
  const a2a::JsonLimits bounds{.bytes_max = request.body.size(), .depth_max = limits.json_depth_max};
  auto root = handler_.edges().document.parse_own(std::move(request.body), bounds);
  if (!root) return std::unexpected(Refusal{"null", Version::kV1_0, root.error()});
  auto version = requested_version(request, route);
  auto call = a2a::wire::parse_call(*root, version ? *version : std::nullopt);
  if (!version) {
    return std::unexpected(Refusal{call ? call->id : call.error().id, Version::kV1_0, version.error()});
  }
  if (!call) return std::unexpected(std::move(call.error()));
  auto invocation = decode_params(*call, *find_agent(route));
  if (!invocation) return std::unexpected(Refusal{call->id, call->version, invocation.error()});
  return std::move(*invocation);
}

Result<Invocation> RequestPipeline::decode_params(const a2a::wire::Call& call, const Agent& agent) {
  if (is_push(call.operation) && !agent.config().push_notifications)
    return std::unexpected(not_offered(call.operation));
  Invocation invocation{.id = call.id, .dialect = call.version, .operation = call.operation};
  const auto store = [&invocation](auto decoded) -> Result<Invocation> {
    if (!decoded) return std::unexpected(decoded.error());
    invocation.request = std::move(*decoded);
    return std::move(invocation);
  };
  switch (call.operation) {
    case Operation::kSend:
    case Operation::kStream:
      return store(a2a::wire::decode_send_request(call.version, call.params));
    case Operation::kGet:
      return store(a2a::wire::decode_get_task_request(call.version, call.params));
    case Operation::kCancel:
    case Operation::kSubscribe:
      return store(a2a::wire::decode_task_id_request(call.version, call.params));
    case Operation::kList:
      return store(a2a::wire::decode_list_tasks_request(call.params));
    case Operation::kExtendedCard:
      return store(Result<ExtendedCardRequest>());
    case Operation::kPushCreate:
      return store(a2a::wire::decode_push_create(call.version, call.params));
    case Operation::kPushGet:
    case Operation::kPushList:
    case Operation::kPushDelete:
      return store(a2a::wire::decode_push_request(call.version, call.operation, call.params));
    default:
      return std::unexpected(not_offered(call.operation));
  }
}

Awaitable<Result<std::string>> RequestPipeline::perform(const CallContext& context, Invocation& invocation,
                                                        Outcome& outcome) {
  if (is_push(invocation.operation)) co_return co_await perform_push(context, invocation);
  const a2a::wire::Dialect dialect = invocation.dialect;
  if (const auto* list = std::get_if<a2a::ListTasksRequest>(&invocation.request)) {
    auto page = co_await handler_.list(context, *list);
    if (!page) co_return std::unexpected(page.error());
    co_return a2a::wire::encode_task_page(dialect, *page);
  }
  if (auto* send = std::get_if<a2a::SendRequest>(&invocation.request)) {
    auto result = co_await handler_.send(context, std::move(*send), outcome.announced);
    if (!result) co_return std::unexpected(result.error());
    co_return a2a::wire::encode_send_result(dialect, *result);
  }
  if (std::holds_alternative<ExtendedCardRequest>(invocation.request)) {
    co_return co_await get_extended_card(handler_.edges(), context, invocation.version());
  }
  Result<a2a::Task> task;
  if (const auto* get = std::get_if<a2a::GetTaskRequest>(&invocation.request)) {
    task = co_await handler_.get(context, *get);
  } else {
    task = co_await handler_.cancel(context, std::get<a2a::TaskIdRequest>(invocation.request));
  }
  if (!task) co_return std::unexpected(task.error());
  co_return a2a::wire::encode_task(dialect, *task);
}

Awaitable<Result<std::string>> RequestPipeline::perform_push(const CallContext& context,
                                                             Invocation& invocation) {
  const Edges& edges = handler_.edges();
  const a2a::wire::Dialect dialect = invocation.dialect;
  const store::Scope scope = context.scope();
  if (auto* create = std::get_if<a2a::TaskPushConfig>(&invocation.request)) {
    auto config = co_await create_push(edges, scope, dialect.version(), std::move(*create));
    if (!config) co_return std::unexpected(config.error());
    co_return a2a::wire::encode_push_config(dialect, *config);
  }
  const auto& request = std::get<a2a::PushConfigRequest>(invocation.request);
  if (invocation.operation == Operation::kPushGet) {
    auto config = co_await get_push(edges, scope, request);
    if (!config) co_return std::unexpected(config.error());
    co_return a2a::wire::encode_push_config(dialect, *config);
  }
  if (invocation.operation == Operation::kPushList) {
    auto configs = co_await list_push(edges, scope, request);
    if (!configs) co_return std::unexpected(configs.error());
    co_return a2a::wire::encode_push_configs(dialect, *configs);
  }
  auto removed = co_await remove_push(edges, scope, request);
  if (!removed) co_return std::unexpected(removed.error());
  co_return a2a::wire::encode_push_deleted(dialect);
}

// Errors come back before anything was written: they are answered as plain JSON (row 29).
Awaitable<Result<void>> RequestPipeline::perform_stream(const CallContext& context, Invocation& invocation,
                                                        net::Exchange& exchange, HttpResponse head,
                                                        Outcome& outcome) {
  const Edges& edges = handler_.edges();
  auto stream = std::unique_ptr<OpenStream>(new OpenStream{StreamPlace(edges.open_streams), {}});
  if (stream->place.count() > edges.limits.streams_max) {
    co_return a2a::fail(ErrorCode::kInternal, "the gateway already serves its limit of " +
                                                  std::to_string(edges.limits.streams_max) +
                                                  " streams; try again later");
  }
  TaskStreamOptions& options = stream->options;
  options.scope = context.scope();
  options.call_id = invocation.id;
  options.dialect = invocation.dialect;
  Result<StreamStart> start;
  if (auto* send = std::get_if<a2a::SendRequest>(&invocation.request)) {
    options.history_length = send->configuration.history_length;
    start = co_await handler_.stream(context, std::move(*send), outcome.announced);
  } else {
    const bool ended_too = invocation.version() == Version::kV0_3;
    options.stays_while_interrupted = true;
    const auto& request = std::get<a2a::TaskIdRequest>(invocation.request);
    start = handler_.subscribe(context, request, ended_too, invocation.last_event_id);
  }
  if (!start) co_return std::unexpected(start.error());
  const bool begun = co_await exchange.begin_stream(std::move(head));
  if (!begun) co_return Result<void>();
  if (const auto* follow = std::get_if<FollowTask>(&*start)) {
    options.task_id = follow->task_id;
    if (follow->known) options.after = invocation.last_event_id;
    outcome.stream = std::move(stream);
    co_return Result<void>();
  }
  std::string frame;
  const std::string event =
      a2a::wire::encode_stream_event(options.dialect, std::get<a2a::Message>(*start), true);
  append_result_event(frame, options.call_id, event);
  (void)co_await exchange.write(frame);
  co_return Result<void>();
}

void RequestPipeline::log(const net::HttpRequest& request, const Route& route, const Outcome& outcome,
                          store::MonotonicTime began) const {
  const Edges& edges = handler_.edges();
  if (!edges.log.enabled(LogLevel::kInfo)) return;
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(edges.clock.monotonic() - began);
  edges.log.write(
      LogLevel::kInfo, "request",
      {{"http.request.method", request.method},
       {"agent", std::string(outcome.agent.empty() ? route.agent : outcome.agent)},
       {"a2a.method", std::string(outcome.method)},
       {"http.response.status_code", std::to_string(outcome.http_status)},
       {"a2a.response.outcome", outcome.error.empty() && outcome.http_status < 400 ? "ok" : "error"},
       {"a2a.response.error_code", outcome.error},
       {"duration_us", std::to_string(took.count())}});
}

}  // namespace schemagate
