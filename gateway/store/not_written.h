// The store takes nothing now, its database or for its limits, as an error that says so in every binding: 503
// with Retry-After.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "a2a/error.h"

namespace schemagate::store {

inline constexpr std::string_view kNotWrittenReason = "UNAVAILABLE";  // google.rpc.Code

// A2A has no code of its own for it (v1.0.1 section 3.3.2): the reason tells it from a mistake of ours.
inline a2a::Error not_written(std::string message) {
  return {.code = a2a::ErrorCode::kInternal,
          .message = std::move(message),
          .infos = {{std::string(kNotWrittenReason), std::string(a2a::kOwnErrorDomain), {}}}};
}

inline bool is_not_written(const a2a::Error& error) {
  return error.code == a2a::ErrorCode::kInternal && a2a::has_reason(error, kNotWrittenReason);
}

}  // namespace schemagate::store
