#include "gateway/cli/exit_code.h"

namespace schemagate::cli {

ExitCode exit_code_of(const a2a::client::Failure& failure) {
  switch (failure.cause) {
    case a2a::client::Cause::kArgument:
      return kUsage;
    case a2a::client::Cause::kAgent:
      return kRefused;
    case a2a::client::Cause::kTimeout:
    case a2a::client::Cause::kCanceled:
      return kTimedOut;
    case a2a::client::Cause::kUnreachable:
    case a2a::client::Cause::kTls:
    case a2a::client::Cause::kProtocol:
      return kUnreachable;
  }
  std::unreachable();
}

ExitCode exit_code_of(a2a::TaskState state) {
  if (a2a::is_interrupted(state)) return kInputRequired;
  return a2a::is_terminal(state) && state != a2a::TaskState::kCompleted ? kRefused : kDone;
}

}  // namespace schemagate::cli
