#include "gateway/agent/path_probe.h"

#include <chrono>
#include <string>

#include "a2a/client/http.h"
#include "a2a/uri/url.h"

namespace schemagate {
namespace {

using std::chrono::seconds;

constexpr int kNotFound = 404;
constexpr int kMethodNotAllowed = 405;

// What the agent answers there, whatever it is.
std::optional<int> status_at(const UpstreamEndpoint& endpoint, const std::string& path,
                             const AgentConfig& agent, const a2a::http::Headers& headers,
                             const std::stop_token& stop) {
  auto url = a2a::uri::parse_url(a2a::wire::request_target(endpoint.url, {.method = "GET", .path = path}));
  if (!url) return std::nullopt;
  a2a::client::OutgoingRequest request{
      .url = std::move(*url),
      .headers = headers,
      .timeouts = {.connect = seconds(5), .silence = seconds(5), .total = seconds(5)},
      .tls = agent.upstream_files};
  request.headers.push_back({"Accept", "application/json"});
  const auto answer = a2a::client::perform(request, stop);
  return answer ? std::optional(answer->status) : std::nullopt;
}

}  // namespace

std::optional<bool> leaves_out_v1(const UpstreamEndpoint& endpoint, const AgentConfig& agent,
                                  const a2a::http::Headers& headers, const std::stop_token& stop) {
  const a2a::wire::Protocol& protocol = endpoint.protocol;
  const bool has_v1 =
      protocol.binding == a2a::wire::Binding::kHttpJson && protocol.version == a2a::wire::Version::kV0_3;
  if (!has_v1) return false;
  const auto with_v1 = status_at(endpoint, "/v1/message:send", agent, headers, stop);
  if (!with_v1) return std::nullopt;
  if (*with_v1 != kNotFound) return false;
  const auto without_v1 = status_at(endpoint, "/message:send", agent, headers, stop);
  return without_v1 ? std::optional(*without_v1 == kMethodNotAllowed) : std::nullopt;
}

}  // namespace schemagate
