// A right that a caller has not, as an error that says so in every binding.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "a2a/error.h"

namespace schemagate::access {

inline constexpr std::string_view kDenied = "PERMISSION_DENIED";  // google.rpc.Code

// A2A has no code of its own for it (v1.0.1 section 3.3.2): the reason tells it from a request that is wrong.
inline a2a::Error denied(std::string message) {
  return {.code = a2a::ErrorCode::kInvalidRequest,
          .message = std::move(message),
          .infos = {{std::string(kDenied), std::string(a2a::kOwnErrorDomain), {}}}};
}

inline bool is_denial(const a2a::Error& error) {
  return error.code == a2a::ErrorCode::kInvalidRequest && a2a::has_reason(error, kDenied);
}

}  // namespace schemagate::access
