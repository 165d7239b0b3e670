// Who calls.
#pragma once

#include <string>
#include <vector>

namespace schemagate {

// A caller as the authentication method has found it to be. A plain value: every step behind it decides by
// this and by nothing else of the request's credentials.
//
//   const Principal caller;            // anonymous
//   context.owner = caller.subject;    // whose the tasks are that this request makes
struct Principal {
  // Unique among the callers of one gateway. It owns tasks and push notification configs: another subject's
  // are answered like unknown ones (A2A v1.0.1 section 13.1).
  std::string subject = "anonymous";
  std::string tenant = {};               // organisation of the subject; empty: not known
  std::vector<std::string> scopes = {};  // granted to the credentials (RFC 6749 section 3.3)
  std::vector<std::string> roles = {};   // of the subject
};

// Whom limits that many share are shared out to (net::SharedLimit): the subject, or, of callers who are all
// anonymous, the address that they call from.
inline const std::string& holder_of(const Principal& principal, const std::string& address) {
  return principal.subject == Principal().subject ? address : principal.subject;
}

}  // namespace schemagate
