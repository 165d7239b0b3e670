// Why a call to an agent gave no result, told apart by who is to blame.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "a2a/error.h"
#include "a2a/model/message.h"

namespace schemagate::a2a::client {

enum class Cause {
  kArgument,     // the caller's: a URL, header or message that cannot be sent; nothing was sent
  kUnreachable,  // name lookup, connecting, TLS, or a connection that broke before the answer was whole
  kProtocol,     // something answered, but not as an A2A agent of v0.3 or v1.0 would
  kAgent,        // the agent refused: an A2A error, or HTTP 401 or 403
  kTimeout,      // one of Timeouts ran out
  kCanceled,     // the caller's stop token
};

std::string_view name(Cause cause);

struct Failure {
  Cause cause = Cause::kProtocol;
  Error error;          // for kAgent as wire::parse_answer classified it
  int http_status = 0;  // 0: no answer
  // The agent's error object, its exact text: code, message and details as they came. Only for kAgent.
  RawJson agent_error = {};
};

template <class T>
using Outcome = Result<T, Failure>;

inline std::unexpected<Failure> failed(Cause cause, std::string message, int http_status = 0) {
  ErrorCode code = cause == Cause::kArgument ? ErrorCode::kInvalidParams : ErrorCode::kInvalidAgentResponse;
  return std::unexpected(Failure{cause, {code, std::move(message)}, http_status});
}

}  // namespace schemagate::a2a::client
