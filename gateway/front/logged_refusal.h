// What the log says of a refusal.
#pragma once

#include <string>

#include "a2a/error.h"

namespace schemagate {

// Words of specifications and of the operator's schemas alone: what the client has sent, the names of its
// members included, may be personal data. All may be empty.
struct LoggedRefusal {
  std::string reason;   // of ErrorInfo, where it is one of the gateway's extensions or of its own
  std::string schema;   // that a structured input does not fit
  std::string keyword;  // the first of it that fails
  std::string field;    // of the request: the parameter that is wrong, as far as its names are A2A's
  std::string cause;    // where the body stops being JSON
};

LoggedRefusal logged_refusal(const a2a::Error& error);
// The same of an error that the gateway itself has made of the request: where it has no reason of an
// extension's, that of its code.
LoggedRefusal logged_refusal_of_ours(const a2a::Error& error);

}  // namespace schemagate
