#include "gateway/agent/rest_probe.h"

#include <chrono>
#include <string>

#include "a2a/client/http.h"
#include "a2a/json/document.h"
#include "a2a/uri/url.h"

namespace schemagate {
namespace {

using a2a::wire::Protocol;
using std::chrono::seconds;

constexpr int kNotFound = 404;
constexpr int kMethodNotAllowed = 405;
constexpr const char* kNobodysTask = "/v1/tasks/schemagate-asks-for-no-task";

class Questions {
 public:
  Questions(const UpstreamEndpoint& endpoint, const AgentConfig& agent, const a2a::http::Headers& headers,
            const std::stop_token& stop)
      : endpoint_(endpoint), agent_(agent), headers_(headers), stop_(stop) {}

  // Whatever it answers there; nullopt: nothing.
  std::optional<a2a::http::Response> get(const std::string& path) const {
    auto url = a2a::uri::parse_url(a2a::wire::request_target(endpoint_.url, {.method = "GET", .path = path}));
    if (!url) return std::nullopt;
    a2a::client::OutgoingRequest request{
        .url = std::move(*url),
        .headers = headers_,
        .timeouts = {.connect = seconds(5), .silence = seconds(5), .total = seconds(5)},
        .tls = agent_.upstream_files};
    request.headers.push_back({"Accept", "application/json"});
    auto answer = a2a::client::perform(request, stop_);
    return answer ? std::optional(*std::move(answer)) : std::nullopt;
  }

  std::optional<int> status_at(const std::string& path) const {
    const auto answer = get(path);
    return answer ? std::optional(answer->status) : std::nullopt;
  }

 private:
  const UpstreamEndpoint& endpoint_;
  const AgentConfig& agent_;
  const a2a::http::Headers& headers_;
  const std::stop_token& stop_;
};

std::optional<bool> leaves_out_v1(const Questions& agent) {
  const auto with_v1 = agent.status_at("/v1/message:send");
  if (!with_v1) return std::nullopt;
  if (*with_v1 != kNotFound) return false;
  const auto without_v1 = agent.status_at("/message:send");
  return without_v1 ? std::optional(*without_v1 == kMethodNotAllowed) : std::nullopt;
}

}  // namespace

bool wants_bytes_twice(std::string_view answer) {
  a2a::JsonDocument document;
  const auto body = document.parse(answer);
  if (!body || body->find("code")) return false;
  const auto error = body->find("error");
  const auto message = body->find("message");
  if (!error) return message && message->string() == "Task not found";
  if (error->is_object()) return error->raw().contains(R"("TASK_NOT_FOUND")");
  return error->string().value_or("").starts_with("io.a2a.");
}

std::optional<Protocol> probe_rest(const UpstreamEndpoint& endpoint, const AgentConfig& agent,
                                   const a2a::http::Headers& headers, const std::stop_token& stop) {
  Protocol protocol = endpoint.protocol;
  const bool is_asked =
      protocol.binding == a2a::wire::Binding::kHttpJson && protocol.version == a2a::wire::Version::kV0_3;
  if (!is_asked) return protocol;
  const Questions questions(endpoint, agent, headers, stop);
  const auto without_v1 = leaves_out_v1(questions);
  if (!without_v1) return std::nullopt;
  protocol.without_v1 = *without_v1;
  if (*without_v1 || agent.upstream_file_bytes != FileBytes::kAuto) return protocol;
  const auto answer = questions.get(kNobodysTask);
  if (!answer) return std::nullopt;
  protocol.bytes_twice = wants_bytes_twice(answer->body);
  return protocol;
}

}  // namespace schemagate
