// Who calls: the configured methods in their order.
//
//   Authentication authentication(settings, clock, log);
//   auto caller = authentication.identify(request);
//   if (!caller) return refuse(401, caller.error().reason, authentication.challenges(caller.error()));
//   if (!(*caller)->is_authenticated && !authentication.lets_nobody_in()) … the same with kNothingPresented
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "gateway/access/api_keys.h"
#include "gateway/access/authentication_settings.h"
#include "gateway/access/certificates.h"
#include "gateway/access/grants.h"
#include "gateway/access/token_verifier.h"
#include "gateway/net/http.h"
#include "gateway/observe/log.h"

namespace schemagate::access {

inline constexpr Rejection kNothingPresented{"authentication is needed"};

// Safe from any thread. Its issuers' keys are read on threads of their own.
class Authentication {
 public:
  // `clock` and `log` must outlive it.
  Authentication(const AuthenticationSettings& settings, const Clock& clock, const Log& log);

  // The first method that finds credentials of its kind decides. Where several take the same kind, as API
  // keys of one field do, each is asked. Credentials that are there and not good are refused, whatever else
  // the request has behind them. Without any it is nobody: the anonymous principal.
  Identified identify(const net::HttpRequest& request) const;
  // Whether nobody may call.
  bool lets_nobody_in() const { return lets_nobody_in_; }
  // The values of WWW-Authenticate that go with a refusal (RFC 9110 section 11.6.1, RFC 6750 section 3).
  // "ApiKey" and "ClientCertificate" are registered nowhere: there is no scheme for either.
  std::vector<std::string> challenges(const Rejection& rejection) const;

 private:
  struct Bearer {};
  using KnownCertificates = std::unique_ptr<const Certificates>;
  using Method = std::variant<Bearer, ApiKeys, KnownCertificates>;
  Identified try_bearer(const net::HttpRequest& request) const;
  Identified try_keys(const net::HttpRequest& request, std::size_t first) const;

  const std::string realm_;
  const bool lets_nobody_in_;
  const RuleBook rules_;
  std::vector<Method> methods_;
  std::unique_ptr<TokenVerifier> tokens_;  // nullptr: no tokens are taken
  const PrincipalHandle nobody_;
};

}  // namespace schemagate::access
