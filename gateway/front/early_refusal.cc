#include "gateway/front/early_refusal.h"

#include <string>
#include <utility>

#include "gateway/config/text.h"
#include "gateway/front/binding.h"
#include "gateway/front/http_answer.h"
#include "gateway/front/refusal.h"
#include "gateway/front/route.h"

namespace schemagate {
namespace {

constexpr int kContentTooLarge = 413;
constexpr int kUnavailable = 503;

Refusal refusal_of(const net::RefusedRequest& refused, const net::ListenerLimits& limits) {
  if (refused.status == kUnavailable) return unavailable(refused.message);
  Refusal refusal{.error = {a2a::ErrorCode::kInvalidRequest, std::string(refused.message)},
                  .http_status = refused.status};
  if (refused.status != kContentTooLarge) return refusal;
  const std::string limit = format_size(limits.body_bytes_max);
  refusal.error.message += " (limits.body: " + limit + ")";
  refusal.error.infos.push_back(
      {"BODY_TOO_LARGE", std::string(a2a::kOwnErrorDomain), {{"limits.body", limit}}});
  return refusal;
}

// An agent of another listener is none.
Route route_of(const EarlyRefusalScope& scope, const net::HttpRequest& request) {
  Route route = find_route(scope.agents, request.target);
  const ListenerConfig& listener = scope.listeners.at(request.peer.listener);
  return !route.served || listener.serves(route.served->config().name) ? route : Route();
}

}  // namespace

net::HttpResponse early_refusal(const EarlyRefusalScope& scope, const net::RefusedRequest& refused,
                                const net::HttpRequest& request) {
  const Refusal refusal = refusal_of(refused, scope.limits);
  const Route route = route_of(scope, request);
  if (!rule_of(route.kind).is_call) return plain_answer(refusal);
  Invocation invocation;
  begin_call(request, route, invocation);
  invocation.takes_events_alone = takes_events_alone(request.header("Accept"));
  return encode_refusal(invocation, refusal);
}

}  // namespace schemagate
