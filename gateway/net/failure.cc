#include "gateway/net/failure.h"

namespace schemagate::net {

std::string_view name(FailureKind kind) {
  switch (kind) {
    case FailureKind::kInvalid:
      return "invalid";
    case FailureKind::kLocal:
      return "local";
    case FailureKind::kUnresolved:
      return "unresolved";
    case FailureKind::kUnreachable:
      return "unreachable";
    case FailureKind::kOverloaded:
      return "overloaded";
    case FailureKind::kTimedOut:
      return "timed_out";
    case FailureKind::kStalled:
      return "stalled";
    case FailureKind::kClosed:
      return "closed";
    case FailureKind::kMalformed:
      return "malformed";
    case FailureKind::kTooLarge:
      return "too_large";
    case FailureKind::kUntrusted:
      return "untrusted";
    case FailureKind::kHandshake:
      return "handshake";
    case FailureKind::kCancelled:
      return "cancelled";
  }
  std::unreachable();
}

}  // namespace schemagate::net
