#include "a2a/client/client.h"

#include "a2a/json/document.h"
#include "a2a/json/text.h"
#include "a2a/wire/codec.h"
#include "a2a/wire/jsonrpc.h"
#include "a2a/wire/sse.h"

namespace a2a::client {
namespace {

using wire::Operation;
using wire::Version;

std::string joined(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + value;
  return text;
}

Outcome<HttpRequest> post(const Endpoint& endpoint, const ClientOptions& options, Operation operation,
                          std::string_view params) {
  auto url = parse_url(endpoint.url);
  if (!url) return std::unexpected(url.error());
  HttpRequest request{.method = "POST",
                      .url = *std::move(url),
                      .headers = options.headers,
                      .body = wire::request_envelope(wire::kRequestId, endpoint.version, operation, params),
                      .timeouts = options.timeouts,
                      .body_bytes_max = options.answer_bytes_max};
  request.headers.emplace_back("Content-Type", "application/json");
  request.headers.emplace_back(
      "Accept", wire::is_streaming(operation) ? "text/event-stream, application/json" : "application/json");
  request.headers.emplace_back("A2A-Version", wire::name(endpoint.version));
  if (!options.extensions.empty()) {
    bool v1 = endpoint.version == Version::kV1_0;
    request.headers.emplace_back(v1 ? "A2A-Extensions" : "X-A2A-Extensions", joined(options.extensions));
  }
  return request;
}

JsonLimits limits_of(std::size_t bytes_max) {
  return {.bytes_max = bytes_max, .depth_max = 128, .values_max = 1 << 20};
}

std::unexpected<Failure> not_jsonrpc(const HttpResponse& answer, std::string_view why) {
  if (answer.status == 401 || answer.status == 403) {
    return failed(Cause::kAgent, "HTTP " + std::to_string(answer.status) + ", credentials are needed",
                  answer.status);
  }
  std::string message = "HTTP " + std::to_string(answer.status);
  if (!answer.content_type.empty()) message += " (" + answer.content_type + ")";
  message += ", no JSON-RPC answer: " + std::string(why);
  if (!answer.location.empty()) message += "; a redirect to " + answer.location + " is not followed";
  return failed(Cause::kProtocol, std::move(message), answer.status);
}

std::unexpected<Failure> broken(const Error& error) {
  return std::unexpected(Failure{Cause::kProtocol, error});
}

// The result inside an answer's envelope, borrowing from the document of `root`.
Outcome<JsonValue> result_of(JsonValue root) {
  if (auto checked = wire::check_answer(root); !checked) return broken(checked.error());
  auto result = wire::parse_answer(root);
  if (result) return *result;
  return std::unexpected(
      Failure{Cause::kAgent, result.error(), 200, {std::string(root.find("error")->raw())}});
}

// Reads the one JSON answer of a call and hands its result to `decode`.
template <class Decode>
auto read_answer(const HttpResponse& answer, Decode decode)
    -> Outcome<typename decltype(decode(std::declval<JsonValue>()))::value_type> {
  JsonDocument document;
  auto root = document.parse(answer.body, limits_of(answer.body.size()));
  if (!root) return not_jsonrpc(answer, root.error().message);
  if (!root->find("error") && !root->find("result")) return not_jsonrpc(answer, "no result and no error");
  auto result = result_of(*root);
  if (!result) return std::unexpected(result.error());
  auto value = decode(*result);
  if (!value) return broken(value.error());
  return *std::move(value);
}

template <class Decode>
auto call(const Endpoint& endpoint, const ClientOptions& options, Operation operation,
          std::string_view params, const std::stop_token& stop, Decode decode)
    -> decltype(read_answer(HttpResponse(), decode)) {
  auto request = post(endpoint, options, operation, params);
  if (!request) return std::unexpected(request.error());
  auto answer = perform(*request, stop);
  if (!answer) return std::unexpected(answer.error());
  return read_answer(*answer, decode);
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
  StreamReader(Version version, const ClientOptions& options, const EventSink& sink)
      : version_(version), options_(options), sink_(sink), parser_(options.event_bytes_max) {}

  // False when nothing more is wanted: see failure().
  bool feed(std::string_view bytes) {
    parser_.feed(bytes);
    for (;;) {
      auto event = parser_.next();
      if (!event) return fail(broken(event.error()).error());
      if (!*event) return true;
      if (!deliver((*event)->data)) return false;
    }
  }

  bool deliver(std::string_view text) {
    bytes_ += text.size();
    if (++events_ > options_.events_max || bytes_ > options_.stream_bytes_max)
      return fail(failed(Cause::kProtocol, "the stream is longer than the limit").error());
    auto root = document_.parse(text, limits_of(options_.event_bytes_max));
    if (!root)
      return fail(broken({ErrorCode::kInvalidAgentResponse, "event: " + root.error().message}).error());
    auto result = result_of(*root);
    if (!result) return fail(result.error());
    return deliver(*result);
  }

  bool deliver(JsonValue result) {
    auto event = wire::decode_stream_event(version_, result, wire::Peer::kAgent);
    if (!event) return fail(broken(event.error()).error());
    bool last = ends_turn(*event) || (version_ == Version::kV0_3 && is_marked_final(result));
    return sink_(*event) && !last;
  }

  const std::optional<Failure>& failure() const { return failure_; }

 private:
  bool fail(Failure failure) {
    failure_ = std::move(failure);
    return false;
  }

  Version version_;
  const ClientOptions& options_;
  const EventSink& sink_;
  wire::SseParser parser_;
  JsonDocument document_;
  std::size_t events_ = 0;
  std::size_t bytes_ = 0;
  std::optional<Failure> failure_;
};

Outcome<void> open_stream(const Endpoint& endpoint, const ClientOptions& options, Operation operation,
                          std::string_view params, const EventSink& sink, const std::stop_token& stop) {
  auto request = post(endpoint, options, operation, params);
  if (!request) return std::unexpected(request.error());
  StreamReader reader(endpoint.version, options, sink);
  auto answer = perform(*request, stop, [&reader](std::string_view bytes) { return reader.feed(bytes); });
  if (reader.failure()) return std::unexpected(*reader.failure());
  if (!answer) return std::unexpected(answer.error());
  if (answer->status == 200 && answer->content_type == "text/event-stream") return {};
  auto delivered =
      read_answer(*answer, [&reader](JsonValue result) -> Result<bool> { return reader.deliver(result); });
  if (reader.failure()) return std::unexpected(*reader.failure());
  if (!delivered) return std::unexpected(delivered.error());
  return {};
}

std::string encode_list_request(const ListRequest& request, std::string_view tenant) {
  std::string params = "{";
  append_raw_member(params, "pageSize", std::to_string(request.page_size));
  if (!request.context_id.empty()) append_string_member(params, "contextId", request.context_id);
  if (!request.page_token.empty()) append_string_member(params, "pageToken", request.page_token);
  if (!tenant.empty()) append_string_member(params, "tenant", tenant);
  return params + "}";
}

Result<TaskPage> decode_task_page(JsonValue result) {
  auto tasks = result.find("tasks");
  if (!tasks || !tasks->is_array())
    return a2a::fail(ErrorCode::kInvalidAgentResponse, "tasks: expected an array");
  TaskPage page;
  for (JsonValue entry : tasks->elements()) {
    auto task = wire::decode_task(Version::kV1_0, entry, wire::Peer::kAgent);
    if (!task) return std::unexpected(task.error());
    page.tasks.push_back(*std::move(task));
  }
  auto token = result.find("nextPageToken");
  if (token) page.next_page_token = token->string().value_or("");
  return page;
}

}  // namespace

Client::Client(Endpoint endpoint, ClientOptions options)
    : endpoint_(std::move(endpoint)), options_(std::move(options)) {}

Outcome<SendResult> Client::send(SendRequest request, const std::stop_token& stop) const {
  request.tenant = endpoint_.tenant;
  auto params = wire::encode_send_request(endpoint_.version, request);
  return call(endpoint_, options_, Operation::kSend, params, stop,
              [version = endpoint_.version](JsonValue result) {
                return wire::decode_send_result(version, result, wire::Peer::kAgent);
              });
}

Outcome<void> Client::stream(SendRequest request, const EventSink& sink, const std::stop_token& stop) const {
  request.tenant = endpoint_.tenant;
  auto params = wire::encode_send_request(endpoint_.version, request);
  return open_stream(endpoint_, options_, Operation::kStream, params, sink, stop);
}

Outcome<void> Client::subscribe(std::string_view task_id, const EventSink& sink,
                                const std::stop_token& stop) const {
  TaskIdRequest request{.id = std::string(task_id), .tenant = endpoint_.tenant};
  auto params = wire::encode_task_id_request(endpoint_.version, request);
  return open_stream(endpoint_, options_, Operation::kSubscribe, params, sink, stop);
}

Outcome<Task> Client::get(std::string_view task_id, std::optional<int> history_length,
                          const std::stop_token& stop) const {
  GetTaskRequest request{std::string(task_id), history_length, endpoint_.tenant};
  auto params = wire::encode_get_task_request(endpoint_.version, request);
  return call(endpoint_, options_, Operation::kGet, params, stop,
              [version = endpoint_.version](JsonValue result) {
                return wire::decode_task(version, result, wire::Peer::kAgent);
              });
}

Outcome<Task> Client::cancel(std::string_view task_id, const std::stop_token& stop) const {
  TaskIdRequest request{.id = std::string(task_id), .tenant = endpoint_.tenant};
  auto params = wire::encode_task_id_request(endpoint_.version, request);
  return call(endpoint_, options_, Operation::kCancel, params, stop,
              [version = endpoint_.version](JsonValue result) {
                return wire::decode_task(version, result, wire::Peer::kAgent);
              });
}

Outcome<TaskPage> Client::list(const ListRequest& request, const std::stop_token& stop) const {
  if (endpoint_.version == Version::kV0_3) {
    return std::unexpected(Failure{
        Cause::kAgent, {ErrorCode::kUnsupportedOperation, "A2A 0.3 has no list of tasks over JSON-RPC"}});
  }
  auto params = encode_list_request(request, endpoint_.tenant);
  return call(endpoint_, options_, Operation::kList, params, stop, decode_task_page);
}

Outcome<Discovered> discover(std::string_view url, const FetchOptions& options,
                             std::optional<wire::Version> version, const std::stop_token& stop) {
  auto card = fetch_card(url, options, stop);
  if (!card) return std::unexpected(card.error());
  JsonDocument document;
  auto root = document.parse(card->text, card_limits(options.card_bytes_max));
  if (!root) return broken(root.error());
  auto endpoint = select_endpoint(*root, card->url, version);
  if (!endpoint) return std::unexpected(endpoint.error());
  return Discovered{*std::move(card), *std::move(endpoint)};
}

}  // namespace a2a::client
