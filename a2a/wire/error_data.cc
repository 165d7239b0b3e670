#include "a2a/wire/error_data.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "a2a/json/text.h"
#include "a2a/text/ascii.h"
#include "a2a/wire/append.h"

namespace schemagate::a2a::wire {
namespace {

constexpr std::string_view kErrorInfo = "type.googleapis.com/google.rpc.ErrorInfo";
constexpr std::string_view kBadRequest = "type.googleapis.com/google.rpc.BadRequest";
constexpr std::string_view kTerminalState = "terminal state";

// What a google.rpc.Code says alone, where HTTP+JSON gives no reason of A2A.
struct StatusMeaning {
  std::string_view status;
  ErrorCode code;
};
constexpr std::array kStatusMeanings = {
    StatusMeaning{"NOT_FOUND", ErrorCode::kTaskNotFound},
    StatusMeaning{"INVALID_ARGUMENT", ErrorCode::kInvalidParams},
    StatusMeaning{"FAILED_PRECONDITION", ErrorCode::kUnsupportedOperation},
    StatusMeaning{"UNIMPLEMENTED", ErrorCode::kUnsupportedOperation},
};

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

// What JSON-RPC knows by its number only, as the SDKs call it in HTTP+JSON.
std::string_view plain_reason(ErrorCode code) {
  if (code == ErrorCode::kParse) return "PARSE_ERROR";
  if (code == ErrorCode::kInvalidRequest) return "INVALID_REQUEST";
  if (code == ErrorCode::kMethodNotFound) return "METHOD_NOT_FOUND";
  return code == ErrorCode::kInvalidParams ? "INVALID_PARAMS" : "INTERNAL_ERROR";
}

std::string_view rest_reason(ErrorCode code) {
  const std::string_view own = identity(code).reason;
  return own.empty() ? plain_reason(code) : own;
}

std::optional<ErrorCode> code_of_reason(std::string_view reason) {
  using enum ErrorCode;
  for (const ErrorCode code : {kTaskNotFound, kTaskNotCancelable, kPushNotificationNotSupported,
                               kUnsupportedOperation, kContentTypeNotSupported, kInvalidAgentResponse,
                               kExtendedCardNotConfigured, kExtensionSupportRequired, kVersionNotSupported,
                               kParse, kInvalidRequest, kMethodNotFound, kInvalidParams, kInternal}) {
    if (rest_reason(code) == reason) return code;
  }
  return std::nullopt;
}

bool speaks_of_terminal_state(std::string_view message) {
  const auto same = [](char a, char b) { return text::lower(a) == b; };
  return !std::ranges::search(message, kTerminalState, same).empty();
}

// JSON-RPC's number; in HTTP+JSON `code` is the HTTP status, and the name beside it says what is meant.
ErrorCode code_of_number(JsonValue error) {
  const auto number = error.find("code");
  const auto value = number ? number->int64() : std::nullopt;
  if (value && *value > -99999 && *value < 0) return error_code_of(static_cast<int>(*value));
  const std::string status = string_of(error, "status");
  const auto meaning = std::ranges::find(kStatusMeanings, status, &StatusMeaning::status);
  return meaning == kStatusMeanings.end() ? ErrorCode::kInternal : meaning->code;
}

std::optional<ErrorCode> code_of_infos(const std::vector<ErrorInfo>& infos) {
  for (const ErrorInfo& info : infos) {
    const auto code = info.domain == kA2aErrorDomain ? code_of_reason(info.reason) : std::nullopt;
    if (code) return code;
  }
  return std::nullopt;
}

ErrorCode classify(JsonValue error, const Error& read) {
  const ErrorCode code = code_of_infos(read.infos).value_or(code_of_number(error));
  const bool vague = code == ErrorCode::kInvalidRequest || code == ErrorCode::kInvalidParams;
  return vague && speaks_of_terminal_state(read.message) ? ErrorCode::kUnsupportedOperation : code;
}

void read_details(JsonValue error, std::string_view name, Error& read) {
  const auto details = error.find(name);
  if (!details) return;
  if (details->is_object()) read_detail(*details, read);
  const JsonValue list = details->find("details").value_or(*details);
  for (const JsonValue detail : list.elements()) read_detail(detail, read);
}

// The array of details; nothing when there is nothing to say.
std::string details_json(std::string_view reason, const Error& error) {
  std::string out = "[";
  auto info = error.infos.begin();
  if (!reason.empty()) {
    const bool given = info != error.infos.end() && info->reason == reason;
    ErrorInfo first = given ? *info++ : ErrorInfo{std::string(reason), std::string(kA2aErrorDomain), {}};
    // All that clients of a2a-python over HTTP+JSON get to see beside the message.
    if (first.metadata.empty() && info != error.infos.end()) first.metadata = info->metadata;
    append_info(out, first);
  }
  if (!error.violations.empty()) append_bad_request(out, error.violations);
  for (; info != error.infos.end(); ++info) append_info(out, *info);
  if (out.size() == 1) return {};
  out.back() = ']';  // in the place of the last comma
  return out;
}

// Of an agent's error that A2A has no code for, its own word for it: clients know no second one.
std::string_view first_reason(const Error& error) {
  const bool is_named = error.code == ErrorCode::kInternal && !error.infos.empty() &&
                        error.infos.front().domain == kA2aErrorDomain;
  return is_named ? std::string_view(error.infos.front().reason) : rest_reason(error.code);
}

bool is_beyond_code(const Error& error) {
  return !error.violations.empty() || !error.infos.empty();
}

// The classes that a2a-java 0.3 has for errors; its HTTP+JSON names them in full, and reads nothing else.
struct JavaName {
  ErrorCode code;
  std::string_view name;
};
constexpr std::string_view kJavaPackage = "io.a2a.spec.";
constexpr std::array kJavaNames = {
    JavaName{ErrorCode::kTaskNotFound, "TaskNotFoundError"},
    JavaName{ErrorCode::kTaskNotCancelable, "TaskNotCancelableError"},
    JavaName{ErrorCode::kPushNotificationNotSupported, "PushNotificationNotSupportedError"},
    JavaName{ErrorCode::kUnsupportedOperation, "UnsupportedOperationError"},
    JavaName{ErrorCode::kContentTypeNotSupported, "ContentTypeNotSupportedError"},
    JavaName{ErrorCode::kInvalidAgentResponse, "InvalidAgentResponseError"},
    JavaName{ErrorCode::kExtendedCardNotConfigured, "AuthenticatedExtendedCardNotConfiguredError"},
    JavaName{ErrorCode::kParse, "JSONParseError"},
    JavaName{ErrorCode::kInvalidRequest, "InvalidRequestError"},
    JavaName{ErrorCode::kMethodNotFound, "MethodNotFoundError"},
    JavaName{ErrorCode::kInvalidParams, "InvalidParamsError"},
    JavaName{ErrorCode::kInternal, "InternalError"},
    // v0.3 has none for these.
    JavaName{ErrorCode::kExtensionSupportRequired, "UnsupportedOperationError"},
    JavaName{ErrorCode::kVersionNotSupported, "UnsupportedOperationError"},
};

std::string java_name(ErrorCode code) {
  const auto known = std::ranges::find(kJavaNames, code, &JavaName::code);
  return std::string(kJavaPackage).append(known == kJavaNames.end() ? "InternalError" : known->name);
}

// ".../task-not-found" of a problem's type is the reason TASK_NOT_FOUND.
std::string reason_of_type(std::string_view type) {
  std::string reason(type.substr(type.rfind('/') + 1));
  for (char& c : reason) c = c == '-' ? '_' : text::upper(c);
  return reason;
}

}  // namespace

void append_jsonrpc_details(std::string& out, Version version, const Error& error, bool as_array) {
  if (version == Version::kV0_3 && !is_beyond_code(error)) return;
  const std::string details = details_json(identity(error.code).reason, error);
  if (details.empty()) return;
  append_member_name(out, "data");
  const bool in_object = version == Version::kV0_3 && !as_array;
  out += in_object ? R"({"details":)" + details + "}" : details;
}

void append_rest_details(std::string& out, Version version, const Error& error) {
  const std::string details = details_json(first_reason(error), error);
  if (version == Version::kV1_0) return append_raw_member(out, "details", details);
  append_member_name(out, "data");
  out += '{';
  append_string_member(out, "error", java_name(error.code));
  if (is_beyond_code(error)) append_raw_member(out, "details", details);
  out += '}';
}

Error read_agent_error(JsonValue error) {
  Error read = {ErrorCode::kInternal, string_of(error, "message")};
  read_details(error, "data", read);
  read_details(error, "details", read);
  read.code = classify(error, read);
  return read;
}

std::optional<Error> read_java_error(JsonValue body) {
  const std::string name = string_of(body, "error");
  if (!name.starts_with(kJavaPackage)) return std::nullopt;
  const auto known = std::ranges::find(kJavaNames, name.substr(kJavaPackage.size()), &JavaName::name);
  return Error{known == kJavaNames.end() ? ErrorCode::kInternal : known->code, string_of(body, "message")};
}

std::optional<Error> read_problem(JsonValue body) {
  const std::string type = string_of(body, "type");
  const std::string title = string_of(body, "title");
  const std::string detail = string_of(body, "detail");
  if (type.empty() && title.empty() && detail.empty()) return std::nullopt;
  return Error{code_of_reason(reason_of_type(type)).value_or(ErrorCode::kInternal),
               detail.empty() ? title : detail};
}

}  // namespace schemagate::a2a::wire
