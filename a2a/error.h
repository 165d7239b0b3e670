// The one error type that crosses rooms, and the Result that carries it.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schemagate::a2a {

// What went wrong, in the A2A specification's words (v1.0.1 section 3.3.2 and 5.4).
// A new value needs a row in identity() (a2a/error.cc); the compiler finds the place.
enum class ErrorCode {
  kParse,                         // the text is not JSON, or not JSON that we accept
  kInvalidRequest,                // JSON, but not a request
  kMethodNotFound,                // no such operation in any version
  kInvalidParams,                 // an operation's parameters are wrong
  kInternal,                      // our fault; the cause is in the log, never on the wire
  kTaskNotFound,                  // unknown id, or somebody else's: the two are never told apart
  kTaskNotCancelable,             // the task has ended
  kPushNotificationNotSupported,  // the agent's card says so
  kUnsupportedOperation,          // known, but not here or not in this state
  kContentTypeNotSupported,       // a part's media type (or its schema) is not declared
  kInvalidAgentResponse,          // the agent behind the gateway broke the protocol or a deadline
  kExtendedCardNotConfigured,     //
  kExtensionSupportRequired,      // the card requires an extension that the client did not declare
  kVersionNotSupported,           // A2A-Version names a version that we do not speak
};

// How a code appears on the wires.
struct ErrorIdentity {
  int jsonrpc_code;         // JSON-RPC `error.code`
  int http_status;          // HTTP+JSON binding, v1.0.1 table
  std::string_view reason;  // google.rpc.ErrorInfo `reason`; empty for the plain JSON-RPC codes
  std::string_view status;  // google.rpc.Code by name: HTTP+JSON binding, v1.0.1 table
  int http_status_v1_0_0;   // HTTP+JSON binding, v1.0.0 table
};
ErrorIdentity identity(ErrorCode code);

// The code whose JSON-RPC number this is; kInternal for a number that nobody assigned.
ErrorCode error_code_of(int jsonrpc_code);

inline constexpr std::string_view kA2aErrorDomain = "a2a-protocol.org";

// google.rpc.BadRequest.FieldViolation: where (for example `message.parts[0].data.b`) and what was expected.
struct FieldViolation {
  std::string field;
  std::string description;
  bool operator==(const FieldViolation&) const = default;
};

// google.rpc.ErrorInfo. The domain is kA2aErrorDomain for the reasons of A2A itself, an extension's URI for
// its own.
struct ErrorInfo {
  std::string reason;
  std::string domain;
  std::vector<std::pair<std::string, std::string>> metadata;
  bool operator==(const ErrorInfo&) const = default;
};

// `message` is for the client: what, where, what was expected; never an internal cause or a secret.
// `infos` holds additional ErrorInfo; the encoder puts the code's own (reason of identity()) in front
// unless the first entry already has that reason.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;
  std::vector<FieldViolation> violations = {};
  std::vector<ErrorInfo> infos = {};
  bool operator==(const Error&) const = default;
};

// std::expected that may not be dropped: libstdc++ 12's is not [[nodiscard]].
template <class T, class E = Error>
class [[nodiscard]] Result : public std::expected<T, E> {
 public:
  using std::expected<T, E>::expected;
};

inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

}  // namespace schemagate::a2a
