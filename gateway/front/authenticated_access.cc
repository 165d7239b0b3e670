#include "gateway/front/authenticated_access.h"

#include <string>
#include <string_view>
#include <utility>

#include "gateway/access/denial.h"
#include "gateway/access/grants.h"

namespace schemagate {
namespace {

constexpr int kUnauthorized = 401;
constexpr std::string_view kExtendedCard = "GetExtendedAgentCard";

// A URL without an agent has nothing that could be had.
bool is_granted(const Principal& principal, const RequestedAccess& wanted) {
  const access::Grants& grants = *principal.grants;
  if (wanted.agent.empty()) return true;
  if (wanted.operation.empty()) return grants.reaches(wanted.agent);
  // A2A v1.0.1 section 3.1.11: authenticated callers only.
  if (wanted.operation == kExtendedCard && !principal.is_authenticated) return false;
  return grants.allows(wanted.agent, wanted.operation) != nullptr;
}

Refusal forbidden(const RequestedAccess& wanted) {
  const std::string what = wanted.operation.empty() ? "this agent" : std::string(wanted.operation);
  return {.error = access::denied("not allowed for this caller: " + what), .http_status = kForbidden};
}

}  // namespace

a2a::Result<PrincipalHandle, Refusal> AuthenticatedAccess::identify(const net::HttpRequest& request) const {
  auto caller = authentication_->identify(request);
  if (!caller) return std::unexpected(refuse(caller.error()));
  return *std::move(caller);
}

Step AuthenticatedAccess::authorise(const Principal& principal, const RequestedAccess& wanted) const {
  if (wanted.is_public) return {};
  const bool may_call =
      principal.is_authenticated || (authentication_->allows_anonymous() && !wanted.is_personal);
  if (may_call && is_granted(principal, wanted)) return {};
  if (!principal.is_authenticated) return std::unexpected(refuse(access::kNothingPresented));
  return std::unexpected(forbidden(wanted));
}

Refusal AuthenticatedAccess::refuse(const access::Rejection& rejection) const {
  if (rejection.comes_by_itself) return unavailable(rejection.reason);
  Refusal refusal{.error = {a2a::ErrorCode::kInvalidRequest, std::string(rejection.reason)},
                  .http_status = kUnauthorized};
  for (std::string& challenge : authentication_->challenges(rejection))
    refusal.headers.push_back({"WWW-Authenticate", std::move(challenge)});
  return refusal;
}

}  // namespace schemagate
