// Access where the configuration has `authentication`.
#pragma once

#include <memory>
#include <utility>

#include "gateway/access/authentication.h"
#include "gateway/front/access.h"

namespace schemagate {

// Everybody may do what the rules allow him, and read what is public; who presents nothing is asked to
// authenticate where nothing else is allowed him.
class AuthenticatedAccess final : public AccessControl {
 public:
  // Never nullptr.
  explicit AuthenticatedAccess(std::shared_ptr<const access::Authentication> authentication)
      : authentication_(std::move(authentication)) {}

  // Refuses with 401 and WWW-Authenticate; with 503 and Retry-After while the keys of a token's issuer are
  // not known yet.
  a2a::Result<PrincipalHandle, Refusal> identify(const net::HttpRequest& request) const override;
  // Refuses with 401 who presented nothing, and with 403 who may not.
  Step authorise(const Principal& principal, const RequestedAccess& wanted) const override;

 private:
  Refusal refuse(const access::Rejection& rejection) const;

  const std::shared_ptr<const access::Authentication> authentication_;
};

}  // namespace schemagate
