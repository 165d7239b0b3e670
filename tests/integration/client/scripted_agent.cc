#include "scripted_agent.h"

#include "a2a/json/document.h"

namespace schemagate {

std::string SeenRequest::header(const std::string& name) const {
  auto entry = headers.find(name);
  return entry == headers.end() ? "(absent)" : entry->second;
}

std::string envelope(const std::string& result) {
  return R"({"jsonrpc":"2.0","id":1,"result":)" + result + "}";
}

ScriptedAgent::ScriptedAgent() {
  auto handler = [this](const httplib::Request& request, httplib::Response& response) {
    handle(request, response);
  };
  server_.Get(".*", handler);
  server_.Post(".*", handler);
  server_.set_tcp_nodelay(true);
  port_ = server_.bind_to_any_port("127.0.0.1");
  thread_ = std::thread([this] { server_.listen_after_bind(); });
  while (!server_.is_running()) std::this_thread::yield();
}

ScriptedAgent::~ScriptedAgent() {
  server_.stop();
  thread_.join();
}

std::string ScriptedAgent::url(const std::string& path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + path;
}

void ScriptedAgent::page(const std::string& path, ScriptedAnswer answer) {
  std::lock_guard lock(mutex_);
  pages_[path] = std::move(answer);
}

void ScriptedAgent::card(a2a::wire::Version version, const std::string& more) {
  std::string text = R"({"name":"scripted","version":"1","capabilities":{"streaming":true},)";
  if (version == a2a::wire::Version::kV1_0) {
    text += R"("supportedInterfaces":[{"url":"/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"}])";
  } else {
    text += R"("url":"/rpc","protocolVersion":"0.3.0")";
  }
  page("/.well-known/agent-card.json", {text + more + "}"});
}

void ScriptedAgent::on(const std::string& method, std::vector<ScriptedAnswer> answers) {
  std::lock_guard lock(mutex_);
  calls_[method] = std::move(answers);
}

void ScriptedAgent::result(const std::string& method, const std::string& result) {
  on(method, {{envelope(result)}});
}

void ScriptedAgent::events(const std::string& method, const std::vector<std::string>& results) {
  std::string text;
  for (const std::string& result : results) text += "data: " + envelope(result) + "\n\n";
  on(method, {{text, "text/event-stream"}});
}

std::vector<SeenRequest> ScriptedAgent::seen() const {
  std::lock_guard lock(mutex_);
  return seen_;
}

void ScriptedAgent::handle(const httplib::Request& request, httplib::Response& response) {
  std::lock_guard lock(mutex_);
  seen_.push_back({request.path, request.body, request.headers});
  ScriptedAnswer answer{"", "text/plain", 404};
  if (auto page = pages_.find(request.path); page != pages_.end()) answer = page->second;
  if (request.method == "POST") {
    a2a::JsonDocument document;
    auto root = document.parse(request.body);
    auto method = root ? root->find("method") : std::nullopt;
    auto call = calls_.find(std::string(method ? method->string().value_or("") : ""));
    if (call != calls_.end()) {
      answer = call->second.front();
      if (call->second.size() > 1) call->second.erase(call->second.begin());
    }
  }
  response.status = answer.status;
  if (answer.status >= 300 && answer.status < 400) response.set_header("Location", "/elsewhere");
  response.set_header("ETag", "\"v1\"");
  response.set_content(answer.body, answer.content_type);
}

}  // namespace schemagate
