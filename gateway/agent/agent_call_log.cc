#include "gateway/agent/agent_call_log.h"

#include <optional>
#include <utility>

#include "gateway/agent/agent_error.h"

namespace schemagate {
namespace {

constexpr int kBadRequest = 400;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;
constexpr int kTooManyRequests = 429;
constexpr int kServerError = 500;
constexpr int kNotImplemented = 501;

// What an agent refuses to one client has other statuses, but for 501, which says that it does not have an
// operation.
bool concerns_operator(int status) {
  return wants_credentials(status) || status == kTooManyRequests ||
         (status >= kServerError && status != kNotImplemented);
}

std::optional<std::int64_t> code_of(a2a::JsonValue said) {
  const auto code = said.find("code");
  return code ? code->int64() : std::nullopt;
}

std::string logged(a2a::JsonValue said, const a2a::Error& error) {
  return logged_agent_error(code_of(said), error);
}

// An error that no client has caused: the agent, or what the gateway knows of it, is broken. What a number
// means that A2A does not know is the agent's secret.
bool is_agents_fault(a2a::JsonValue said, const a2a::Error& error) {
  switch (error.code) {
    using enum a2a::ErrorCode;
    case kInternal:
      return code_of(said) == identity(kInternal).jsonrpc_code;
    case kParse:
    case kInvalidRequest:
    case kMethodNotFound:
    case kInvalidAgentResponse:
    case kVersionNotSupported:
      return true;
    case kInvalidParams:
    case kTaskNotFound:
    case kTaskNotCancelable:
    case kPushNotificationNotSupported:
    case kUnsupportedOperation:
    case kContentTypeNotSupported:
    case kExtendedCardNotConfigured:
    case kExtensionSupportRequired:
      return false;
  }
  std::unreachable();
}

}  // namespace

bool wants_credentials(int http_status) {
  return http_status == kUnauthorized || http_status == kForbidden;
}

void AgentCallLog::note_failure(const net::Failure& failure) const {
  write(net::name(failure.kind), failure.detail);
  note_answer(net::name(failure.kind), failure.detail);
  if (origin != nullptr) origin->not_answered = failure.kind;
}

void AgentCallLog::note_status(int http_status) const {
  if (origin != nullptr) origin->http_status = http_status;
  if (concerns_operator(http_status)) write("agent_error", "answered HTTP " + std::to_string(http_status));
}

void AgentCallLog::note_success() const {
  note_answer("", "");
}

void AgentCallLog::note_error(int http_status, a2a::JsonValue body, const a2a::Error& error) const {
  const auto own = body.find("error");
  // In HTTP+JSON the words may be the agent's all the same.
  if (!own && agent.published->endpoint.protocol.binding == a2a::wire::Binding::kJsonRpc) {
    const auto checked = a2a::wire::check_answer(body);
    return note_malformed(http_status, checked ? a2a::wire::AnswerFault() : checked.error());
  }
  const a2a::JsonValue said = own.value_or(body);
  std::string cause = "answered HTTP " + std::to_string(http_status) + " with " + logged(said, error);
  if (is_agents_fault(said, error) && !concerns_operator(http_status)) write("agent_error", cause);
  note_answer("agent_error", std::move(cause));
}

void AgentCallLog::note_refusal(int http_status, a2a::JsonValue body, const a2a::Error& error) const {
  note_answer("agent_error", "answered HTTP " + std::to_string(http_status) + " with " +
                                 logged(body.find("error").value_or(body), error));
}

void AgentCallLog::note_broken_off(int http_status, a2a::JsonValue event, const a2a::Error& error) const {
  const auto own = event.find("error");
  if (!own) return note_error(http_status, event, error);
  std::string cause = "broke off its stream with " + logged(*own, error);
  write("agent_error", cause);
  note_answer("agent_error", std::move(cause));
}

// Of what stands between the gateway and the agent, the status tells more than the page that comes with it.
void AgentCallLog::note_malformed(int http_status, const a2a::wire::AnswerFault& fault) const {
  const bool is_failure = http_status >= kBadRequest;
  const std::string_view kind = is_failure ? "agent_error" : net::name(net::FailureKind::kMalformed);
  std::string cause =
      is_failure ? "answered HTTP " + std::to_string(http_status) + " with " : "answered with ";
  cause += "what is no answer of A2A: " + fault.what;
  if (!concerns_operator(http_status)) write(kind, cause);
  note_answer(kind, std::move(cause));
}

// Whoever counts failures counts all of them.
void AgentCallLog::write(std::string_view kind, std::string_view cause) const {
  Log::Fields fields{{"request_id", origin != nullptr ? origin->request_id : ""},
                     {"agent", agent.config().name},
                     {"a2a.method", method},
                     {"a2a.task.id", task_id != nullptr ? *task_id : ""},
                     {"failure.kind", kind},
                     {"cause", cause}};
  const auto left_out =
      agent.call_lines->admit(std::string(kind) + ' ' + std::string(cause), clock.monotonic());
  if (!left_out) return log.tell_observer(LogLevel::kWarn, "agent_call_failed", fields);
  if (*left_out > 0) fields.emplace_back("left_out", *left_out);
  log.write(LogLevel::kWarn, "agent_call_failed", fields);
}

void AgentCallLog::note_answer(std::string_view kind, std::string cause) const {
  if (origin != nullptr) origin->note(kind, std::move(cause));
}

}  // namespace schemagate
