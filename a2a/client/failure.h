// Why a call to an agent gave no result, told apart by who can do something about it.
//
//   auto task = client.get("t1");
//   if (!task && task.error().cause == Cause::kTimeout) retry();
//   if (!task) log(name(task.error().cause), task.error().error.message);
//
// Values; pure; safe from any thread.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "a2a/error.h"
#include "a2a/model/message.h"

namespace schemagate::a2a::client {

enum class Cause {
  // The caller's: a URL, header or message that cannot be sent. Nothing was sent.
  kArgument,
  // Name lookup, connecting, TLS, or a connection that broke before the answer was whole.
  kUnreachable,
  // TLS: the peer's certificate is not one that we trust for its host, or the handshake failed for another
  // reason,
  // which `reason` says.
  kTls,
  // Something answered, but not as an A2A agent of v0.3 or v1.0 would, or a bound was hit.
  kProtocol,
  // The agent refused: an A2A error, or HTTP 401 or 403.
  kAgent,
  // One of Timeouts ran out.
  kTimeout,
  // The caller's stop token.
  kCanceled,
};

// In lower case, for messages and scripts: "unreachable".
std::string_view name(Cause cause);

struct Failure {
  Cause cause = Cause::kProtocol;
  // `message` is for readers. For kAgent the code is the one that wire::read_answer() found.
  Error error;
  // Of the answer; 0: there was none.
  int http_status = 0;
  // The agent's error object, its exact text: code, message and details as they came. Only for kAgent.
  RawJson agent_error = {};
  // Of a connection that did not come about, or broke: the message without the address, behind a subject.
  std::string reason = {};
  // Of kTimeout: Timeouts::stated is over.
  bool by_stated_time = false;
};

// What every call gives.
template <class T>
using Outcome = Result<T, Failure>;

// A Failure as the return value of any function that returns an Outcome.
inline std::unexpected<Failure> failed(Cause cause, std::string message, int http_status = 0) {
  ErrorCode code = cause == Cause::kArgument ? ErrorCode::kInvalidParams : ErrorCode::kInvalidAgentResponse;
  return std::unexpected(Failure{cause, {code, std::move(message)}, http_status});
}

}  // namespace schemagate::a2a::client
