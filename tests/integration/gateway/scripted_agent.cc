#include "tests/integration/gateway/scripted_agent.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <utility>

namespace schemagate {
namespace {

constexpr std::chrono::seconds kAgentTimeout{20};
const std::string kRestPath = "/rest";
const std::string kNotTaken = "a method that is not taken";
const std::string kNobodysTask = "the gateway's question for nobody's task";

// Several sockets may be bound to one port; only those that listen get connections.
int bind_socket(std::uint16_t port) {
  const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const int on = 1;
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on));
  ::setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::bind(descriptor, std::bit_cast<const sockaddr*>(&address), sizeof(address));
  return descriptor;
}

std::uint16_t port_of(int descriptor) {
  sockaddr_in address{};
  socklen_t size = sizeof(address);
  ::getsockname(descriptor, std::bit_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

std::string hex(std::size_t number) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (; number > 0 || text.empty(); number /= 16) text.insert(text.begin(), kDigits[number % 16]);
  return text;
}

Json smallest_card(const Dialect& dialect, const std::string& url) {
  Json card = {{"name", "Scripted agent"},
               {"description", "Does what a test says"},
               {"version", "1.0.0"},
               {"capabilities", {{"streaming", true}}},
               {"defaultInputModes", {"text/plain"}},
               {"defaultOutputModes", {"text/plain"}},
               {"skills", Json::array()}};
  const std::string binding = dialect.http_json ? "HTTP+JSON" : "JSONRPC";
  const std::string endpoint = url + (dialect.http_json ? kRestPath : "/rpc");
  if (dialect.is_v1()) {
    card["supportedInterfaces"] =
        Json::array({{{"url", endpoint}, {"protocolBinding", binding}, {"protocolVersion", "1.0"}}});
  } else {
    card.update({{"url", endpoint}, {"protocolVersion", "0.3.0"}, {"preferredTransport", binding}});
  }
  return card;
}

// The body of an error over HTTP+JSON, as the SDKs of the version write it.
Json rest_error(const Dialect& dialect, int status, int code, const std::string& message) {
  if (dialect.is_v0_3_proto()) return {{"code", code}, {"message", message}};
  Json error = {{"code", status}, {"status", "INTERNAL"}, {"message", message}};
  const std::map<int, std::string> reasons = {{-32001, "TASK_NOT_FOUND"},
                                              {-32002, "TASK_NOT_CANCELABLE"},
                                              {-32004, "UNSUPPORTED_OPERATION"},
                                              {-32005, "CONTENT_TYPE_NOT_SUPPORTED"},
                                              {-32007, "EXTENDED_AGENT_CARD_NOT_CONFIGURED"}};
  if (const auto reason = reasons.find(code); reason != reasons.end()) {
    error["details"] = Json::array({{{"@type", "type.googleapis.com/google.rpc.ErrorInfo"},
                                     {"reason", reason->second},
                                     {"domain", "a2a-protocol.org"}}});
  }
  return {{"error", error}};
}

// The method in JSON-RPC of "POST /rest/v1/message:send HTTP/1.1", and the task that the path names.
std::pair<std::string, std::string> read_rest_line(const Dialect& dialect, std::string line) {
  line = line.substr(0, line.rfind(' '));
  line = line.substr(0, line.find('?'));
  const std::string prefix = kRestPath + (dialect.is_v0_3_proto() ? "/v1/" : "/");
  const std::size_t begin = line.find(prefix);
  if (begin == std::string::npos) return {};
  const std::string method = line.substr(0, begin - 1);
  const std::string path = line.substr(begin + prefix.size());
  if (path == "message:send" && method == "GET") return {kNotTaken, ""};
  if (path == "tasks/schemagate-asks-for-no-task") return {kNobodysTask, ""};
  if (path == "message:send") return {dialect.send, ""};
  if (path == "message:stream") return {dialect.stream, ""};
  if (path == "extendedAgentCard") return {"GetExtendedAgentCard", ""};
  if (path == "card") return {"agent/getAuthenticatedExtendedCard", ""};
  if (!path.starts_with("tasks/")) return {};
  const std::string task = path.substr(path.find('/') + 1);
  const std::string id = task.substr(0, task.find(':'));
  if (task.ends_with(":cancel")) return {dialect.cancel, id};
  if (task.ends_with(":subscribe")) return {dialect.subscribe, id};
  return method == "GET" ? std::pair(dialect.get, id) : std::pair<std::string, std::string>();
}

}  // namespace

void Gate::open() const {
  const std::lock_guard lock(state_->mutex);
  state_->open = true;
  state_->changed.notify_all();
}

void Gate::wait() const {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait_for(lock, net::RawSocket::kTimeout, [this] { return state_->open; });
}

std::string AgentAnswer::wrapped(const Json& result) const {
  if (dialect_.http_json) return result.dump();
  return Json{{"jsonrpc", "2.0"}, {"id", id_}, {"result", result}}.dump();
}

void AgentAnswer::result(const Json& result) {
  const bool own_type = dialect_.http_json && dialect_.is_v1();
  http(200, own_type ? "application/a2a+json" : "application/json", wrapped(result));
}

void AgentAnswer::error(int code, const std::string& message) {
  if (dialect_.http_json) {
    const int status = code == -32001 ? 404 : 400;
    return http(status, "application/json", rest_error(dialect_, status, code, message).dump());
  }
  const Json answer = {{"jsonrpc", "2.0"}, {"id", id_}, {"error", {{"code", code}, {"message", message}}}};
  http(200, "application/json", answer.dump());
}

void AgentAnswer::http(int status, const std::string& content_type, const std::string& body) {
  bytes("HTTP/1.1 " + std::to_string(status) + " Scripted\r\nContent-Type: " + content_type +
        "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
}

void AgentAnswer::begin_events() {
  bytes("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
}

bool AgentAnswer::event(const Json& result) {
  return chunk("data: " + wrapped(result) + "\n\n");
}

bool AgentAnswer::chunk(const std::string& bytes) {
  return socket_.send(hex(bytes.size()) + "\r\n" + bytes + "\r\n");
}

void AgentAnswer::end_events() {
  bytes("0\r\n\r\n");
}

ScriptedAgent::ScriptedAgent(Dialect dialect)
    : dialect_(std::move(dialect)), reservation_(bind_socket(0)), port_(port_of(reservation_)) {
  card_ = smallest_card(dialect_, url());
  come_up();
}

ScriptedAgent::~ScriptedAgent() {
  go_down();
  ::close(reservation_);
}

void ScriptedAgent::come_up() {
  listener_ = bind_socket(port_);
  ::listen(listener_, 64);
  acceptor_ = std::jthread([this] { accept_all(listener_); });
}

void ScriptedAgent::go_down() {
  if (listener_ < 0) return;
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  ::close(std::exchange(listener_, -1));
  std::vector<std::jthread> threads;
  {
    const std::lock_guard lock(mutex_);
    for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
    threads = std::exchange(threads_, {});
  }
}

void ScriptedAgent::accept_all(int listener) {
  for (;;) {
    const int connection = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    const std::lock_guard lock(mutex_);
    connections_.insert(connection);
    threads_.emplace_back([this, connection] { serve(connection); });
  }
}

void ScriptedAgent::serve(int connection) {
  net::RawSocket socket(connection);
  HttpReader reader(socket);
  while (auto request = reader.read()) {
    handle(*request, socket);
    if (!socket.is_open()) break;
  }
  const std::lock_guard lock(mutex_);
  connections_.erase(connection);
  socket.close();
}

AgentCall ScriptedAgent::read_call(const HttpMessage& request) const {
  AgentCall call{request, request.json()};
  if (!dialect_.http_json) return call;
  const auto [method, task_id] = read_rest_line(dialect_, request.start_line);
  Json params = call.body.is_object() ? call.body : Json::object();
  if (!task_id.empty()) params["id"] = task_id;
  call.body = method.empty() ? Json() : Json{{"method", method}, {"params", params}};
  return call;
}

void ScriptedAgent::handle(const HttpMessage& request, net::RawSocket& socket) {
  const AgentCall call = read_call(request);
  AgentAnswer answer(socket, dialect_, call.body.is_object() ? call.body.value("id", Json()) : Json());
  if (request.start_line.starts_with("GET /.well-known/agent-card.json "))
    return answer.http(200, "application/json", card());
  if (!call.body.is_object()) {
    const std::lock_guard lock(mutex_);
    misses_.push_back(request);
    return answer.http(404, "text/plain", "nothing here");
  }
  if (call.method() == kNotTaken) return answer.http(405, "text/plain", "POST only");
  if (call.method() == kNobodysTask) return answer.http(404, "application/json", no_such_task_);
  Behaviour behaviour;
  {
    const std::lock_guard lock(mutex_);
    calls_.push_back(call);
    if (auto found = behaviours_.find(call.method()); found != behaviours_.end()) behaviour = found->second;
  }
  called_.notify_all();
  if (behaviour) return behaviour(call, answer);
  const std::string why = "this test did not expect " + call.method();
  dialect_.http_json ? answer.http(404, "text/plain", why) : answer.error(-32601, why);
}

std::string ScriptedAgent::card() const {
  const std::lock_guard lock(mutex_);
  return card_.dump();
}

void ScriptedAgent::change_card(const Json& patch) {
  const std::lock_guard lock(mutex_);
  card_.merge_patch(patch);
}

void ScriptedAgent::on(const std::string& method, Behaviour behaviour) {
  const std::lock_guard lock(mutex_);
  behaviours_[method] = std::move(behaviour);
}

void ScriptedAgent::answer(const std::string& method, const Json& result) {
  on(method, [result](const AgentCall&, AgentAnswer& answer) { answer.result(result); });
}

std::vector<AgentCall> ScriptedAgent::calls(const std::string& method) const {
  const std::lock_guard lock(mutex_);
  std::vector<AgentCall> found;
  for (const AgentCall& call : calls_) {
    if (call.method() == method) found.push_back(call);
  }
  return found;
}

// The mutex is held.
bool ScriptedAgent::brings_message(const AgentCall& call) const {
  const std::string method = call.method();
  return method == dialect_.send || (method == dialect_.stream && behaviours_.contains(method));
}

std::vector<AgentCall> ScriptedAgent::messages() const {
  const std::lock_guard lock(mutex_);
  std::vector<AgentCall> found;
  std::ranges::copy_if(calls_, std::back_inserter(found),
                       [this](const AgentCall& call) { return brings_message(call); });
  return found;
}

std::vector<HttpMessage> ScriptedAgent::misses() const {
  const std::lock_guard lock(mutex_);
  return misses_;
}

std::size_t ScriptedAgent::call_count() const {
  const std::lock_guard lock(mutex_);
  return calls_.size();
}

bool ScriptedAgent::wait_for_calls(const std::string& method, std::size_t count) const {
  std::unique_lock lock(mutex_);
  return called_.wait_for(lock, kAgentTimeout, [&] {
    std::size_t seen = 0;
    for (const AgentCall& call : calls_) seen += call.method() == method ? 1 : 0;
    return seen >= count;
  });
}

bool ScriptedAgent::wait_for_messages(std::size_t count) const {
  std::unique_lock lock(mutex_);
  return called_.wait_for(lock, kAgentTimeout, [&] {
    const auto seen =
        std::ranges::count_if(calls_, [this](const AgentCall& call) { return brings_message(call); });
    return static_cast<std::size_t>(seen) >= count;
  });
}

}  // namespace schemagate
