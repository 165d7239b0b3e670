// Who calls: the configured methods in their order.
//
//   Authentication authentication(settings, clock, log);
//   auto caller = authentication.identify(request);
//   if (!caller) return refuse(401, caller.error().reason, authentication.challenges(caller.error()));
//   if (!(*caller)->is_authenticated && !authentication.allows_anonymous()) … the same with kNothingPresented
#pragma once

#include <memory>
#include <optional>
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
  // `clock` and `log` must outlive it. `before`: whose place it takes; they share the keys of the issuers
  // that both take tokens of, which must be read from the same source. nullptr: it is the first.
  Authentication(const AuthenticationSettings& settings, const Clock& clock, const Log& log,
                 const Authentication* before = nullptr);

  // The first method that finds credentials of its kind decides. Where several take the same kind, as API
  // keys of one field do, each is asked. Credentials that are there and not good are refused, whatever else
  // the request has behind them. Without any: the anonymous principal. Called when the head of the request is
  // known and before its body is looked at.
  Identified identify(const net::HttpRequest& request) const;
  // Whether callers without credentials may call.
  bool allows_anonymous() const { return allows_anonymous_; }
  // The values of WWW-Authenticate that go with a refusal (RFC 9110 section 11.6.1, RFC 6750 section 3).
  // "ApiKey" and "ClientCertificate" are registered nowhere: there is no scheme for either.
  std::vector<std::string> challenges(const Rejection& rejection) const;

 private:
  struct Bearer {};  // the tokens of all issuers: tokens_
  using KnownCertificates = std::unique_ptr<const Certificates>;
  using Method = std::variant<Bearer, ApiKeys, KnownCertificates>;

  // One of each for every method. add(): `issuers` are those of the methods so far. identify_by(): nullopt
  // where the request has no credentials of that kind. challenge_of(): the value of one WWW-Authenticate.
  void add(const ApiKeyMethod& method, std::vector<TrustedIssuer>& issuers);
  void add(const CertificateMethod& method, std::vector<TrustedIssuer>& issuers);
  void add(const TokenMethod& method, std::vector<TrustedIssuer>& issuers);
  std::shared_ptr<IssuerKeys> keys_of(std::string_view issuer) const;
  std::optional<Identified> identify_by(const ApiKeys& keys, const net::HttpRequest& request) const;
  std::optional<Identified> identify_by(const KnownCertificates& known,
                                        const net::HttpRequest& request) const;
  std::optional<Identified> identify_by(const Bearer&, const net::HttpRequest& request) const;
  std::string challenge_of(const ApiKeys& keys, const Rejection& rejection) const;
  std::string challenge_of(const KnownCertificates& known, const Rejection& rejection) const;
  std::string challenge_of(const Bearer&, const Rejection& rejection) const;

  const Clock& clock_;
  const Log& log_;
  const Authentication* before_;  // until it is made
  const std::string realm_;
  const bool allows_anonymous_;
  const RuleBook rules_;
  std::vector<Method> methods_;
  std::unique_ptr<TokenVerifier> tokens_;  // nullptr: no tokens are taken
  const PrincipalHandle anonymous_;
};

}  // namespace schemagate::access
