#include "a2a/client/failure.h"

namespace schemagate::a2a::client {

std::string_view name(Cause cause) {
  switch (cause) {
    case Cause::kArgument:
      return "argument";
    case Cause::kUnreachable:
      return "unreachable";
    case Cause::kTls:
      return "tls";
    case Cause::kProtocol:
      return "protocol";
    case Cause::kAgent:
      return "agent";
    case Cause::kTimeout:
      return "timeout";
    case Cause::kCanceled:
      return "canceled";
  }
  std::unreachable();
}

}  // namespace schemagate::a2a::client
