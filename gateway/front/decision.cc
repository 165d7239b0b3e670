#include "gateway/front/decision.h"

#include <utility>

#include "gateway/access/denial.h"
#include "gateway/access/grants.h"
#include "gateway/front/operations.h"

namespace schemagate {
namespace {

constexpr int kUnauthorized = 401;
constexpr int kTooManyRequests = 429;
constexpr std::string_view kNoRule = "no rule allows it";

std::string_view operation_of(const ActiveCall& call) {
  const OperationRow* row = call.invocation.operation;
  return row == nullptr ? std::string_view() : row->name(a2a::wire::Version::kV1_0);
}

// Empty where there are no rules, or nothing that one could be for.
std::string_view deciding_rule(const ActiveCall& call) {
  const OperationRow* row = call.invocation.operation;
  if (call.principal == nullptr || call.principal->grants == nullptr || call.route.served == nullptr)
    return {};
  if (row == nullptr) return {};
  const access::Grants& grants = *call.principal->grants;
  const std::string_view agent = call.route.served->config().name;
  const std::string_view operation = operation_of(call);
  const CallOrigin& origin = *call.origin;
  const access::AccessRule* rule = nullptr;
  if (!origin.schema.empty()) {
    rule = grants.allows_input(agent, operation, {origin.skill, origin.schema, origin.scenario});
  } else if (row->starts_run && !origin.goes_on) {
    rule = grants.allows_anything(agent, operation);
  }
  if (rule == nullptr) rule = grants.allows(agent, operation);
  return rule == nullptr ? std::string_view() : rule->name;
}

}  // namespace

std::string_view name(Decision::Kind kind) {
  switch (kind) {
    case Decision::Kind::kAllowed:
      return "allowed";
    case Decision::Kind::kDenied:
      return "denied";
    case Decision::Kind::kUnauthenticated:
      return "unauthenticated";
    case Decision::Kind::kLimited:
      return "limited";
  }
  std::unreachable();
}

std::string_view reason_of(Decision::Kind kind) {
  switch (kind) {
    case Decision::Kind::kAllowed:
      return "";
    case Decision::Kind::kDenied:
      return access::kDenied;
    case Decision::Kind::kUnauthenticated:
      return "UNAUTHENTICATED";
    case Decision::Kind::kLimited:
      return "RESOURCE_EXHAUSTED";
  }
  std::unreachable();
}

std::optional<Decision> decision_of(const Refusal& refusal) {
  const int status = refusal.http_status.value_or(0);
  if (status == kUnauthorized) return Decision{Decision::Kind::kUnauthenticated, refusal.error.message};
  if (status == kTooManyRequests) return Decision{Decision::Kind::kLimited, refusal.error.message};
  if (status == kForbidden) return Decision{Decision::Kind::kDenied, std::string(kNoRule)};
  return std::nullopt;
}

Decision decision_of(const a2a::Result<OperationResult>& performed) {
  if (performed || !access::is_denial(performed.error())) return {};
  return {Decision::Kind::kDenied, std::string(kNoRule)};
}

LogFields audit_fields(const AuditedRequest& request, const ActiveCall& call, const Decision& decision) {
  const bool is_allowed = decision.kind == Decision::Kind::kAllowed;
  LogFields fields{{"request_id", request.request_id},
                   {"trace_id", request.trace_id},
                   {"client.address", request.address}};
  if (call.principal != nullptr) {
    fields.emplace_back("subject", call.principal->subject);
    fields.emplace_back("tenant", call.principal->tenant);
    fields.emplace_back("authority", call.principal->authority);
  }
  fields.emplace_back("agent", request.agent);
  fields.emplace_back("operation", operation_of(call));
  fields.emplace_back("skill", call.origin->skill);
  fields.emplace_back("schema", call.origin->schema);
  fields.emplace_back("a2a.task.id", request.task_id);
  fields.emplace_back("decision", name(decision.kind));
  fields.emplace_back("rule", is_allowed ? deciding_rule(call) : std::string_view());
  fields.emplace_back("reason", decision.reason);
  if (is_allowed && request.error)
    fields.emplace_back("a2a.response.error_code", a2a::identity(*request.error).jsonrpc_code);
  return fields;
}

}  // namespace schemagate
