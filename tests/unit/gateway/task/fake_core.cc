#include "fake_core.h"

#include <algorithm>

namespace schemagate {
namespace {

// The member `method` of a request that the gateway wrote itself.
std::string method_of(std::string_view body) {
  constexpr std::string_view kName = "\"method\":\"";
  const std::size_t begin = body.find(kName) + kName.size();
  return std::string(body.substr(begin, body.find('"', begin) - begin));
}

std::string envelope(const std::string& result) {
  return R"({"jsonrpc":"2.0","id":"1","result":)" + result + "}";
}

std::shared_ptr<const PublishedAgent> make_published(bool streaming) {
  PublishedAgent agent;
  agent.endpoint.url = "http://agent.test/rpc";
  agent.endpoint.streaming = streaming;
  agent.endpoint.tenant = "our-tenant";
  agent.url = *net::parse_url(agent.endpoint.url);
  return std::make_shared<const PublishedAgent>(std::move(agent));
}

std::shared_ptr<const AgentSnapshot> make_snapshot(AgentConfig config, bool streaming) {
  config.name = "fake";
  AgentSnapshot snapshot{.configuration = std::make_shared<const AgentConfig>(std::move(config)),
                         .published = make_published(streaming)};
  return std::make_shared<const AgentSnapshot>(std::move(snapshot));
}

}  // namespace

net::Awaitable<net::Result<std::string_view>> FakeStream::read(std::chrono::milliseconds stall_timeout) {
  read_timeouts_.push_back(stall_timeout);
  if (next_ == pieces_.size()) co_return std::string_view();
  const std::optional<std::string>& piece = pieces_[next_++];
  if (!piece) co_return std::unexpected(failure_);
  co_return std::string_view(*piece);
}

std::string FakeUpstream::note(net::UpstreamRequest request, std::chrono::milliseconds timeout) {
  std::string method = method_of(request.body);
  sent.push_back({method, std::move(request), timeout});
  return method;
}

net::Awaitable<net::Result<net::HttpResponse>> FakeUpstream::fetch(const net::Url&,
                                                                   net::UpstreamRequest request,
                                                                   std::chrono::milliseconds timeout) {
  const std::string method = note(std::move(request), timeout);
  if (held_back) (void)co_await held_back->wait(std::chrono::minutes(1));
  auto result = results.at(method)();
  if (!result) co_return std::unexpected(result.error());
  net::HttpResponse response;
  response.status = status;
  response.body = result->starts_with("{\"code\"") ? R"({"jsonrpc":"2.0","id":"1","error":)" + *result + "}"
                                                   : envelope(*result);
  co_return response;
}

net::Awaitable<net::Result<std::unique_ptr<net::UpstreamStream>>> FakeUpstream::open(
    const net::Url&, net::UpstreamRequest request, std::chrono::milliseconds timeout) {
  const std::string method = note(std::move(request), timeout);
  std::unique_ptr<net::UpstreamStream> stream =
      std::make_unique<FakeStream>(streams.at(method), stream_failure, read_timeouts, at_once);
  co_return stream;
}

std::size_t FakeUpstream::count(const std::string& method) const {
  return static_cast<std::size_t>(std::ranges::count(sent, method, &SentRequest::method));
}

FakeCore::FakeCore(AgentConfig config, bool streaming, GatewayLimits with_limits,
                   store::StoreLimits store_limits, LogLevel log_level)
    : store(store_limits),
      log(log_level),
      limits(with_limits),
      agent(make_snapshot(std::move(config), streaming)),
      services({context.get_executor(), upstream, ids, digest, document},
               {store, clock, log, limits, replies}) {}

FakeUpstream::Answer gives(const std::string& result) {
  return [result]() -> net::Result<std::string> { return result; };
}

FakeUpstream::Answer breaks() {
  return []() -> net::Result<std::string> {
    return net::failed(net::FailureKind::kClosed, "broke the connection");
  };
}

a2a::SendRequest text_request(const std::string& text, bool at_once) {
  a2a::SendRequest request;
  request.message.message_id = "m-1";
  request.message.role = a2a::Role::kUser;
  request.message.parts.push_back({.content = text});
  request.configuration.return_immediately = at_once;
  return request;
}

std::string bare_task(const std::string& state) {
  return R"({"id":"up-1","contextId":"up-c","status":{"state":"TASK_STATE_)" + state + "\"}}";
}

std::string task_result(const std::string& state) {
  return "{\"task\":" + bare_task(state) + "}";
}

std::string sse(const std::string& result) {
  return "data: " + envelope(result) + "\n\n";
}

}  // namespace schemagate
