#include "a2a/error.h"

#include <algorithm>
#include <array>

namespace schemagate::a2a {

ErrorIdentity identity(ErrorCode code) {
  switch (code) {
    case ErrorCode::kParse:
      return {-32700, 400, "", "INVALID_ARGUMENT", 400};
    case ErrorCode::kInvalidRequest:
      return {-32600, 400, "", "INVALID_ARGUMENT", 400};
    case ErrorCode::kMethodNotFound:
      return {-32601, 404, "", "NOT_FOUND", 404};
    case ErrorCode::kInvalidParams:
      return {-32602, 400, "", "INVALID_ARGUMENT", 400};
    case ErrorCode::kInternal:
      return {-32603, 500, "", "INTERNAL", 500};
    case ErrorCode::kTaskNotFound:
      return {-32001, 404, "TASK_NOT_FOUND", "NOT_FOUND", 404};
    case ErrorCode::kTaskNotCancelable:
      return {-32002, 400, "TASK_NOT_CANCELABLE", "FAILED_PRECONDITION", 409};
    case ErrorCode::kPushNotificationNotSupported:
      return {-32003, 400, "PUSH_NOTIFICATION_NOT_SUPPORTED", "FAILED_PRECONDITION", 400};
    case ErrorCode::kUnsupportedOperation:
      return {-32004, 400, "UNSUPPORTED_OPERATION", "FAILED_PRECONDITION", 400};
    case ErrorCode::kContentTypeNotSupported:
      return {-32005, 400, "CONTENT_TYPE_NOT_SUPPORTED", "INVALID_ARGUMENT", 415};
    case ErrorCode::kInvalidAgentResponse:
      return {-32006, 500, "INVALID_AGENT_RESPONSE", "INTERNAL", 502};
    case ErrorCode::kExtendedCardNotConfigured:
      return {-32007, 400, "EXTENDED_AGENT_CARD_NOT_CONFIGURED", "FAILED_PRECONDITION", 400};
    case ErrorCode::kExtensionSupportRequired:
      return {-32008, 400, "EXTENSION_SUPPORT_REQUIRED", "FAILED_PRECONDITION", 400};
    case ErrorCode::kVersionNotSupported:
      return {-32009, 400, "VERSION_NOT_SUPPORTED", "FAILED_PRECONDITION", 400};
  }
  std::unreachable();
}

ErrorCode error_code_of(int jsonrpc_code) {
  using enum ErrorCode;
  constexpr std::array kCodes = {kParse,
                                 kInvalidRequest,
                                 kMethodNotFound,
                                 kInvalidParams,
                                 kTaskNotFound,
                                 kTaskNotCancelable,
                                 kPushNotificationNotSupported,
                                 kUnsupportedOperation,
                                 kContentTypeNotSupported,
                                 kInvalidAgentResponse,
                                 kExtendedCardNotConfigured,
                                 kExtensionSupportRequired,
                                 kVersionNotSupported};
  for (ErrorCode code : kCodes) {
    if (identity(code).jsonrpc_code == jsonrpc_code) return code;
  }
  return kInternal;
}

bool has_reason(const Error& error, std::string_view reason) {
  return std::ranges::find(error.infos, reason, &ErrorInfo::reason) != error.infos.end();
}

}  // namespace schemagate::a2a
