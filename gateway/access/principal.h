// Who calls.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schemagate::access {
class Grants;
}

namespace schemagate {

// A caller as the authentication method has found it to be. A plain value: every step behind it decides by
// this and by nothing else of the request's credentials.
//
//   const Principal nobody;                                             // anonymous
//   const Principal alice = authenticated("https://login.example", {.subject = "alice", .tenant = "acme"});
//   context.owner = alice.owner;    // whose the tasks are that this request makes
struct Principal {
  std::string subject = "anonymous";
  std::string tenant = {};               // organisation of the subject; empty: not known
  std::vector<std::string> scopes = {};  // granted to the credentials (RFC 6749 section 3.3)
  std::vector<std::string> roles = {};   // of the subject
  std::string authority = {};            // who vouches for it: see authenticated(); empty: nobody
  bool is_authenticated = false;
  // Unique among the callers of one gateway: of who vouches for the subject, its tenant and the subject. It
  // owns tasks, contexts and push notification configs: another owner's are answered like unknown ones (A2A
  // v1.0.1 section 13.1).
  std::string owner = "anonymous";
  // What the rules allow it; nullptr: there are no rules, and everything is allowed.
  std::shared_ptr<const access::Grants> grants = {};
};
// Shared by the requests of one caller, and never changed.
using PrincipalHandle = std::shared_ptr<const Principal>;

// `claimed` as `authority` vouches for it: the issuer of a token, "key" or "certificate". Two authorities
// that know an "alice" know two owners.
inline Principal authenticated(std::string_view authority, Principal claimed) {
  // Each part with its length in front, so that no two lists of parts make one text, and none is "anonymous".
  const auto placed = [](std::string_view part) {
    return std::to_string(part.size()) + ":" + std::string(part);
  };
  claimed.owner = placed(authority) + placed(claimed.tenant) + placed(claimed.subject);
  claimed.authority = authority;
  claimed.is_authenticated = true;
  return claimed;
}

// Who is told apart from others where templates evolve: all who are not authenticated are one, without a
// name.
inline std::string_view client_of(const Principal& principal) {
  return principal.is_authenticated ? std::string_view(principal.owner) : std::string_view();
}

// In whose quotas a request counts; empty: nobody whom a limit is for.
struct Payer {
  std::string principal = {};  // Principal::owner of a caller that is authenticated
  std::string address = {};    // net::PeerIdentity::network; not known any more after a restart

  // Whom limits that many share are shared out to (net::SharedLimit): the principal, or, of callers who are
  // all anonymous, the address that they call from.
  const std::string& holder() const { return principal.empty() ? address : principal; }
};

inline Payer payer_of(const Principal& principal, std::string address) {
  return {std::string(client_of(principal)), std::move(address)};
}

}  // namespace schemagate
