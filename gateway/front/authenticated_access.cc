#include "gateway/front/authenticated_access.h"

#include <string>
#include <utility>

namespace schemagate {
namespace {

constexpr int kUnauthorized = 401;

}  // namespace

a2a::Result<PrincipalHandle, Refusal> AuthenticatedAccess::identify(const net::HttpRequest& request) const {
  auto caller = authentication_.identify(request);
  if (!caller) return std::unexpected(refuse(caller.error()));
  return *std::move(caller);
}

Step AuthenticatedAccess::authorise(const Principal& principal, const RequestedAccess& wanted) const {
  if (wanted.is_public || principal.is_authenticated || authentication_.lets_nobody_in()) return {};
  return std::unexpected(refuse(access::kNothingPresented));
}

Refusal AuthenticatedAccess::refuse(const access::Rejection& rejection) const {
  if (rejection.comes_by_itself) return unavailable(rejection.reason);
  Refusal refusal{.error = {a2a::ErrorCode::kInvalidRequest, std::string(rejection.reason)},
                  .http_status = kUnauthorized};
  for (std::string& challenge : authentication_.challenges(rejection))
    refusal.headers.push_back({"WWW-Authenticate", std::move(challenge)});
  return refusal;
}

}  // namespace schemagate
