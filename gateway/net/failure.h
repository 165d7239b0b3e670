// Why this room could not do what it was asked to do. Values only; it knows no protocol above HTTP.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace schemagate::net {

// Callers decide, log and count by the kind. "The peer" is the other end of the connection.
// A new value needs its name in name() (failure.cc); the compiler finds the place.
enum class FailureKind {
  kInvalid,      // a URL, address or header that cannot be used; nothing was sent
  kLocal,        // the operating system refused, for example because the port is in use
  kUnresolved,   // the host name is not known, or its lookup took too long
  kUnreachable,  // no connection came about, or not in time: nothing was sent
  kOverloaded,   // every connection that the limit allows was busy until the deadline; or memory was
  kTimedOut,     // the deadline of the call passed, with a connection there
  kStalled,      // the peer sent nothing for the time allowed between two pieces of a stream
  kClosed,       // the peer closed or reset the connection before its answer was complete
  kMalformed,    // the peer broke HTTP's framing, or its headers exceed their limit
  kTooLarge,     // the peer's answer exceeds the limit of its body
  kUntrusted,    // the peer's certificate is not one that we trust for its host
  kHandshake,    // TLS did not come about, or the peer ended it, for another reason
  kCancelled,    // the caller gave the call up
};

// "timed_out" for kTimedOut and so on: for logs and metrics.
std::string_view name(FailureKind kind);

// `detail` is for people and holds nothing that was sent or received. Of a call it is a sentence whose
// subject the caller adds: "closed the connection before it answered".
struct Failure {
  FailureKind kind = FailureKind::kInvalid;
  std::string detail;
};

// Must not be dropped: libstdc++ 12's std::expected is not [[nodiscard]].
template <class T, class E = Failure>
class [[nodiscard]] Result : public std::expected<T, E> {
 public:
  using std::expected<T, E>::expected;
};

//   if (!is_token(name)) return failed(FailureKind::kInvalid, "a header's name is no token");
inline std::unexpected<Failure> failed(FailureKind kind, std::string_view detail) {
  return std::unexpected(Failure{kind, std::string(detail)});
}

}  // namespace schemagate::net
