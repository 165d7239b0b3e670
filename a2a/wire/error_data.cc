#include "a2a/wire/error_data.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/wire/append.h"

namespace a2a::wire {
namespace {

constexpr std::string_view kErrorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr std::string_view kBadRequest = "type.googleapis.com/google.rpc.BadRequest";
constexpr std::string_view kTerminalState = "terminal state";

void append_metadata(std::string& out, const ErrorInfo& info) {
  if (info.metadata.empty()) return;
  append_member_name(out, "metadata");
  out += '{';
  for (const auto& [name, value] : info.metadata) append_string_member(out, name, value);
  out += '}';
}

void append_info(std::string& out, const ErrorInfo& info) {
  out += '{';
  append_string_member(out, "@type", kErrorInfo);
  append_string_member(out, "reason", info.reason);
  append_string_member(out, "domain", info.domain);
  append_metadata(out, info);
  out += "},";
}

void append_bad_request(std::string& out, const std::vector<FieldViolation>& violations) {
  out += '{';
  append_string_member(out, "@type", kBadRequest);
  append_list(out, "fieldViolations", violations, [&out](const FieldViolation& violation) {
    out += '{';
    append_string_member(out, "field", violation.field);
    append_string_member(out, "description", violation.description);
    out += '}';
  });
  out += "},";
}

std::string string_of(JsonValue object, std::string_view name) {
  const auto value = object.find(name);
  return std::string(value ? value->string().value_or("") : "");
}

ErrorInfo read_info(JsonValue detail) {
  ErrorInfo info = {string_of(detail, "reason"), string_of(detail, "domain"), {}};
  const auto metadata = detail.find("metadata");
  if (!metadata) return info;
  for (const JsonValue::Member member : metadata->members()) {
    if (const auto text = member.value.string()) info.metadata.emplace_back(member.name, *text);
  }
  return info;
}

void read_violations(JsonValue detail, std::vector<FieldViolation>& violations) {
  const auto list = detail.find("fieldViolations");
  if (!list) return;
  for (const JsonValue element : list->elements()) {
    violations.push_back({string_of(element, "field"), string_of(element, "description")});
  }
}

void read_detail(JsonValue detail, Error& error) {
  const std::string type = string_of(detail, "@type");
  if (type == kErrorInfo || (type.empty() && detail.find("reason"))) error.infos.push_back(read_info(detail));
  if (type == kBadRequest) read_violations(detail, error.violations);
}

std::optional<ErrorCode> code_of_reason(const ErrorInfo& info) {
  using enum ErrorCode;
  if (info.domain != kA2aErrorDomain || info.reason.empty()) return std::nullopt;
  for (const ErrorCode code : {kTaskNotFound, kTaskNotCancelable, kPushNotificationNotSupported,
                               kUnsupportedOperation, kContentTypeNotSupported, kInvalidAgentResponse,
                               kExtendedCardNotConfigured, kExtensionSupportRequired, kVersionNotSupported}) {
    if (identity(code).reason == info.reason) return code;
  }
  return std::nullopt;
}

bool speaks_of_terminal_state(std::string_view message) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return !std::ranges::search(message, kTerminalState, same).empty();
}

ErrorCode code_of_number(JsonValue error, std::string_view message) {
  const auto number = error.find("code");
  const auto value = number ? number->int64() : std::nullopt;
  if (!value || *value < -99999 || *value > 99999) return ErrorCode::kInternal;
  const ErrorCode code = error_code_of(static_cast<int>(*value));
  const bool vague = code == ErrorCode::kInvalidRequest || code == ErrorCode::kInvalidParams;
  return vague && speaks_of_terminal_state(message) ? ErrorCode::kUnsupportedOperation : code;
}

ErrorCode classify(JsonValue error, const Error& read) {
  for (const ErrorInfo& info : read.infos) {
    if (const auto code = code_of_reason(info)) return *code;
  }
  return code_of_number(error, read.message);
}

}  // namespace

void append_error_details(std::string& out, std::string_view name, Version version, const Error& error) {
  const std::string_view reason = identity(error.code).reason;
  const bool details = !error.violations.empty() || !error.infos.empty();
  if (!details && (version == Version::kV0_3 || reason.empty())) return;
  append_member_name(out, name);
  out += '[';
  auto info = error.infos.begin();
  if (!reason.empty()) {
    const bool given = info != error.infos.end() && info->reason == reason;
    append_info(out, given ? *info++ : ErrorInfo{std::string(reason), std::string(kA2aErrorDomain), {}});
  }
  if (!error.violations.empty()) append_bad_request(out, error.violations);
  for (; info != error.infos.end(); ++info) append_info(out, *info);
  out.back() = ']';  // in the place of the last comma
}

Error read_agent_error(JsonValue error) {
  Error read = {ErrorCode::kInternal, string_of(error, "message")};
  if (const auto data = error.find("data"); data && data->is_object()) {
    read_detail(*data, read);
  } else if (data) {
    for (const JsonValue detail : data->elements()) read_detail(detail, read);
  }
  read.code = classify(error, read);
  return read;
}

}  // namespace a2a::wire
