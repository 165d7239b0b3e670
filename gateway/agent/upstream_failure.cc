#include "gateway/agent/upstream_failure.h"

namespace schemagate {

a2a::Error upstream_error(const net::Failure& failure) {
  if (failure.kind == net::FailureKind::kInvalid) return {a2a::ErrorCode::kInternal, failure.detail};
  return {a2a::ErrorCode::kInvalidAgentResponse, "the agent " + failure.detail};
}

}  // namespace schemagate
