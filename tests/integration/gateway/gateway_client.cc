#include "tests/integration/gateway/gateway_client.h"

#include <algorithm>
#include <iterator>
#include <thread>
#include <utility>

#include "tests/integration/gateway/secure_entry.h"

namespace schemagate {
namespace {

constexpr std::chrono::seconds kTimeout{20};

// The joined lines of one event's field that begin with `name`, e.g. "data: "; empty for comments.
std::string field_of(std::string_view event, std::string_view name) {
  std::string value;
  while (!event.empty()) {
    const std::string_view line = event.substr(0, event.find('\n'));
    event.remove_prefix(std::min(line.size() + 1, event.size()));
    if (line.starts_with(name)) value += line.substr(name.size());
  }
  return value;
}

// What a test gives itself stands.
Headers with_credentials(Headers headers) {
  const SecureEntry* entry = SecureEntry::in_use();
  const bool has_own =
      std::ranges::any_of(headers, [](const auto& one) { return one.first == "Authorization"; });
  if (entry != nullptr && !has_own) std::ranges::copy(entry->credentials(), std::back_inserter(headers));
  return headers;
}

}  // namespace

EventStream::EventStream(std::uint16_t port, const std::string& request)
    : connection_(port), reader_(connection_) {
  connection_.send(request);
  head_ = reader_.read_head().value_or(HttpMessage{});
  const bool is_whole = !head_.header("Content-Length").empty();
  if (is_whole) (is_stream() ? buffer_ : head_.body) = reader_.read_body(head_);
}

std::optional<Json> EventStream::next() {
  for (;;) {
    if (const std::size_t end = buffer_.find("\n\n"); end != std::string::npos) {
      const std::string data = field_of(std::string_view(buffer_).substr(0, end), "data: ");
      id_ = field_of(std::string_view(buffer_).substr(0, end), "id: ");
      buffer_.erase(0, end + 2);
      if (!data.empty()) return Json::parse(data);
      ++comments_;
      continue;
    }
    const std::string chunk = reader_.next_chunk();
    if (chunk.empty()) return std::nullopt;
    buffer_ += chunk;
  }
}

Json EventStream::next_result() {
  const auto event = next();
  return event && event->contains("result") ? (*event)["result"] : Json();
}

std::vector<Json> EventStream::rest() {
  std::vector<Json> results;
  while (auto event = next()) results.push_back(event->contains("result") ? (*event)["result"] : *event);
  return results;
}

Json call_body(const std::string& method, const Json& params) {
  return {{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}};
}

Headers GatewayClient::headers(const Headers& more) const {
  Headers all = {{"Content-Type", "application/json"}};
  if (dialect_.is_v1()) all.emplace_back("A2A-Version", "1.0");
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

HttpMessage GatewayClient::request(const std::string& method, const std::string& target,
                                   const Headers& headers, const std::string& body) const {
  ClientConnection connection(port_);
  connection.send(request_text(method, target, with_credentials(headers), body));
  return HttpReader(connection).read().value_or(HttpMessage{});
}

EventStream GatewayClient::events(const std::string& method, const std::string& target,
                                  const Headers& headers, const std::string& body) const {
  return {port_, request_text(method, target, with_credentials(headers), body)};
}

HttpMessage GatewayClient::head(const std::string& target) const {
  ClientConnection connection(port_);
  connection.send(request_text("HEAD", target, with_credentials({{"Connection", "close"}}), {}));
  HttpReader reader(connection);
  HttpMessage answer = reader.read_head().value_or(HttpMessage{});
  answer.body = reader.read_rest();
  return answer;
}

HttpMessage GatewayClient::post(const std::string& body, const Headers& more) const {
  return request("POST", path_, headers(more), body);
}

Json GatewayClient::call(const std::string& method, const Json& params, const Headers& more) const {
  return post(call_body(method, params).dump(), more).json();
}

EventStream GatewayClient::open(const std::string& method, const Json& params, const Headers& more) const {
  return events("POST", path_, headers(more), call_body(method, params).dump());
}

Json GatewayClient::send(const Json& message, bool at_once) const {
  const Json answer = call(dialect_.send, dialect_.send_params(message, at_once));
  return answer.contains("result") ? dialect_.unwrap(answer["result"]) : Json();
}

Json GatewayClient::send_error(const Json& message) const {
  return call(dialect_.send, dialect_.send_params(message)).value("error", Json());
}

EventStream GatewayClient::stream(const Json& message) const {
  return open(dialect_.stream, dialect_.send_params(message));
}

Json GatewayClient::get(const std::string& task_id) const {
  return call(dialect_.get, {{"id", task_id}}).value("result", Json());
}

Json GatewayClient::cancel(const std::string& task_id) const {
  return call(dialect_.cancel, {{"id", task_id}});
}

EventStream GatewayClient::subscribe(const std::string& task_id) const {
  return open(dialect_.subscribe, {{"id", task_id}});
}

Json GatewayClient::wait_for(const std::string& task_id, const std::string& state) const {
  const auto give_up = std::chrono::steady_clock::now() + kTimeout;
  Json task = get(task_id);
  while (task.is_object() && dialect_.state_of(task) != state && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    task = get(task_id);
  }
  return task;
}

}  // namespace schemagate
