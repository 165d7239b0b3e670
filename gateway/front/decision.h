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

enum class Verdict : std::uint8_t {
  kAllowed,
  kDenied,           // by no rule
  kUnauthenticated,  // nobody knows who it is
  kLimited,          // a quota is used up
};

std::string_view name(Verdict verdict);
// As google.rpc.Code calls it; empty where it was allowed.
std::string_view reason_of(Verdict verdict);

struct Decision {
  Verdict verdict = Verdict::kAllowed;
  std::string reason = {};  // empty where it was allowed; nothing of the request is in it
};

// Nullopt: the refusal is of something else.
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
