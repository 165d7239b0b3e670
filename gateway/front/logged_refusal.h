// What the log says of a refusal.
#pragma once

#include <string>

#include "a2a/error.h"

namespace schemagate {

// Words of specifications and of the operator's schemas alone: what the client has sent, the names of its
// members included, may be personal data. All may be empty.
struct LoggedRefusal {
  std::string reason;   // of ErrorInfo, where it is one of the gateway's extensions
  std::string schema;   // that a structured input does not fit
  std::string keyword;  // the first of it that fails
};

LoggedRefusal logged_refusal(const a2a::Error& error);

}  // namespace schemagate
