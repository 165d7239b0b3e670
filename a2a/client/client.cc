#include "a2a/client/client.h"

#include "a2a/client/argument.h"
#include "a2a/http/field_names.h"
#include "a2a/http/grammar.h"
#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/outgoing_call.h"
#include "a2a/wire/rest.h"
#include "a2a/wire/sse.h"
#include "a2a/wire/task_page.h"

namespace schemagate::a2a::client {
namespace {

using wire::Operation;
using wire::Version;

constexpr int kStreamStatus = 200;

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
  return text;
}

// What every call is made with. Borrows from the Client.
struct Caller {
  const AgentInterface& interface;
  const ClientOptions& options;
};

Outcome<OutgoingRequest> request_for(const Caller& caller, Operation operation, wire::OutgoingCall call) {
  const auto& [interface, options] = caller;
  auto url = parse_url(interface.url);
  if (!url) return std::unexpected(url.error());
  url->path = wire::request_target(url->path + std::exchange(url->query, ""), call);
  OutgoingRequest request{.method = std::move(call.method),
                          .url = *std::move(url),
                          .headers = options.headers,
                          .body = std::move(call.body),
                          .timeouts = options.timeouts,
                          .body_bytes_max = options.answer_bytes_max,
                          .tls = options.tls};
  http::set_header(request.headers, "Content-Type", "application/json");
  http::set_header(
      request.headers, "Accept",
      wire::is_streaming(operation) ? "text/event-stream, application/json" : "application/json");
  http::set_header(request.headers, "A2A-Version", std::string(wire::name(interface.version)));
  if (!options.extensions.empty()) {
    bool v1 = interface.version == Version::kV1_0;
    http::set_header(request.headers, v1 ? "A2A-Extensions" : "X-A2A-Extensions", joined(options.extensions));
  }
  return request;
}

JsonLimits limits_of(std::size_t bytes_max) {
  return {.bytes_max = bytes_max, .depth_max = 128, .values_max = 1 << 20};
}

std::unexpected<Failure> not_a2a(const http::Response& answer, std::string_view why) {
  if (answer.status == 401 || answer.status == 403)
    return failed(Cause::kAgent, what_is_denied(answer), answer.status);
  std::string message = "HTTP " + std::to_string(answer.status);
  if (const std::string said = said_in(answer); !said.empty())
    return failed(Cause::kProtocol, message + ": " + said, answer.status);
  if (const auto type = http::media_type(answer.header("Content-Type")); !type.empty())
    message += " (" + type + ")";
  message += ", no A2A answer: " + std::string(why);
  if (const auto location = answer.header("Location"); !location.empty())
    message.append("; a redirect to ").append(location).append(" is not followed");
  return failed(Cause::kProtocol, std::move(message), answer.status);
}

std::unexpected<Failure> broken(const Error& error) {
  return std::unexpected(Failure{Cause::kProtocol, error});
}

std::unexpected<Failure> broken(const wire::AnswerFault& fault) {
  return broken(to_error(fault));
}

// The agent's error object in an answer; nullopt when there is none.
std::optional<JsonValue> error_in(wire::Binding binding, JsonValue root) {
  auto error = root.find("error");
  if (error && error->is_object()) return error;
  bool bare = binding == wire::Binding::kHttpJson && wire::read_rest_error(root);
  return bare ? std::optional(root) : std::nullopt;
}

// The result, which borrows from the document of `root`, or a Failure with the cause.
Outcome<JsonValue> judged(const wire::Protocol& protocol, int status, JsonValue root,
                          const Result<JsonValue>& result) {
  if (result) return *result;
  bool framed = protocol.binding == wire::Binding::kHttpJson || wire::check_answer(root);
  auto error = framed ? error_in(protocol.binding, root) : std::nullopt;
  if (!error) return broken(result.error());
  return std::unexpected(Failure{Cause::kAgent, result.error(), status, {std::string(error->raw())}});
}

// Reads the one JSON answer of a call and hands its result to `decode`.
template <class Decode>
auto read_answer(const wire::Protocol& protocol, const http::Response& answer, Decode decode)
    -> Outcome<typename decltype(decode(std::declval<JsonValue>()))::value_type> {
  JsonDocument document;
  auto root = document.parse(answer.body, limits_of(answer.body.size()));
  if (!root) return not_a2a(answer, root.error().message);
  const bool json_rpc = protocol.binding == wire::Binding::kJsonRpc;
  const auto error = root->find("error");
  if (json_rpc && !error && !root->find("result")) return not_a2a(answer, "no result and no error");
  if (error && error->kind() == JsonKind::kString) return not_a2a(answer, "an error that is a text");
  auto result = judged(protocol, answer.status, *root, wire::read_answer(protocol, answer.status, *root));
  if (!result) return std::unexpected(result.error());
  auto value = decode(*result);
  if (!value) return broken(value.error());
  return *std::move(value);
}

template <class Decode>
auto fetch(const Caller& caller, Operation operation, wire::OutgoingCall call, const std::stop_token& stop,
           Decode decode) -> decltype(read_answer(wire::Protocol(), http::Response(), decode)) {
  auto request = request_for(caller, operation, std::move(call));
  if (!request) return std::unexpected(request.error());
  auto answer = perform(*request, stop);
  if (!answer) return std::unexpected(answer.error());
  return read_answer(caller.interface.protocol(), *answer, decode);
}

bool ends_turn(const StreamEvent& event) {
  auto settled = [](TaskState state) { return is_terminal(state) || state == TaskState::kInputRequired; };
  if (auto* task = std::get_if<Task>(&event)) return settled(task->status.state);
  if (auto* update = std::get_if<TaskStatusUpdate>(&event)) return settled(update->status.state);
  return std::holds_alternative<Message>(event);
}

// v0.3's mark on the last event of a stream, which the model does not carry.
bool is_marked_final(JsonValue result) {
  auto final = result.find("final");
  return final && final->boolean().value_or(false);
}

// Turns the bytes of one stream into calls of the sink.
class StreamReader {
 public:
  StreamReader(const wire::Protocol& protocol, const ClientOptions& options, const EventSink& sink)
      : protocol_(protocol), options_(options), sink_(sink), parser_(options.event_bytes_max) {}

  // False when nothing more is wanted: see failure().
  bool feed(std::string_view bytes) {
    parser_.feed(bytes);
    for (;;) {
      auto event = parser_.next();
      if (!event) return fail(broken(event.error()).error());
      if (!*event) return true;
      if (!deliver(**event)) return false;
    }
  }

  bool deliver(const wire::SseEvent& event) {
    bytes_ += event.data.size();
    if (++events_ > options_.events_max || bytes_ > options_.stream_bytes_max)
      return fail(failed(Cause::kProtocol, "the stream is longer than the limit").error());
    auto root = document_.parse(event.data, limits_of(options_.event_bytes_max));
    if (!root)
      return fail(broken({ErrorCode::kInvalidAgentResponse, "event: " + root.error().message}).error());
    auto result = judged(protocol_, kStreamStatus, *root, wire::read_event(protocol_, event.event, *root));
    if (!result) return fail(result.error());
    return deliver(*result);
  }

  bool deliver(JsonValue result) {
    auto event = wire::decode_stream_event(protocol_.format(), result);
    if (!event) return fail(broken(event.error()).error());
    bool last = ends_turn(*event) || (protocol_.version == Version::kV0_3 && is_marked_final(result));
    return sink_(*event) && !last;
  }

  const std::optional<Failure>& failure() const { return failure_; }

 private:
  bool fail(Failure failure) {
    failure_ = std::move(failure);
    return false;
  }

  wire::Protocol protocol_;
  const ClientOptions& options_;
  const EventSink& sink_;
  wire::SseParser parser_;
  JsonDocument document_;
  std::size_t events_ = 0;
  std::size_t bytes_ = 0;
  std::optional<Failure> failure_;
};

Outcome<void> open_stream(const Caller& caller, Operation operation, wire::OutgoingCall call,
                          const EventSink& sink, const std::stop_token& stop) {
  if (!sink) return failed(Cause::kArgument, "no function takes the events");
  auto request = request_for(caller, operation, std::move(call));
  if (!request) return std::unexpected(request.error());
  StreamReader reader(caller.interface.protocol(), caller.options, sink);
  auto answer = perform(*request, stop, [&reader](std::string_view bytes) { return reader.feed(bytes); });
  if (reader.failure()) return std::unexpected(*reader.failure());
  if (!answer) return std::unexpected(answer.error());
  if (answer->status == 200 && http::media_type(answer->header("Content-Type")) == "text/event-stream")
    return {};
  auto delivered =
      read_answer(caller.interface.protocol(), *answer,
                  [&reader](JsonValue result) -> Result<bool> { return reader.deliver(result); });
  if (reader.failure()) return std::unexpected(*reader.failure());
  if (!delivered) return std::unexpected(delivered.error());
  return {};
}

auto task_decoder(const AgentInterface& interface) {
  return [format = interface.protocol().format()](JsonValue result) {
    return wire::decode_task(format, result);
  };
}

}  // namespace

Client::Client(AgentInterface interface, ClientOptions options)
    : interface_(std::move(interface)), options_(std::move(options)) {}

Outcome<SendResult> Client::send(SendRequest request, const std::stop_token& stop) const {
  if (auto checked = check_argument(request); !checked) return std::unexpected(checked.error());
  const wire::Protocol protocol = interface_.protocol();
  request.tenant = interface_.tenant;
  auto call = wire::send_call(protocol, Operation::kSend, request);
  return fetch({interface_, options_}, Operation::kSend, std::move(call), stop,
               [protocol](JsonValue result) { return wire::decode_send_result(protocol.format(), result); });
}

Outcome<void> Client::stream(SendRequest request, const EventSink& sink, const std::stop_token& stop) const {
  if (auto checked = check_argument(request); !checked) return checked;
  request.tenant = interface_.tenant;
  auto call = wire::send_call(interface_.protocol(), Operation::kStream, request);
  return open_stream({interface_, options_}, Operation::kStream, std::move(call), sink, stop);
}

Outcome<void> Client::subscribe(std::string_view task_id, const EventSink& sink,
                                const std::stop_token& stop) const {
  if (auto checked = check_task_id(task_id); !checked) return checked;
  TaskIdRequest request{.id = std::string(task_id), .tenant = interface_.tenant};
  auto call = wire::task_call(interface_.protocol(), Operation::kSubscribe, request);
  return open_stream({interface_, options_}, Operation::kSubscribe, std::move(call), sink, stop);
}

Outcome<Task> Client::get(std::string_view task_id, std::optional<int> history_length,
                          const std::stop_token& stop) const {
  if (auto checked = check_task_id(task_id); !checked) return std::unexpected(checked.error());
  GetTaskRequest request{std::string(task_id), history_length, interface_.tenant};
  return fetch({interface_, options_}, Operation::kGet, wire::get_call(interface_.protocol(), request), stop,
               task_decoder(interface_));
}

Outcome<Task> Client::cancel(std::string_view task_id, const std::stop_token& stop) const {
  if (auto checked = check_task_id(task_id); !checked) return std::unexpected(checked.error());
  TaskIdRequest request{.id = std::string(task_id), .tenant = interface_.tenant};
  auto call = wire::task_call(interface_.protocol(), Operation::kCancel, request);
  return fetch({interface_, options_}, Operation::kCancel, std::move(call), stop, task_decoder(interface_));
}

Outcome<TaskPage> Client::list(const ListRequest& request, const std::stop_token& stop) const {
  if (interface_.version == Version::kV0_3) {
    return std::unexpected(
        Failure{Cause::kAgent, {ErrorCode::kUnsupportedOperation, "A2A 0.3 has no list of tasks"}});
  }
  ListTasksRequest asked{.context_id = request.context_id,
                         .status = request.status,
                         .page_size = request.page_size,
                         .page_token = request.page_token,
                         .history_length = request.history_length,
                         .status_timestamp_after = request.status_timestamp_after,
                         .include_artifacts = request.include_artifacts,
                         .tenant = interface_.tenant};
  return fetch({interface_, options_}, Operation::kList, wire::list_call(interface_.protocol(), asked), stop,
               wire::decode_task_page);
}

Outcome<RawJson> Client::call(const ExtensionCall& call, const std::stop_token& stop) const {
  wire::OutgoingCall outgoing{.method = "GET", .path = call.path};
  if (interface_.binding == wire::Binding::kJsonRpc) {
    if (auto checked = check_params(call.params); !checked) return std::unexpected(checked.error());
    std::string body = R"({"jsonrpc":"2.0","id":"1")";
    append_string_member(body, "method", call.method);
    append_raw_member(body, "params", call.params.empty() ? "{}" : call.params);
    outgoing = {.method = "POST", .body = body + "}"};
  }
  return fetch({interface_, options_}, Operation::kGet, std::move(outgoing), stop,
               [](JsonValue result) -> Result<RawJson> { return RawJson{std::string(result.raw())}; });
}

Outcome<Discovered> discover(std::string_view url, const FetchOptions& options,
                             std::optional<wire::Version> version, const std::stop_token& stop) {
  auto card = fetch_card(url, options, stop);
  if (!card) return std::unexpected(card.error());
  JsonDocument document;
  auto root = document.parse(card->text, card_limits(options.card_bytes_max));
  if (!root) return broken(root.error());
  auto interface = select_interface(*root, card->url, version);
  if (!interface) return std::unexpected(interface.error());
  return Discovered{*std::move(card), *std::move(interface)};
}

}  // namespace schemagate::a2a::client
