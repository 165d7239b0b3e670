// The one error type that crosses rooms, and the Result that carries it.
//
//   Result<SendRequest> request = wire::decode_send_request(format, value);
//   if (!request) return std::unexpected(request.error());   // passed on as it is
//   use(*request);
//
//   return fail(ErrorCode::kTaskNotFound, "no task " + id);
//
// Nothing here throws. Values; safe from any thread.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schemagate::a2a {

// What went wrong, in the words of the A2A specification (v1.0.1 sections 3.3.2 and 5.4).
// A new value needs a row in identity() (a2a/error.cc); the compiler finds the place.
enum class ErrorCode {
  // The text is not JSON, or breaks a bound on JSON.
  kParse,
  // JSON, but not a request.
  kInvalidRequest,
  // No version has such an operation.
  kMethodNotFound,
  // An operation's parameters are wrong; Error::violations names them.
  kInvalidParams,
  // Our mistake. The cause is in the log, never on the wire.
  kInternal,
  // An unknown id, or somebody else's: the two are never told apart.
  kTaskNotFound,
  // The task has ended.
  kTaskNotCancelable,
  // The agent's card says so.
  kPushNotificationNotSupported,
  // A known operation, but not here or not in this state.
  kUnsupportedOperation,
  // A part's media type, or the schema that it names, is not declared.
  kContentTypeNotSupported,
  // The agent behind the gateway broke the protocol or a deadline.
  kInvalidAgentResponse,
  // There is no extended card for this agent.
  kExtendedCardNotConfigured,
  // The card requires an extension that the client did not declare.
  kExtensionSupportRequired,
  // A2A-Version names a version that we do not speak.
  kVersionNotSupported,
};

// How a code appears on the wires (v1.0.1 section 5.4, JSON-RPC 2.0 section 5.1).
struct ErrorIdentity {
  // JSON-RPC `error.code`.
  int jsonrpc_code;
  // HTTP+JSON binding, the table of v1.0.1.
  int http_status;
  // google.rpc.ErrorInfo `reason`; empty for the plain JSON-RPC codes.
  std::string_view reason;
  // google.rpc.Code by name, HTTP+JSON binding.
  std::string_view status;
  // HTTP+JSON binding, the table of v1.0.0.
  int http_status_v1_0_0;
};
// Total; the views live as long as the process.
ErrorIdentity identity(ErrorCode code);

// The code whose JSON-RPC number this is; kInternal for a number that nobody assigned.
ErrorCode error_code_of(int jsonrpc_code);

// ErrorInfo's domain for the reasons of A2A itself.
inline constexpr std::string_view kA2aErrorDomain = "a2a-protocol.org";
// For reasons of Schemagate's own.
inline constexpr std::string_view kOwnErrorDomain = "https://schemagate.dev";

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

// Whether one of its infos has that reason, of whatever domain.
bool has_reason(const Error& error, std::string_view reason);

// A value, or why there is none: std::expected that may not be dropped (libstdc++ 12's is not [[nodiscard]]).
// REQUIRES for `*` and `->`: there is a value, which is asked for with `if (result)`.
template <class T, class E = Error>
class [[nodiscard]] Result : public std::expected<T, E> {
 public:
  using std::expected<T, E>::expected;
};

// An error as the return value of any function that returns a Result.
inline std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

}  // namespace schemagate::a2a
