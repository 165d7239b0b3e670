#include "gateway/agent/upstream_failure.h"

#include <utility>

#include "gateway/config/text.h"

namespace schemagate {

a2a::Error upstream_error(const net::Failure& failure) {
  if (failure.kind == net::FailureKind::kInvalid) return {a2a::ErrorCode::kInternal, failure.detail};
  return {a2a::ErrorCode::kInvalidAgentResponse, "the agent " + failure.detail};
}

net::Failure with_option(net::Failure failure, std::string_view option, std::string_view value) {
  failure.detail.append(" (").append(option).append(": ").append(value).append(")");
  return failure;
}

net::Failure with_body_limit(net::Failure failure, const GatewayLimits& limits) {
  return with_option(std::move(failure), "limits.upstream.body", format_size(limits.answer_bytes_max));
}

a2a::Error task_timed_out(const AgentConfig& agent) {
  return upstream_error(with_option({net::FailureKind::kTimedOut, "did not end the task in time"},
                                    "task_timeout", format_duration(agent.task_timeout)));
}

}  // namespace schemagate
