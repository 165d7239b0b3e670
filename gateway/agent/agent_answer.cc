#include "gateway/agent/agent_answer.h"

#include <utility>

#include "a2a/wire/answer_parts.h"
#include "a2a/wire/jsonrpc.h"
#include "gateway/agent/agent_call_log.h"
#include "gateway/agent/agent_error.h"
#include "gateway/agent/upstream_failure.h"

namespace schemagate {

using a2a::ErrorCode;
using a2a::Result;

a2a::wire::Answer<a2a::JsonValue> parse_body(a2a::JsonDocument& document, std::string body,
                                             const a2a::JsonLimits& limits) {
  auto root = document.parse_own(std::move(body), limits);
  if (root) return *root;
  return std::unexpected(a2a::wire::AnswerFault{std::move(root.error().message)});
}

Result<a2a::JsonValue> made_fit(Result<a2a::JsonValue> result) {
  if (result) return result;
  return std::unexpected(agent_error(std::move(result.error())));
}

Result<a2a::JsonValue> or_no_credentials(Result<a2a::JsonValue> answer, int status) {
  const bool is_answer = answer || answer.error().code != ErrorCode::kInvalidAgentResponse;
  if (is_answer || !wants_credentials(status)) return answer;
  return a2a::fail(ErrorCode::kInvalidAgentResponse,
                   "the agent does not let the gateway in (HTTP " + std::to_string(status) +
                       "): whoever runs the gateway has to give it the agent's credentials, with "
                       "upstream.headers or upstream.credentials");
}

std::optional<net::Failure> too_many_parts(a2a::JsonValue value, const GatewayLimits& limits,
                                           std::string_view what) {
  if (!a2a::wire::lists_more_than(value, limits.answer_parts_max)) return std::nullopt;
  return with_option({net::FailureKind::kTooLarge, "sent " + std::string(what) + " with too many parts"},
                     "limits.upstream.parts", std::to_string(limits.answer_parts_max));
}

std::string_view id_to_have(a2a::JsonValue root, std::string_view request_id) {
  const auto found = root.find("id");
  return found && a2a::wire::is_id(*found, a2a::wire::kRequestId) ? a2a::wire::kRequestId : request_id;
}

}  // namespace schemagate
