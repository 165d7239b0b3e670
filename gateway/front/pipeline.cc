// The steps of a request, and why each stands where it stands. A step returns what it has found out, or the
// refusal that is the answer then: nothing behind it happens.
//
//   read       gateway/net: framing, limits, deadlines. What arrives here is a whole request.
//   route      Which agent, which binding or document. First, because even a refusal is written in the form
//              of the binding.
//   quota      Whether this address may ask at all now: before credentials are verified, which costs more
//              than a request. Behind identify the same for the caller.
//   identify   Who calls, and the agent as this caller may use it. Before anything is answered, cards, keys,
//              templates and health included: whoever may not know what is here does not learn it from a 404.
//   authorise  Whether the URL may be reached at all: before the work that a body makes.
//   check      Whether the URL has something and takes the request's method, and that no web page of another
//              origin asks.
//   decode     Envelope, version and parameters, to a row of the table of operations and to values.
//   authorise  Whether the operation may be used: JSON-RPC names it in the body, so not earlier.
//   open       Whether calls are performed yet: while the store loads, clients are told to come back.
//   snapshot   What the operation needs of the agent: behind decode, because "not reachable" is said in the
//              form of the call, with its id.
//   limit      What the call takes of limits that others share: before anything has an effect.
//   perform    The operation. A message goes through its meaning first (gateway/task/message_meaning.h).
//   encode     Results are values up to here: the binding writes them.
//   audit      Behind the last decision, before anything of the answer is sent.
//   log        One line, without payloads, when the last byte is sent, a stream's last event included. The
//              metrics count the same.
#include "gateway/front/pipeline.h"

#include <algorithm>
#include <cctype>
#include <exception>
#include <utility>

#include "extension/object_schemas/mode.h"
#include "extension/schema_interaction/negotiation.h"
#include "gateway/access/denial.h"
#include "gateway/agent/agent_credentials.h"
#include "gateway/agent/caller_snapshots.h"
#include "gateway/front/binding.h"
#include "gateway/front/call_limits.h"
#include "gateway/front/context_endpoint.h"
#include "gateway/front/documents.h"
#include "gateway/front/hidden_results.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/operations.h"
#include "gateway/front/page_request.h"
#include "gateway/front/passed_headers.h"
#include "gateway/front/request_quota.h"
#include "gateway/front/task_stream.h"
#include "gateway/front/websocket_session.h"
#include "gateway/front/websocket_upgrade.h"
#include "gateway/store/not_written.h"
#include "gateway/task/plan_runs.h"
#include "gateway/task/planner.h"

namespace schemagate {
namespace {

using a2a::Result;
using net::Awaitable;
using net::HttpResponse;

Refusal refusal_of(const a2a::Error& error, const ActiveCall& call) {
  Refusal refusal;
  if (store::is_not_written(error)) refusal = unavailable("");
  if (access::is_denial(error)) refusal.http_status = kForbidden;
  refusal.error = error;
  // JSON-RPC's errors are results to HTTP.
  if (call.invocation.form.binding != Binding::kHttpJson) return refusal;
  if (a2a::has_reason(error, kPlannerUnavailable) || a2a::has_reason(error, kContextUnavailable)) {
    refusal = unavailable("");
    refusal.error = error;
  }
  const auto failure = call.origin->not_answered;
  if (error.code != a2a::ErrorCode::kInvalidAgentResponse || !failure) return refusal;
  return with_gateway_status(std::move(refusal), *failure);
}

bool concerns_call(const ActiveCall& call, const Refusal& refusal) {
  return rule_of(call.route.kind).is_call && !refusal.concerns_url;
}

bool is_document(RouteKind kind) {
  return !rule_of(kind).is_call && kind != RouteKind::kContext && kind != RouteKind::kWebSocket;
}

HttpResponse write_refusal(const ActiveCall& call, const Refusal& refusal) {
  if (!concerns_call(call, refusal)) return plain_answer(refusal);
  HttpResponse answer = encode_refusal(call.invocation, refusal);
  add_activation(answer, call.extensions, call.invocation.form.version());
  return answer;
}

// Whether a task here may be called so: another text of a client has no place in the log.
bool may_be_ours(std::string_view id) {
  constexpr std::string_view kForm = "00000000-0000-0000-0000-000000000000";
  return id.size() == kForm.size() && std::ranges::equal(id, kForm, [](char found, char form) {
           return form == '-' ? found == '-' : std::isxdigit(static_cast<unsigned char>(found)) != 0;
         });
}

// Of the request, as its client wrote it.
std::string_view task_named_in(const OperationParams& params) {
  if (const auto* send = std::get_if<a2a::SendRequest>(&params)) return send->message.task_id;
  if (const auto* get = std::get_if<a2a::GetTaskRequest>(&params)) return get->id;
  if (const auto* named = std::get_if<a2a::TaskIdRequest>(&params)) return named->id;
  if (const auto* create = std::get_if<a2a::TaskPushConfig>(&params)) return create->task_id;
  if (const auto* config = std::get_if<a2a::PushConfigRequest>(&params)) return config->task_id;
  return {};
}

RequestedAccess access_to(const Route& route) {
  RequestedAccess wanted{.is_personal = route.kind == RouteKind::kContext,
                         .is_public = rule_of(route.kind).is_public};
  if (route.served == nullptr) return wanted;
  const AgentConfig& agent = route.served->config();
  wanted.agent = agent.name;
  if (route.kind == RouteKind::kCard) wanted.is_public = agent.is_public.card;
  if (route.kind == RouteKind::kTemplates) {
    wanted.is_public = agent.is_public.templates;
    wanted.operation = schema_interaction::kTemplateMethod;
  }
  return wanted;
}

// Where it is not offered, the request is what it would be without asking for it.
bool is_upgrade(const net::HttpRequest& request, const Route& route) {
  return request.upgrades && route.kind == RouteKind::kJsonRpc && route.served->config().websocket;
}

// A call that is cut off by the end of the gateway is answered in its own form, too. Borrows the call.
class StoppedCall final : public net::LastWord {
 public:
  explicit StoppedCall(const ActiveCall& call) : call_(call) {}
  HttpResponse last_word() const override {
    Refusal refusal = unavailable("the gateway is stopping; try again in a moment");
    refusal.headers = {{"Retry-After", "1"}};
    return write_refusal(call_, refusal);
  }

 private:
  const ActiveCall& call_;
};

}  // namespace

// What is left to do when everything that led to a stream is gone: an idle stream holds little.
struct RequestPipeline::OpenStream {
  net::SharedLimit::Part seat;
  std::vector<access::QuotaTable::Seat> quota_seats;
  TaskStreamOptions options;
};

struct RequestPipeline::Outcome {
  RequestLine line;
  std::unique_ptr<OpenStream> stream = nullptr;
  std::shared_ptr<net::WebSocket> socket = nullptr;  // that the connection has become
};

// A request that the gateway stops under has its line, too: its frame is destroyed where it waits.
class RequestPipeline::CutOff {
 public:
  CutOff(const RequestPipeline& pipeline, const net::HttpRequest& request, const CountedExchange& exchange,
         RequestLine& line)
      : pipeline_(pipeline), request_(request), exchange_(exchange), line_(line) {}
  CutOff(const CutOff&) = delete;
  CutOff& operator=(const CutOff&) = delete;
  ~CutOff() {
    if (has_ended_ || std::uncaught_exceptions() > 0) return;
    try {
      line_.is_cut_off = true;
      line_.refusal = LoggedRefusal();
      line_.refusal->reason = "GATEWAY_STOPPED";
      line_.refusal->cause = "cut off when the time of limits.drain was up";
      pipeline_.log(request_, exchange_, line_);
    } catch (...) {  // NOLINT(bugprone-empty-catch): a line less, and nobody is left to be told
    }
  }
  void request_has_ended() { has_ended_ = true; }

 private:
  const RequestPipeline& pipeline_;
  const net::HttpRequest& request_;
  const CountedExchange& exchange_;
  RequestLine& line_;
  bool has_ended_ = false;
};

// In the audit log, and, where the caller is refused, in the request's line.
void RequestPipeline::record(const net::HttpRequest& request, const ActiveCall& call, RequestLine& line,
                             const Decision& decision) const {
  audit(request, call, line, decision);
  if (decision.kind == Decision::Kind::kAllowed) return;
  refusal_in(line).reason = reason_of(decision.kind);
  refusal_in(line).cause = decision.reason;
}

RequestPipeline::RequestPipeline(const PipelineDependencies& dependencies) : dependencies_(dependencies) {}
RequestPipeline::~RequestPipeline() = default;

Awaitable<void> RequestPipeline::handle(net::HttpRequest& request, net::Exchange& client) {
  Outcome outcome{{.began = dependencies_.clock.monotonic(),
                   .body_bytes = request.body.size(),
                   .origin = std::make_shared<CallOrigin>(request_ids_.next()),
                   .trace_id = std::string(trace_id_of(request.header("traceparent")))}};
  CountedExchange exchange(client, {outcome.line.origin, &outcome.line.origin->request_id});
  CutOff cut_off(*this, request, exchange, outcome.line);
  bool failed = false;
  try {
    co_await answer(request, exchange, outcome);
    if (outcome.stream) {
      request.headers = std::vector<net::Header>();
      co_await write_task_stream(*streams_, exchange, outcome.stream->options);
      outcome.line.task_state = outcome.stream->options.shown_state;
    }
    if (outcome.socket) co_await serve_messages(request, exchange, std::move(outcome.socket));
  } catch (const std::exception& exception) {
    dependencies_.log.write(LogLevel::kError, "request_failed",
                            {{"request_id", outcome.line.origin->request_id}, {"cause", exception.what()}});
    failed = true;
  }
  if (failed) co_await tell_failure(exchange, outcome.line);
  cut_off.request_has_ended();
  log(request, exchange, outcome.line);
}

// A coroutine of its own, as what a request needs only once is: an idle stream keeps room for nothing of it.
Awaitable<void> RequestPipeline::tell_failure(net::Exchange& exchange, RequestLine& line) {
  line.error = a2a::ErrorCode::kInternal;
  HttpResponse answer = plain_error(500, "internal error");
  co_await exchange.respond(std::move(answer));
}

// Whatever happens on the way, a message is not in flight any more when its request has ended.
Awaitable<void> RequestPipeline::answer(net::HttpRequest& request, net::Exchange& exchange,
                                        Outcome& outcome) {
  ActiveCall call{.origin = outcome.line.origin};
  const StoppedCall stopped(call);
  exchange.set_last_word(&stopped);
  std::exception_ptr failure;
  try {
    if (request.body.size() >= LargeWork::kLargeBytes)
      co_await large_work_.begin_large_body(exchange.executor(), request.peer.network);
    auto response = answer_unperformed(request, call, outcome.line);
    if (!response && call.route.kind == RouteKind::kContext) {
      auto answer = co_await answer_context(*services_->contexts, services_->run.durability,
                                            exchange.executor(), request, *call.principal);
      audit(request, call, outcome.line, answer.decision);
      refusal_in(outcome.line).reason = answer.decision.reason;
      response = std::move(answer.http);
    } else if (!response && call.route.kind == RouteKind::kWebSocket) {
      audit(request, call, outcome.line, {});
      outcome.socket = co_await exchange.upgrade(request, chosen_subprotocol(request));
    } else if (!response) {
      std::optional<LargeWork::Turn> turn;
      const bool reads_tasks = call.context && call.invocation.operation->reads_tasks;
      if (reads_tasks && large_work_.busy()) {
        auto own = co_await large_work_.turn(exchange.executor(), call.context->payer.holder());
        turn.emplace(std::move(own));
      }
      auto result = co_await call.invocation.operation->perform(*services_, call);
      note_result(request, call, result, outcome.line);
      if (result && call.seat) {
        co_await begin_stream(call, exchange, std::move(*result), outcome);
      } else {
        response = encode(call, result);
        if (result) keep_reply(call, *result);
        if (reads_tasks && !turn) large_work_.note_answer(exchange.executor(), response->body.size());
      }
    }
    if (response) co_await exchange.respond(std::move(*response));
  } catch (...) {
    failure = std::current_exception();
  }
  exchange.set_last_word(nullptr);
  if (call.context) services_->messages.answered(*call.context, call.plain);
  if (failure) std::rethrow_exception(failure);
}

// Takes out of the result what its caller may not see, and writes down what it says for log and audit.
void RequestPipeline::note_result(const net::HttpRequest& request, const ActiveCall& call,
                                  Result<OperationResult>& result, RequestLine& line) const {
  if (result) {
    hide(*result, call.hidden);
    note_task(*result, line);
  } else {
    note_error(result.error(), line);
  }
  record(request, call, line, decision_of(result));
}

// Until the connection is over. Each message is a request of its own, with its own line in the log.
Awaitable<void> RequestPipeline::serve_messages(net::HttpRequest& upgrade, net::Exchange& exchange,
                                                std::shared_ptr<net::WebSocket> socket) {
  WebSocketSessionOptions options{.client = client_of_upgrade(upgrade),
                                  .json_depth_max = dependencies_.limits.json_depth_max,
                                  .event_bytes_max = dependencies_.limits.event_bytes_max};
  upgrade.headers = std::vector<net::Header>();
  net::Handler handler = [this](net::HttpRequest& request, net::Exchange& answers) {
    return handle(request, answers);
  };
  co_await serve_websocket(std::move(socket), std::move(options), std::move(handler), exchange.executor(),
                           exchange.draining());
}

// A refusal, or a document; nullopt: there is an operation to be performed, a context to be read, or messages
// to be taken.
std::optional<HttpResponse> RequestPipeline::answer_unperformed(net::HttpRequest& request, ActiveCall& call,
                                                                RequestLine& line) const {
  const Step prepared = prepare(request, call);
  line.is_served = call.route.served != nullptr;
  line.agent = line.is_served ? std::string_view(call.route.served->config().name) : call.route.agent;
  if (const OperationRow* row = call.invocation.operation) {
    line.operation = row;
    line.binding = call.invocation.form.binding;
    line.version = call.invocation.form.version();
    line.method = row->name(line.version);
  }
  const std::string_view named = task_named_in(call.invocation.params);
  if (may_be_ours(named)) line.task_id = named;
  if (!prepared) {
    call.invocation.takes_events_alone = takes_events_alone(request.header("Accept"));
    if (concerns_call(call, prepared.error())) note_error(prepared.error().error, line);
    if (const auto decision = decision_of(prepared.error())) record(request, call, line, *decision);
    return write_refusal(call, prepared.error());
  }
  if (!is_document(call.route.kind)) return std::nullopt;
  auto document =
      read_document(request, call.route,
                    {dependencies_.agents, store_health_, *call.principal, dependencies_.listeners,
                     dependencies_.clock.utc(), public_address_of(request),
                     services_ == nullptr ? nullptr : services_->payloads});
  if (!document) {
    if (const auto decision = decision_of(document.error())) record(request, call, line, *decision);
    return write_refusal(call, document.error());
  }
  if (!access_to(call.route).is_public) audit(request, call, line, {});
  return std::move(*document);
}

// An agent of another listener is none.
bool RequestPipeline::is_served_there(const net::HttpRequest& request, const Route& route) const {
  return route.served == nullptr ||
         dependencies_.listeners.at(request.peer.listener).serves(route.served->config().name);
}

std::size_t RequestPipeline::public_address_of(const net::HttpRequest& request) const {
  return dependencies_.listeners.at(request.peer.listener).public_address;
}

Step RequestPipeline::prepare(net::HttpRequest& request, ActiveCall& call) const {
  const std::size_t body_bytes = request.body.size();  // decode takes the body
  call.route = find_route(dependencies_.agents, request.target);
  if (!is_served_there(request, call.route)) call.route = Route();
  if (is_upgrade(request, call.route)) call.route.kind = RouteKind::kWebSocket;
  begin_call(request, call.route, call.invocation);
  if (auto step = take_request(dependencies_.quotas.addresses, request.peer.network); !step) return step;
  if (auto step = identify(request, call); !step) return step;
  if (call.principal->is_authenticated) {
    if (auto step = take_request(dependencies_.quotas.principals, call.principal->owner); !step) return step;
  }
  if (auto step = authorise_url(call); !step) return step;
  if (auto step = check_route(call.route, request.method); !step) return step;
  if (is_document(call.route.kind)) return {};
  if (auto step = check_page(request, call.route); !step) return step;
  if (call.route.kind == RouteKind::kContext) return check_contexts();
  if (call.route.kind == RouteKind::kWebSocket) {
    if (auto step = check_open(); !step) return step;
    return check_upgrade(request);
  }
  if (auto step = decode(request, call); !step) return step;
  if (auto step = authorise_operation(call); !step) return step;
  if (auto step = check_open(); !step) return step;
  if (auto step = take_snapshot(request, call); !step) return step;
  return limit(request, call, body_bytes);
}

// Documents are read by pages, too: what others may not see, browsers do not show them.
Step RequestPipeline::check_page(const net::HttpRequest& request, const Route& route) const {
  static const std::vector<std::string> kNone;
  const auto& origins = route.served == nullptr ? kNone : route.served->config().websocket_origins;
  return schemagate::check_page(request, dependencies_.listeners.at(request.peer.listener).public_url,
                                origins);
}

Step RequestPipeline::identify(const net::HttpRequest& request, ActiveCall& call) const {
  auto principal = dependencies_.access.identify(request);
  if (!principal) return std::unexpected(std::move(principal.error()));
  call.principal = std::move(*principal);
  call.route.served = snapshot_for(std::move(call.route.served), client_of(*call.principal));
  return {};
}

Step RequestPipeline::authorise_url(const ActiveCall& call) const {
  return dependencies_.access.authorise(*call.principal, access_to(call.route));
}

Step RequestPipeline::decode(net::HttpRequest& request, ActiveCall& call) const {
  const DecodeScope scope{dependencies_.limits, dependencies_.document};
  return decode_call(request, call.route, scope, call.invocation);
}

Step RequestPipeline::authorise_operation(const ActiveCall& call) const {
  RequestedAccess wanted = access_to(call.route);
  wanted.operation = call.invocation.operation->name(a2a::wire::Version::kV1_0);
  return dependencies_.access.authorise(*call.principal, wanted);
}

Step RequestPipeline::check_open() const {
  if (services_ != nullptr) return {};
  return std::unexpected(unavailable("the gateway is starting; try again in a moment"));
}

Step RequestPipeline::check_contexts() const {
  if (auto step = check_open(); !step) return step;
  if (services_->contexts != nullptr) return {};
  return std::unexpected(nothing_here("no contexts are kept here"));
}

Step RequestPipeline::take_snapshot(const net::HttpRequest& request, ActiveCall& call) const {
  const AgentSnapshot& agent = *call.route.served;
  const OperationRow& row = *call.invocation.operation;
  if (row.needs_agent() && !agent.published)
    return std::unexpected(agent_unreachable(agent.problem.value_or(card_not_read()).shown));
  call.extensions = requested_extensions(request, agent.declared_extensions());
  if (!row.needs_context) return {};
  auto passed = passed_headers(request.headers, agent.config().client_headers);
  if (!passed) return std::unexpected(std::move(passed.error()));
  call.origin->headers = std::move(*passed);
  call.origin->caller = call.principal;
  if (agent.config().credentials.exchanges()) call.origin->token = bearer_of(request.header("Authorization"));
  const bool is_agents_own =
      agent.config().adopts() && agent.published && agent.published->endpoint.declares_object_schemas;
  if (call.extensions.object_schemas && is_agents_own)
    call.extensions.others.emplace_back(object_schemas::kExtensionUri);
  call.context.emplace(CallContext{.owner = call.principal->owner,
                                   .caller = call.principal,
                                   .payer = payer_of(*call.principal, request.peer.network),
                                   .agent = call.route.served,
                                   .version = call.invocation.form.version(),
                                   .public_address = public_address_of(request),
                                   .extensions = std::move(call.extensions.others),
                                   .origin = call.origin,
                                   .schemas_activated = call.extensions.object_schemas,
                                   .templates_activated = call.extensions.schema_interaction});
  if (const auto& fields = agent.config().hidden_fields; !fields.empty())
    call.hidden = access::hidden_from(*call.principal, fields);
  return {};
}

Step RequestPipeline::limit(const net::HttpRequest& request, ActiveCall& call, std::size_t bytes) const {
  const CallLimits limits{dependencies_.limits, dependencies_.quotas,       dependencies_.run_places,
                          dependencies_.memory, dependencies_.open_streams, streams_->texts};
  return limit_call(limits, request, call, bytes);
}

// Errors of a stream come before anything was written: they are plain answers, too (A2A v1.0.1
// section 3.1.2).
HttpResponse RequestPipeline::encode(const ActiveCall& call, const Result<OperationResult>& result) {
  if (!result) return write_refusal(call, refusal_of(result.error(), call));
  HttpResponse answer = encode_result(call.invocation, *result);
  add_activation(answer, call.extensions, call.invocation.form.version());
  return answer;
}

// What has been encoded is not needed any more, but by copies of the message: as this caller may see it.
void RequestPipeline::keep_reply(const ActiveCall& call, OperationResult& result) const {
  auto* sent = std::get_if<Sent>(&result);
  auto* message = sent != nullptr ? std::get_if<a2a::Message>(&**sent) : nullptr;
  if (auto* streamed = std::get_if<StreamedMessage>(&result)) message = &streamed->message;
  if (message != nullptr) services_->messages.answering(call.plain, std::move(*message));
}

// Leaves a stream that goes on in `outcome`.
Awaitable<void> RequestPipeline::begin_stream(ActiveCall& call, net::Exchange& exchange,
                                              OperationResult result, Outcome& outcome) const {
  const AnswerForm& form = call.invocation.form;
  std::string event;
  if (auto* streamed = std::get_if<StreamedMessage>(&result)) {
    a2a::StreamEvent said(std::move(streamed->message));
    append_event(event, form, encode_event(form, said, true), {});
    streamed->message = std::move(std::get<a2a::Message>(said));
    keep_reply(call, result);
  }
  HttpResponse head = event_stream_head(call.extensions, form.version());
  const bool begun = co_await exchange.begin_stream(std::move(head));
  if (!begun) co_return;
  if (auto* task = std::get_if<StreamedTask>(&result)) {
    outcome.stream =
        std::make_unique<OpenStream>(OpenStream{std::move(*call.seat),
                                                std::move(call.quota_seats),
                                                {call.context->scope(), call.context->payer.holder(), form,
                                                 std::move(*task), std::move(call.hidden)}});
    co_return;
  }
  (void)co_await exchange.write(event);
}

void RequestPipeline::audit(const net::HttpRequest& request, const ActiveCall& call, const RequestLine& line,
                            const Decision& decision) const {
  if (dependencies_.audit == nullptr) return;
  dependencies_.audit->write(audit_fields({.request_id = line.origin->request_id,
                                           .trace_id = line.trace_id,
                                           .address = request.peer.address,
                                           .agent = line.agent,
                                           .task_id = line.task_id,
                                           .error = line.error},
                                          call, decision));
}

void RequestPipeline::log(const net::HttpRequest& request, const CountedExchange& exchange,
                          const RequestLine& line) const {
  const bool is_written = dependencies_.log.enabled(LogLevel::kInfo);
  if (!is_written && dependencies_.counts == nullptr) return;
  const MonotonicTime now = dependencies_.clock.monotonic();
  if (dependencies_.counts != nullptr) dependencies_.counts->count(exchange, line, now);
  if (is_written) write_line(dependencies_.log, request, exchange, line, now);
}

}  // namespace schemagate
