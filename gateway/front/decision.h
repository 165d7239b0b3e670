// What the audit log says of a request: who asked for what, and whether and by which rule he may. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gateway/front/active_call.h"
#include "gateway/front/refusal.h"
#include "gateway/observe/log.h"

namespace schemagate {

struct Decision {
  enum class Kind : std::uint8_t {
    kAllowed,
    kDenied,           // no rule allows it
    kUnauthenticated,  // the caller has no credentials, or none that are good
    kLimited,          // a quota is used up
  };
  Kind kind = Kind::kAllowed;
  std::string reason = {};  // empty where it was allowed; nothing of the request is in it
};

std::string_view name(Decision::Kind kind);
// As google.rpc.Code calls it; empty where it was allowed.
std::string_view reason_of(Decision::Kind kind);

// nullopt: the refusal has nothing to do with who calls.
std::optional<Decision> decision_of(const Refusal& refusal);
Decision decision_of(const a2a::Result<OperationResult>& performed);

// Of the request itself.
struct AuditedRequest {
  std::string_view request_id;
  std::string_view trace_id;
  std::string_view address;
  std::string_view agent;
  std::string_view task_id;                  // that it is of, or has made
  std::optional<a2a::ErrorCode> error = {};  // of a call that was allowed and has failed
};
LogFields audit_fields(const AuditedRequest& request, const ActiveCall& call, const Decision& decision);

}  // namespace schemagate
