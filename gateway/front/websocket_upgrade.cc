#include "gateway/front/websocket_upgrade.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "a2a/http/grammar.h"
#include "a2a/text/ascii.h"
#include "gateway/net/websocket.h"

namespace schemagate {
namespace {

constexpr std::string_view kHandshakePrefix = "Sec-WebSocket-";
constexpr std::array<std::string_view, 6> kOfOneRequest{"Origin",       "Sec-Fetch-Site", "Content-Length",
                                                        "Content-Type", "Accept",         "Last-Event-ID"};

bool is_of_one_request(const net::Header& header) {
  const std::string_view name = header.name;
  if (a2a::text::equals_ignore_case(name.substr(0, kHandshakePrefix.size()), kHandshakePrefix)) return true;
  return std::ranges::any_of(
      kOfOneRequest, [name](std::string_view each) { return a2a::text::equals_ignore_case(each, name); });
}

Refusal refused(int status, std::string_view message) {
  return {.error = {a2a::ErrorCode::kInvalidRequest, std::string(message)}, .http_status = status};
}

}  // namespace

Step check_upgrade(const net::HttpRequest& request) {
  if (const auto problem = net::check_handshake(request)) {
    Refusal refusal = refused(problem->status, problem->message);
    if (problem->status == 426) refusal.headers.push_back({"Sec-WebSocket-Version", "13"});
    return std::unexpected(std::move(refusal));
  }
  return {};
}

std::string chosen_subprotocol(const net::HttpRequest& request) {
  for (const net::Header& header : request.headers) {
    if (!a2a::text::equals_ignore_case(header.name, "Sec-WebSocket-Protocol")) continue;
    std::string_view list = header.value;
    while (const auto offered = a2a::http::next_list_element(list)) {
      if (*offered == kWebSocketSubprotocol) return std::string(kWebSocketSubprotocol);
    }
  }
  return {};
}

MessageClient client_of_upgrade(const net::HttpRequest& request) {
  MessageClient client{request.target, request.headers, request.peer};
  std::erase_if(client.headers, is_of_one_request);
  return client;
}

}  // namespace schemagate
